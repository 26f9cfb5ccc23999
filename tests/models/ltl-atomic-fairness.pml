// That others cannot move while somebody is inside an atomic block excuses nobody, unless it lasts for ever: so does SPIN see it.
// check: --memory sc --ltl "<> (x == 1)"
// verdict: holds
// check: --memory sc --ltl "<> (x == 1)" -D FOR_EVER
// verdict: violated
// check: --memory sc --ltl "<> (x == 1)" -D FOR_EVER --fairness none
// verdict: violated
// check: --memory tso --ltl "<> (x == 1)" -D FOR_EVER --fairness memory --buffer 1
// verdict: violated
byte x, y;
#ifdef FOR_EVER
active proctype P() { atomic { do :: y = 1; y = 0 od } }
#else
active proctype P() { do :: atomic { y = 1; y = 0 } od }
#endif
active proctype Q() { x = 1 }
