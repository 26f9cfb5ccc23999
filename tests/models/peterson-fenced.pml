// check: --memory tso --buffer 3
// verdict: holds
// scope: buffers of at most 3 stores
bool want[2];
bit turn;
ghost byte ncrit;
active [2] proctype P() {
  do
  :: want[_pid] = 1; turn = 1 - _pid; mfence;
     want[1 - _pid] == 0 || turn == _pid;
     ncrit++; assert(ncrit == 1); ncrit--;
     want[_pid] = 0
  od
}
