// error: there is no inline or function READ_ONCE; write x: to read a global is a load
// line: 5
byte x, y;
active proctype P() {
  x = 1 + READ_ONCE(y);
  y = 2
}
