// Message passing: stores stay in order under TSO, not under PSO.
// check: --memory sc
// verdict: holds
// check: --memory tso
// verdict: holds
// check: --memory pso
// verdict: violated
// property: assertion
byte data, flag;
active proctype P() { data = 1; flag = 1 }
active proctype Q() { flag == 1; assert(data == 1) }
