// error: --split-loads cannot split this statement: an unless may interrupt it, or begins with it
// line: 5
// check: --split-loads
byte x, y, z;
active proctype P() { (x == 0 && y == 0) unless { z == 1 } }
