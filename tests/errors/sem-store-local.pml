// error: store acts on shared memory, but x is local
// line: 3
active proctype P() { byte x; store(x, 1) }
