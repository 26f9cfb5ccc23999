// The error needs two stores in the buffer.
// check: --memory tso --buffer 1
// verdict: holds
// scope: buffers of at most 1 store
// check: --memory tso --buffer 2
// verdict: violated
// check: --memory tso
// verdict: violated
byte x, y;
ghost byte r, s;
active proctype P() { x = 1; x = 2; r = y; s = 1 }
active proctype Q() { byte t; y = 1; mfence; t = x; if :: t == 0 && r == 0 && s == 1 -> assert(false) :: else fi }
