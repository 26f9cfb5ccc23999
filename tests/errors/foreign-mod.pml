// error: 'mod' is not Promela; write '%'
// line: 5
byte x, y;
active proctype P() {
  x = y mod 2;
  y = 2
}
