byte x;
proctype W(byte i) { x = i; x == i }
init { atomic { run W(1); run W(2); run W(3); run W(4) }; _nr_pr == 1; assert(x > 0) }
