// check: --memory tso
// verdict: holds
// check: --memory pso
// verdict: holds
byte data, flag;
active proctype P() { data = 1; mfence; flag = 1 }
active proctype Q() { flag == 1; assert(data == 1) }
