// error: --split-loads cannot split this statement: it asks for timeout
// line: 5
// check: --split-loads
byte x, y;
active proctype P() { timeout && x == 0 && y == 0 }
