// check: --memory sc
// verdict: holds
// check: --memory tso
// verdict: holds
// check: --memory pso
// verdict: violated
byte x, y;
ghost byte done;
active proctype P() { x = 1; y = 2; mfence; done++ }
active proctype Q() { y = 1; x = 2; mfence; done++ }
active proctype Check() { done == 2; assert(!(x == 1 && y == 1)) }
