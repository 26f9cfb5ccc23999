// error: 'exit' is not Promela; a process ends behind its last statement: put a label there and goto it
// line: 5
byte x, y;
active proctype P() {
  exit(1);
  y = 2
}
