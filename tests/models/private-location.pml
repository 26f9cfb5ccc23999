// A location that one process alone uses needs no buffer, so the bound is not met.
// check: --memory tso --buffer 1 --overflow error
// verdict: holds
byte mine, x;
active proctype P() { mine = 1; mine = 2; mine = 3; x = mine }
active proctype Q() { byte r; r = x; assert(r == 0 || r == 3) }
