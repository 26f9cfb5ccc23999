// error: 'for' takes a range, as in for (i : 0 .. 9); write do :: .. od for other loops
// line: 5
byte x, y;
active proctype P() {
  for (x = 3; x > 0; x--) {
    y = x;
  }
  y = 2
}
