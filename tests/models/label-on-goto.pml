// A label on goto is no label on its target: at P1 the store has been made.
// check: --memory sc
// verdict: holds
// check: --memory sc --never 'R@P1 && x == 0'
// verdict: holds
// check: --memory sc --never 'R@P1'
// verdict: violated
// property: never
byte x;
active proctype R() { again: x = 1; P1: goto again }
active proctype M() { end: atomic { R@P1 -> assert(x == 1) } }
