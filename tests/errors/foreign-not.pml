// error: 'not' is not Promela; write '!'
// line: 5
byte x, y;
active proctype P() {
  (not x);
  y = 2
}
