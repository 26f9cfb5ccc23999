// error: cas(...) is a statement, it has no value
// line: 4
byte x;
active proctype P() { byte r; r = cas(x, 0, 1, r) }
