// error: expected '{' to open the body of 'Q', found 'skip'
// line: 3
proctype Q() skip
active proctype P() { skip }
