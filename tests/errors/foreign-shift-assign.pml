// error: '<<=' is not Promela; write x = x << 2
// line: 5
byte x, y;
active proctype P() {
  x <<= 2;
  y = 2
}
