// check: --memory sc
// verdict: violated
// property: assertion
byte x;
active proctype P() { x = 1; assert(x == 0) }
ltl done { <> (x == 1) }
