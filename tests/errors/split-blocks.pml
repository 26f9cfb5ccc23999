// error: --split-loads cannot split this statement: the else looks at the loads of several blocks at once
// line: 5
// check: --split-loads
byte x, y;
active proctype P() { if :: atomic { x == 1 -> skip; skip } :: atomic { y == 1 -> skip; skip } :: else fi }
