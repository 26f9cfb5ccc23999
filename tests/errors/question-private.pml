// The store goes to a location of one process alone.
// error: `mfence` waits until the store buffer is empty
// line: 5
byte x, y;
active proctype P() { byte r; x = 1; if :: mfence; r = 1 :: else -> r = 2 fi; assert(r == 1) }
active proctype Q() { y = 1 }
