// error: '?' receives from a channel; a conditional expression is written (c -> a : b)
// line: 5
byte x, y;
active proctype P() {
  x = (y == 1 ? 1 : 2);
  y = 2
}
