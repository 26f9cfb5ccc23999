// error: '-=' is not Promela; write a[x] = a[x] - (x + y)
// line: 5
byte x, y, a[3];
active proctype P() {
  a[x] -= x + y;
  y = 2
}
