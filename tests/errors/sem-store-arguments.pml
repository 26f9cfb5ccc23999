// error: store takes 2 arguments: store(x, value)
// line: 4
byte x;
active proctype P() { store(x) }
