// error: the inline lock is defined in line 8; define it before it is called
// line: 5
byte x, y;
active proctype P() {
  lock(x);
  y = 2
}
inline lock(a) { a = 1 }
