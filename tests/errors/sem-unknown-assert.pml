// error: there is no inline or function asert; do you mean assert?
// line: 5
byte x, y;
active proctype P() {
  asert(x == 1);
  y = 2
}
