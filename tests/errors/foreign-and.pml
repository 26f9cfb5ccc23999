// error: 'and' is not Promela; write '&&'
// line: 5
byte x, y;
active proctype P() {
  (x == 1 and y == 1);
  y = 2
}
