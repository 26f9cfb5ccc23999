// Counted by hand. SC: 2 stores and the removal, for two processes that share nothing in time.
// check: --memory sc
// verdict: holds
// states: 3
// check: --memory tso --buffer 1
// verdict: holds
// states: 3
byte x;
active proctype P() { x = 1 }
