// A local that the user calls as Tarry calls its own stays the user's, whatever is noted during the call and loaded in a statement.
// check: --memory tso
// verdict: holds
// check: --memory pso --split-loads
// verdict: holds
// check: --memory tso --split-loads -D FAIL
// verdict: violated
// property: assertion
byte x, y;
active proctype P()
{
    byte _drained = 2, _load0 = 7, _failed0 = 3;
    membarrier;
    if :: x == 1 && y == 1 -> _load0++ :: else -> _load0++ fi;
#ifdef FAIL
    assert(_load0 == 7)
#else
    assert(_drained == 2 && _load0 == 8 && _failed0 == 3)
#endif
}
active proctype Q() { x = 1; y = 1 }
active proctype R() { y = 2 }
