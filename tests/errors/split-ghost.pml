// error: --split-loads cannot split this statement: it looks at a ghost, a channel or another process too, and waits
// line: 6
// check: --split-loads
byte x, y;
ghost byte g;
active proctype P() { x == 0 && y == 0 && g == 1 }
