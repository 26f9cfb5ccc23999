// check: --memory tso
// verdict: holds
// check: --memory pso
// verdict: holds
// check: --memory pso --buffer 1
// verdict: holds
byte data, flag;
active proctype P() { store(data, 1); sfence; flag = 1 }
active proctype Q() { load(flag, 1); assert(data == 1) }
