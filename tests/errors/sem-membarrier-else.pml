// error: membarrier
// line: 4
byte x;
active proctype P() { x = 1; if :: membarrier :: else fi }
