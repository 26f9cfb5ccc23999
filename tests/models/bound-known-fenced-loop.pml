// Endless loops in which a fence or a locked instruction follows all stores: two wait at most, whatever the size of buffers.
// check: --memory tso
// verdict: holds
// scope: all buffer sizes
// check: --memory pso
// verdict: violated
// property: assertion
// check: --memory tso --buffer 2
// verdict: holds
byte x, y, lock;
active proctype P() { byte r; do :: x = 1; y = 1; mfence; y = 0; x = 0; xchg(lock, 0, r) od }
active proctype Q() { byte r; do :: atomic { if :: y == 1 -> r = x; assert(r == 1) :: else fi } od }
