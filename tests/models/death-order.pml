// Only the youngest can go: an ended older process waits.
// check: --memory sc
// verdict: holds
byte x;
active proctype Old() { x = 1 }
active proctype Young() { x = 2; _nr_pr == 2 }
