// error: ':=' is not Promela; write '='
// line: 5
byte x, y;
active proctype P() {
  x := 1;
  y = 2
}
