bool flag[2]; bit turn; byte n;
active [2] proctype P() {
again: flag[_pid] = 1;
  do
  :: flag[1 - _pid] == 0 -> break
  :: else -> if :: turn == 1 - _pid -> flag[_pid] = 0; turn == _pid; flag[_pid] = 1 :: else fi
  od;
  n++; assert(n == 1); n--; turn = 1 - _pid; flag[_pid] = 0; goto again
}
