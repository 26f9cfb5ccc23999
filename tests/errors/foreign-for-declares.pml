// error: 'for' declares no variable; declare i before it
// line: 5
byte x, y;
active proctype P() {
  for (int i : 0 .. 2) {
    y = x;
  }
  y = 2
}
