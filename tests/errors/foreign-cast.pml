// error: there are no casts in Promela; a variable keeps what its type can hold
// line: 5
byte x, y;
active proctype P() {
  x = (byte) y;
  y = 2
}
