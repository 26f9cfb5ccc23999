// error: there is no inline or function wait; do you mean Wait?
// line: 6
byte x, y;
inline Wait(a) { a == 0 }
active proctype P() {
  wait(x);
  y = 2
}
