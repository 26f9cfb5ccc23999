// error: total is not declared
// line: 4
active proctype P() {
  total = 1
}
