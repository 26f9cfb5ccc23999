// error: 'rand' is not Promela; write select (x : 0 .. 9) for any of these numbers
// line: 5
byte x, y;
active proctype P() {
  x = rand();
  y = 2
}
