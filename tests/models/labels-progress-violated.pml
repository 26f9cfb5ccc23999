// check: --memory sc --fairness all
// verdict: violated
// property: progress
// check: --memory sc --fairness none
// verdict: violated
// property: progress
byte x;
active proctype P() { do :: x = 1; progress: x = 2 :: x = 3 od }
