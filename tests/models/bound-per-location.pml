// PSO: the bound is for each location.
// check: --memory pso --buffer 1 --overflow error
// verdict: violated
// property: overflow
// check: --memory pso --buffer 2 --overflow error
// verdict: holds
byte x;
active proctype P() { x = 1; x = 2 }
active proctype Q() { byte r; r = x }
