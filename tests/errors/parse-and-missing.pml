// error: expected ')' to close the parenthesis, or '&&' or '||' between two conditions, found 'y'
// line: 5
byte x, y;
active proctype P() {
  (x == 1 y == 1);
  y = 2
}
