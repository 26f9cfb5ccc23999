// fetch_add is one step on memory: no increment is lost, and the old value is returned.
// check: --memory tso
// verdict: holds
// check: --memory pso
// verdict: holds
byte x;
ghost byte done, sum;
active [3] proctype P() { byte r; fetch_add(x, 1, r); sum = sum + r; done++ }
active proctype Check() { done == 3; assert(x == 3); assert(sum == 3) }
