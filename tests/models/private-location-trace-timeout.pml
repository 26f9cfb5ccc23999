// timeout, run and the end of a process come after the commits.
// check: --memory tso
// verdict: violated
// property: assertion
byte mine, own; ghost byte done;
proctype C() { own = 1; own = 2; done = 1 }
active proctype P() { byte r; mine = 1; mine = 2; mine = 3; run C(); mine = 4; (done == 1); timeout; assert(_nr_pr == 3) }
