// error: i is declared twice in this block
// line: 5
active proctype P() {
  byte i;
  byte i;
  i = 1
}
