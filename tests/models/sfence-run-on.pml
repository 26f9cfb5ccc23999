// In a loop: each round's data is there before its flag.
// check: --memory pso --engine events
// verdict: holds
bit data, flag;
active proctype P() { do :: data = 1; sfence; flag = 1; sfence; flag = 0; sfence; data = 0; sfence od }
active proctype Q() { end: do :: d_step { flag == 1; assert(data == 1) } od }
