byte x; byte seen[4];
active [3] proctype P() { seen[_pid] = 1; x = x + _pid; assert(_nr_pr <= 4) }
init { x = _pid; seen[3] = _nr_pr }
