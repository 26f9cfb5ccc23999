// error: --split-loads cannot split this statement: a ghost, a channel or another process decides what it loads
// line: 6
// check: --split-loads
byte x = 1, y = 1, z;
ghost bit g;
active proctype P() { if :: (g && !x) || (y && z) -> assert(false) :: else fi }
active proctype Q() { g = 1 }
