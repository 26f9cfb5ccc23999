// error: there is no inline or function lokc; do you mean lock?
// line: 6
byte x, y;
inline lock(a) { a = 1 }
active proctype P() {
  lokc(x);
  y = 2
}
