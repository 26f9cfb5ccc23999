// error: expected the name of the proctype, found '('
// line: 3
proctype () { skip }
active proctype P() { skip }
