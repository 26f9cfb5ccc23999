// The error needs four stores in the buffer at once.
// check: --memory tso
// verdict: violated
// property: assertion
// check: --memory tso --buffer 3
// verdict: holds
// check: --memory tso --buffer 4
// verdict: violated
byte x, y;
ghost bit done;
active proctype P() { x = 1; x = 2; x = 3; x = 4; done = 1; y = 0 }
active proctype Q() { byte r; r = y; if :: done == 1 && x == 0 -> assert(false) :: else fi }
