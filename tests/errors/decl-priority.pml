// error: expected a number behind 'priority', found '{'
// line: 3
proctype Q() priority { skip }
active proctype P() { skip }
