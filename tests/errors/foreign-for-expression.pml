// error: 'for' takes a range; write for (x : y .. y + 2 - 1)
// line: 5
byte x, y;
active proctype P() {
  for (x = y; x < y + 2; x++) {
    y = x;
  }
}
