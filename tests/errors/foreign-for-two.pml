// error: 'for' takes a range, as in for (i : 0 .. 9), and declare i before it; write do :: .. od for other loops
// line: 5
byte x, y;
active proctype P() {
  for (int i = 0, j = 1; i < 3; i++) {
    x = i;
  }
  y = 2
}
