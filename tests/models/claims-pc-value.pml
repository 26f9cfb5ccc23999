// States have SPIN's numbers: there is none with 8.
// check: --memory sc --fairness none --ltl "<> pc_value(0) == 7 && [] <> pc_value(0) != 7"
// verdict: holds
// property: ltl
// check: --memory sc --fairness none
// verdict: holds
// property: claim
byte x;
active proctype P() { byte r; do :: x = 1; if :: x == 1 -> r = x; r = 1 :: else -> x = 2 fi; x = 2 od }
active proctype Q() { do :: (x == 1) -> x = 0; x = 3 od }
never { do :: pc_value(0) == 8 || (pc_value(0) == 6 && pc_value(1) == 2 && x == 1) -> break :: else od }
