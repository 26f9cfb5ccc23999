// The classical failure: both pass the test while their stores wait in the buffers.
// check: --memory sc
// verdict: holds
// check: --memory tso
// verdict: violated
// property: assertion
// check: --memory pso --buffer 2
// verdict: violated
bool want[2];
bit turn;
ghost byte ncrit;
active [2] proctype P() {
  do
  :: want[_pid] = 1; turn = 1 - _pid;
     want[1 - _pid] == 0 || turn == _pid;
     ncrit++; assert(ncrit == 1); ncrit--;
     want[_pid] = 0
  od
}
