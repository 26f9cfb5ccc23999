byte o; byte pi, pa, pb;
active proctype A() { pa = _pid; o++ }
init { pi = _pid; o++ }
active proctype B() { pb = _pid; o == 3; assert(pa + pb + pi == 3) }
