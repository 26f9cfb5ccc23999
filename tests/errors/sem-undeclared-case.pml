// error: want is not declared; do you mean Want?
// line: 5
bool Want;
active proctype P() {
  want = true
}
