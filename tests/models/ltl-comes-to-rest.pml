// Where nothing moves any more the last state stays for ever: x is 1 in it, y is not.
// check: --memory tso --ltl "<> [] (x == 1)" --no-deadlock
// verdict: holds
// check: --memory tso --ltl "<> (y == 1)" --no-deadlock
// verdict: violated
// check: --memory tso --ltl "[] <> (x == 0)" --no-deadlock
// verdict: violated
byte x, y;
active proctype P() { x = 1; (y == 2) }
active proctype Q() { (y == 1) }
