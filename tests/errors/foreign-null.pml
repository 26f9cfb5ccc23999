// error: NULL is not declared; write 0
// line: 5
byte x, y;
active proctype P() {
  x = NULL;
  y = 2
}
