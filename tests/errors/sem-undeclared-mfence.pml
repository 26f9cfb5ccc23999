// error: MFENCE is not declared; do you mean mfence?
// line: 5
byte x, y;
active proctype P() {
  MFENCE;
  y = 2
}
