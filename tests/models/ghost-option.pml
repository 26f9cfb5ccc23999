// --ghost does what the word ghost does.
// check: --memory tso
// verdict: violated
// check: --memory tso --ghost x
// verdict: violated
// check: --memory tso --ghost x --ghost y
// verdict: holds
byte x, y;
byte n;
active proctype P() { byte r; x = 1; r = y; if :: r == 0 -> atomic { n++; mfence } :: else fi }
active proctype Q() { byte r; y = 1; r = x; if :: r == 0 -> atomic { n++; mfence } :: else fi }
active proctype Check() { end: n == 2 -> assert(false) }
