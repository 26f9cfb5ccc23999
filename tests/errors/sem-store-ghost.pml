// error: store acts on relaxed memory, but x is outside of it (a ghost)
// line: 4
ghost byte x;
active proctype P() { store(x, 1) }
