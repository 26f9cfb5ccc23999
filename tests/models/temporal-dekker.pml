// Dekker's lock: fenced, everybody gets in; without fences both may wait for each other for ever.
// check: --engine auto --memory tso --no-deadlock -D FENCED
// verdict: holds
// check: --engine auto --memory tso --no-deadlock
// verdict: violated
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
       FENCE;
       do
       :: want[1 - _pid] == 0 -> break
       :: want[1 - _pid] == 1 ->
          if
          :: turn == _pid
          :: turn != _pid -> want[_pid] = 0; FENCE; turn == _pid; want[_pid] = 1; FENCE
          fi
       od;
cs:    skip;
       turn = 1 - _pid;
       want[_pid] = 0;
       FENCE
    od
}

ltl served { [] (P[0]@wait -> <> P[0]@cs) }
