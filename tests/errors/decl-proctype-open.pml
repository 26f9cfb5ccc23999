// error: expected '(' behind the name of the proctype, found ')'
// line: 3
proctype Q) { skip }
active proctype P() { skip }
