// check: --memory sc --fairness none
// verdict: violated
// property: progress
// check: --memory sc --fairness process
// verdict: holds
// property: progress
byte x;
active proctype P() { do :: x = 1; progress: x = 2 od }
active proctype Q() { do :: x = 3 od }
