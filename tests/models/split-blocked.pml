// A condition that never becomes true is a deadlock with split loads too, and one that was found false is looked at again when something changes, load by load.
// check: --memory sc --split-loads
// verdict: violated
// property: deadlock
// check: --memory sc --split-loads -D CHANGE
// verdict: holds
// check: --memory tso --split-loads -D CHANGE
// verdict: holds
// check: --memory sc --split-loads -D PASS --no-deadlock
// verdict: violated
// property: assertion
// check: --memory sc -D PASS --no-deadlock
// verdict: holds
byte a = 1, b;
active proctype P()
{
    await (a == 1 && b == 1);
#ifdef PASS
    assert(false);
#endif
    skip
}
active proctype Q()
{
    skip;
#ifdef CHANGE
    b = 1
#endif
#ifdef PASS
    d_step { a = 0; b = 1 }
#endif
}
