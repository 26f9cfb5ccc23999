// error: expected '(' behind 'provided', found 'x'
// line: 3
proctype Q() provided x { skip }
active proctype P() { skip }
