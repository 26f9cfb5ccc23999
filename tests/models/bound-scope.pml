// check: --memory tso --buffer 5
// verdict: holds
// scope: buffers of at most 5 stores
// check: --memory sc
// verdict: holds
// check: --memory tso
// verdict: holds
// scope: all buffer sizes
byte x;
active proctype P() { x = 1; x = 2 }
active proctype Q() { byte r; r = x }
