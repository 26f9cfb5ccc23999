bool want[2]; bit turn; byte n;
active [2] proctype P() { do :: want[_pid] = 1; turn = 1 - _pid; (want[1 - _pid] == 0 || turn == _pid); n++; assert(n == 1); n--; want[_pid] = 0 od }
