// error: the size of an array stands behind its name, as in int a[3]
// line: 5
byte x, y;
active proctype P() {
  int[3] a;
  y = 2
}
