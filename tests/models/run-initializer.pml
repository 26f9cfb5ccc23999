// The initialiser of a new process reads memory when the process is created, whatever its creator looks at.
// check: --memory tso
// verdict: violated
// property: assertion
// check: --memory sc
// verdict: violated
// property: assertion
byte x;

proctype C() { byte seen = x; assert(seen == 0) }

active proctype P() { run C(); run C() }
active proctype Q() { x = 1 }
