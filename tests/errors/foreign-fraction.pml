// error: '1.' is not Promela; numbers are whole
// line: 5
byte x, y;
active proctype P() {
  x = 1.5;
  y = 2
}
