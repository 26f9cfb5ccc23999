// A process is removed only when its buffer is empty, so its stores are in memory then.
// check: --memory tso
// verdict: holds
// check: --memory pso
// verdict: holds
byte x;
proctype Child() { x = 1 }
init { run Child(); _nr_pr == 1; assert(x == 1) }
