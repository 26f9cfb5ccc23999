// error: expected the type of a parameter, found 'a'
// line: 3
proctype Q(a, b) { skip }
active proctype P() { skip }
