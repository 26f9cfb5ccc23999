// error: 'atomic_load' is not Promela; write x: to read a global is a load
// line: 5
byte x, y;
active proctype P() {
  x = atomic_load(&y);
  y = 2
}
