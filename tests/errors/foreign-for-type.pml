// error: 'for' takes a range; write for (i : 1 .. y), and declare i before it
// line: 5
byte x, y;
active proctype P() {
  for (int i = 1; i <= y; ++i) {
    x = i;
  }
  y = 2
}
