// Counted by hand: the start, after the store, after the removal; with a buffer also between store and commit.
// check: --memory sc
// verdict: holds
// states: 3
// check: --memory tso --buffer 1
// verdict: holds
// states: 4
byte x;
active proctype P() { x = 1 }
