// A property that counts processes sees them go, the last one too.
// check: --memory tso --never '_nr_pr == 1'
// verdict: violated
// check: --memory tso --never '_nr_pr == 0'
// verdict: violated
// check: --memory sc --always '_nr_pr == 2'
// verdict: violated
// check: --memory pso --never '_nr_pr == 1 && x == 0'
// verdict: holds
// check: --memory tso --never '_nr_pr > 2'
// verdict: holds
byte x;
active proctype P() { x = 1 }
active proctype Q() { x == 1 }
