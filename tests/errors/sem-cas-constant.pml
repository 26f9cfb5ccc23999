// error: cas acts on a global variable
// line: 3
active proctype P() { byte r; cas(1, 0, 1, r) }
