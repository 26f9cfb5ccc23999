// error: 'start' is not Promela; write run P()
// line: 5
byte x;
proctype P() { x = 1 }
init { start P() }
