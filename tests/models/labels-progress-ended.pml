// A run that ends is no cycle without progress.
// check: --memory sc --fairness none
// verdict: holds
// property: progress
byte x;
active proctype P() { progress: x = 1; x = 2 }
