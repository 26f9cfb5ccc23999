// error: --split-loads cannot split this statement: a ghost, a channel or another process decides what it loads
// line: 6
// check: --split-loads
byte x, y = 5, z = 5;
chan c = [1] of { bit };
active proctype P() { x = (nempty(c) -> y : z) }
active proctype Q() { c!1; assert(x == 0 || x == 5) }
