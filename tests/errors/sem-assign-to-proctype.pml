// error: P is a proctype, not a variable
// line: 4
proctype P() { skip }
init { P = 1 }
