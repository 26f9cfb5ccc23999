// error: 'static' is not Promela; leave it out
// line: 5
byte x, y;
active proctype P() {
  static int n;
  y = 2
}
