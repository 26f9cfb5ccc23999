// Processes that are started or end during the call: one that starts has an empty buffer, one that is removed had one.
// check: --memory tso
// verdict: holds
byte x, y;
ghost byte r0 = 9, r1 = 9;
proctype Fast() { y = 1; r1 = x; assert(r0 != 0 || r1 != 0) }
proctype Short() { y = 0 }
init
{
    run Fast();
    run Short();
    x = 1;
    membarrier;
    r0 = 1;
    run Short();
    x = 2;
    membarrier;
    assert(x == 2)
}
