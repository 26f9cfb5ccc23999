byte p; byte n;
proctype C(byte x; byte y) { n = x + y }
init { p = run C(1, 2); assert(p == 1); n == 3; _nr_pr == 1; p = run C(3, 4); assert(p == 1); if :: run C(0, 0) -> n = 9 fi }
