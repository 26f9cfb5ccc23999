// error: x is declared twice
// line: 4
byte x;
int x;
active proctype P() { x = 1 }
