// check: --memory sc
// verdict: holds
// check: --memory tso
// verdict: violated
// check: --memory tso --buffer 2 -D FENCED
// verdict: holds
// check: --memory pso --buffer 1 -D FENCED
// verdict: holds
#ifdef FENCED
#define fence mfence
#else
#define fence skip
#endif
bool flag[2];
bit turn;
ghost byte ncrit;
active [2] proctype P() {
again:
  flag[_pid] = 1; fence;
  do
  :: flag[1 - _pid] == 0 -> break
  :: else ->
     if
     :: turn != _pid -> flag[_pid] = 0; turn == _pid; flag[_pid] = 1; fence
     :: else
     fi
  od;
  ncrit++; assert(ncrit == 1); ncrit--;
  turn = 1 - _pid;
  flag[_pid] = 0;
  goto again
}
