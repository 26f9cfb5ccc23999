// Approximations are no matter of the language. The options of an if are tried each with a view of its own.
// check: --memory tso
// verdict: violated
// check: --memory tso-us
// verdict: violated
// property: assertion
// check: --memory tso-om
// verdict: violated
// check: --memory tso-fc
// verdict: violated
// check: --memory sc
// verdict: holds
int x, y;
ghost byte inside;
active proctype P() { x = 1; if :: y == 0 -> inside++; assert(inside == 1); inside-- :: y != 0 fi }
active proctype Q() { y = 1; if :: x == 0 -> inside++; assert(inside == 1); inside-- :: x != 0 fi }
