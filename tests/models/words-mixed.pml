// Styles 1 and 3 mix: x = 1 and store(x, 1) are the same.
// check: --memory tso
// verdict: violated
byte x, y;
ghost byte r0, r1, done;
active proctype P() { store(x, 1); r0 = y; done++ }
active proctype Q() { y = 1; if :: load(x, 0); r1 = 0 :: load(x, 1); r1 = 1 fi; done++ }
active proctype Check() { done == 2; assert(r0 == 1 || r1 == 1) }
