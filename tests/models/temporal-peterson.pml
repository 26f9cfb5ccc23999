// Who wants to enter gets in, for all buffer sizes, even without fences: stores arrive in the end. What is lost then is mutual exclusion.
// check: --engine auto --memory tso --no-deadlock
// verdict: holds
// check: --engine auto --memory pso --no-deadlock
// verdict: holds
// check: --engine auto --memory tso --no-deadlock -D FENCED
// verdict: holds
// property: ltl
#ifdef FENCED
#define FENCE mfence
#else
#define FENCE skip
#endif
bit want[2], turn;

active [2] proctype P()
{
    do
    :: true
    :: true ->
wait:  want[_pid] = 1;
       turn = 1 - _pid;
       FENCE;
       (want[1 - _pid] == 0 || turn == _pid);
cs:    skip;
       want[_pid] = 0
    od
}

ltl served { [] (P[0]@wait -> <> P[0]@cs) }
