// P: store, commit, end; Q: load of x, end. P at start, stored, committed; Q before, after (read 0 or 1), ended.
// check: --memory sc
// verdict: holds
// states: 7
// check: --memory tso --buffer 1
// verdict: holds
// states: 10
byte x;
active proctype P() { x = 1 }
active proctype Q() { x >= 0 }
