// check: --memory tso --buffer 1 --overflow error
// verdict: violated
// property: overflow
// check: --memory tso --buffer 2 --overflow error
// verdict: holds
// check: --memory pso --buffer 1 --overflow error
// verdict: holds
byte x, y;
active proctype P() { x = 1; y = 2 }
active proctype Q() { byte r; r = x + y }
