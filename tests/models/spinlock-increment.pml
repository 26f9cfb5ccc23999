// x++ is one step, but not a locked one.
// check: --memory sc
// verdict: holds
// check: --memory tso
// verdict: violated
byte x;
ghost byte done;
active [2] proctype P() { x++; mfence; done++ }
active proctype Check() { done == 2; assert(x == 2) }
