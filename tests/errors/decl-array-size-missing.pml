// error: the size of the array is missing, as in a[3]
// line: 5
byte x, y;
active proctype P() {
  int a[] = {1, 2};
  y = 2
}
