// Creating a process is a fence for the creator: the child sees what was stored before.
// check: --memory tso
// verdict: holds
// check: --memory pso
// verdict: holds
byte x, y;
proctype Child() { assert(x == 1 && y == 2) }
init { x = 1; y = 2; run Child() }
