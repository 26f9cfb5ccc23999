// error: '+=' is not Promela; write x = x + 1
// line: 5
byte x, y;
active proctype P() {
  x += 1;
  y = 2
}
