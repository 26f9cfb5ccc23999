// Dijkstra's mutual exclusion of 1965, the first solution for any number of processes. Who wants in says so, tries to make it its turn while the one
// whose turn it is does not want in, then claims the entry, and starts over when another one has claimed it too.
// The claim and the look at the others' claims are store buffering: under TSO both read the other's claim as absent while their own waits. A full fence
// behind the claim mends it (-D FENCED), under PSO too; the other stores only decide who goes first.
// Checked: at most one process is inside, and there is no deadlock. Two processes, for ever.
// Dijkstra's b and c are true for those who do not want in; here wants and claims are their opposites.
// expect: tarry check dijkstra.pml --memory sc => holds
// expect: tarry check dijkstra.pml --memory tso => violated
// expect: tarry check dijkstra.pml --memory pso => violated
// expect: tarry check dijkstra.pml --memory tso -D FENCED => holds
// expect: tarry check dijkstra.pml --memory pso -D FENCED => holds
// expect: tarry fence dijkstra.pml --memory tso => 1 mfence
// expect: tarry fence dijkstra.pml --memory pso => 1 mfence
#include "tarry.h"

#define N 2

bool wants[N], claims[N];
byte turn;
ghost byte inside;

active [N] proctype P()
{
    byte other;

    do
    :: wants[_pid] = true;
again:
       do
       :: turn != _pid ->
          claims[_pid] = false;
          if
          :: !wants[turn] -> turn = _pid
          :: else
          fi
       :: else -> break
       od;
       claims[_pid] = true;
#ifdef FENCED
       mfence;
#endif
       other = 0;
       do
       :: other < N ->
          if
          :: other != _pid && claims[other] -> goto again
          :: else -> other++
          fi
       :: else -> break
       od;
       inside++;
       assert(inside == 1);
       inside--;
       claims[_pid] = false;
       wants[_pid] = false
    od
}
