// The block of the claim cannot end in the state in which it begins: the claim stops there.
// check: --memory sc --fairness none
// verdict: holds
// property: claim
byte x;
active proctype P() { x = 1; x = 2; x = 1; x = 3 }
never { do :: atomic { (x == 2) -> (x == 1); assert(false) } :: (1) od }
