// error: --split-loads cannot split this statement: an unless may interrupt it, or begins with it
// line: 5
// check: --split-loads
byte x, y;
active proctype P() { skip unless { x == 1 && y == 1 } }
