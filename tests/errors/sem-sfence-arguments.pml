// error: sfence takes 0 arguments: sfence
// line: 4
byte x;
active proctype P() { x = 1; sfence(x) }
