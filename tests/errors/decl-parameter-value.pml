// error: the parameter 'a' cannot have an initial value
// line: 3
proctype Q(byte a = 1) { skip }
active proctype P() { skip }
