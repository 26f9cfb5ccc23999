// error: 'boolean' is not Promela; write bool
// line: 5
byte x, y;
active proctype P() {
  boolean b;
  b = true;
  y = 2
}
