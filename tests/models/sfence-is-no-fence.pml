// A load passes an sfence.
// check: --memory sc --no-deadlock
// verdict: holds
// check: --memory tso
// verdict: violated
// check: --memory pso
// verdict: violated
byte x, y;
ghost byte in;
active proctype P() { x = 1; sfence; y == 0; in++; assert(in == 1) }
active proctype Q() { y = 1; sfence; x == 0; in++; assert(in == 1) }
