// error: skp is not declared; do you mean skip?
// line: 5
byte x, y;
active proctype P() {
  skp;
  y = 2
}
