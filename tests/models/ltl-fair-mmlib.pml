// One memory process for all buffers may starve a store that waits, but not all of them; and nobody has to commit anything where only processes are fair.
// check: --memory tso --ltl "<> (x == 1)" --fairness mmlib --buffer 2
// verdict: holds
// check: --memory tso --ltl "<> (x == 1)" --fairness process --buffer 2
// verdict: violated
// check: --memory tso --ltl "<> (x == 1)" --fairness mmlib --buffer 2 -D BUSY
// verdict: violated
// check: --memory tso --ltl "<> (x == 1)" --fairness all --buffer 2 -D BUSY
// verdict: holds
// check: --memory tso --ltl "<> (x == 1)" --fairness memory --buffer 2 -D BUSY
// verdict: violated
bit x, y;
ghost bit g;
active proctype P() { x = 1 }
#ifdef BUSY
active proctype Q() { do :: y = 1 - y od }
#else
active proctype Q() { do :: g = 1 - g od }
#endif
