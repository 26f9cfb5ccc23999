// error: 'while' is not Promela
// line: 5
byte x, y;
active proctype P() {
  while (x == 0) y++;
  y = 2
}
