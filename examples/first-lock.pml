// The lock of docs/TUTORIAL.md: who wants to enter raises a flag, and waits while the other's flag is up.
// Right under SC. Under TSO a flag may still be on its way to memory while its owner already looks at the other one.
// Where both raise their flags at once, one of them takes its flag down and tries again: nobody is promised to get in.
// expect: tarry check first-lock.pml --memory sc => holds
// expect: tarry check first-lock.pml --memory tso => violated
// expect: tarry check first-lock.pml --memory pso => violated
// expect: tarry fence first-lock.pml --memory tso => 1 mfence
// expect: tarry fence first-lock.pml --memory pso => 1 mfence
#ifndef __TARRY__
#define ghost
#endif

bool flag[2];
ghost byte inside;

active [2] proctype Worker()
{
    byte me = _pid, other = 1 - _pid;

again:
    flag[me] = true;
    if
    :: flag[other] ->
       flag[me] = false;
       goto again
    :: else
    fi;
    inside++;
    assert(inside == 1);
    inside--;
    flag[me] = false;
    goto again
}
