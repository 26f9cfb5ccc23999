// error: turm is not declared; do you mean turn?
// line: 5
byte turn;
active proctype P() {
  turm = 1
}
