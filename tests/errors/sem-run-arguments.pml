// error: P has 1 parameter, but 2 arguments are given
// line: 4
proctype P(byte a) { a = 1 }
init { run P(1, 2) }
