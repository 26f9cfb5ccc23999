// error: 'print' is not Promela; write printf("%d\n", x)
// line: 5
byte x, y;
active proctype P() {
  print("%d", x);
  y = 2
}
