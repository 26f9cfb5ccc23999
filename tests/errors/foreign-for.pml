// error: 'for' takes a range; write for (x : 0 .. 2)
// line: 5
byte x, y;
active proctype P() {
  for (x = 0; x < 3; x++) {
    y = x;
  }
  y = 2
}
