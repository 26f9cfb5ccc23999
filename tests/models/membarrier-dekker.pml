// Store buffering with a membarrier on one side, and no fence on the other: the side that calls pays for both. A plain fence there is not enough.
// check: --memory tso
// verdict: holds
// check: --memory pso
// verdict: holds
// check: --memory slot
// verdict: holds
// check: --memory tso -D FENCE
// verdict: violated
// check: --memory tso --split-loads
// verdict: holds
byte x, y;
ghost byte r0 = 9, r1 = 9;
active proctype Slow()
{
    x = 1;
#ifdef FENCE
    mfence;
#else
    membarrier;
#endif
    r0 = y;
    assert(r0 != 0 || r1 != 0)
}
active proctype Fast() { y = 1; r1 = x; assert(r0 != 0 || r1 != 0) }
