// c?x into a relaxed x is a receive and a buffered store in one step.
// check: --memory sc
// verdict: holds
// check: --memory tso
// verdict: violated
// property: assertion
chan c = [1] of { byte };
byte x;
ghost byte got;
active proctype P() { c!5 }
active proctype Q() { c?x; assert(x == 5); got = 1 }
active proctype R() { got == 1; assert(x == 5) }
