// check: --memory tso
// verdict: violated
byte x, y;
ghost byte r0, r1, done;
active proctype P() { atomic { x = 1; r0 = y; done++ } }
active proctype Q() { atomic { y = 1; r1 = x; done++ } }
active proctype Check() { done == 2; assert(r0 == 1 || r1 == 1) }
