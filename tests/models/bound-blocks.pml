// A store to a full buffer waits; commits go on, so this is no deadlock.
// check: --memory tso --buffer 1
// verdict: holds
// check: --memory pso --buffer 1
// verdict: holds
byte x;
active proctype P() { x = 1; x = 2; x = 3; x = 4 }
active proctype Q() { byte r; r = x; assert(r <= 4) }
