// error: i is not declared
// line: 5
active proctype P() {
  { byte i; i = 1 };
  i = 2
}
