// error: the result of xchg goes to a local variable
// line: 4
byte x, r;
active proctype P() { xchg(x, 1, r) }
