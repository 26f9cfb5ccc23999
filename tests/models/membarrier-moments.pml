// Three processes tell membarrier from sync. R has nothing pending when the call begins, stores y, and finds that the store of Q is still pending. Once that is committed
// each of the two has had its moment, and A goes on while y is pending. sync wants both buffers empty at one moment, which is after the store of y then.
// check: --memory tso
// verdict: violated
// property: assertion
// check: --memory pso
// verdict: violated
// property: assertion
// check: --memory tso -D TOGETHER
// verdict: holds
// check: --memory pso -D TOGETHER
// verdict: holds
// check: --memory sc
// verdict: holds
// check: --memory tso --buffer 1
// verdict: violated
// property: assertion
#ifdef TOGETHER
#define BARRIER sync
#else
#define BARRIER membarrier
#endif
byte x, y;
ghost bool stored, called;
ghost byte old_x = 9, old_y = 9;
active proctype A() { stored; called = true; BARRIER; old_y = y; assert(old_x != 0 || old_y != 0) }
active proctype Q() { x = 1; stored = true }
active proctype R() { called; y = 1; old_x = x }
