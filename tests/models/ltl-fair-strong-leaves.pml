// Whoever can leave a loop again and again leaves it: a strongly fair run comes to rest or goes round where no way leads out. That others are inside a block, or a
// d_step beside another statement leads to the same state, makes no difference.
// check: --memory tso --buffer 1 --ltl "<> (x == 1)" --fairness strong --no-deadlock
// verdict: holds
// check: --memory tso --buffer 1 --ltl "<> (x == 1)" --fairness all --no-deadlock
// verdict: violated
// check: --memory tso --buffer 1 --ltl "<> [] (x == 1)" --fairness strong --no-deadlock
// verdict: holds
// check: --memory tso --buffer 1 --ltl "<> [] (z == 1)" --fairness strong --no-deadlock
// verdict: violated
// check: --memory tso --buffer 1 --ltl "[] <> (z == 1)" --fairness strong --no-deadlock
// verdict: holds
bit x;
ghost bit z;
active proctype P() { do :: d_step { skip; skip } :: skip :: break od; x = 1 }
active proctype Q() { x == 1; do :: atomic { z = 1; z = 0 } :: d_step { z == 0; z = 1; z = 0 } od }
