// Under PSO the store of turn may overtake that of want: one fence between them more.
// check: --memory pso --buffer 2
// verdict: violated
// check: --memory pso --buffer 2 -D FENCE2
// verdict: holds
#ifdef FENCE2
#define between mfence
#else
#define between skip
#endif
bool want[2];
bit turn;
ghost byte ncrit;
active [2] proctype P() {
  do
  :: want[_pid] = 1; between; turn = 1 - _pid; mfence;
     want[1 - _pid] == 0 || turn == _pid;
     ncrit++; assert(ncrit == 1); ncrit--;
     want[_pid] = 0
  od
}
