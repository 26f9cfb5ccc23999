// check: --memory sc --no-deadlock --fairness none --ltl "[] (Q@e && _last == 1 -> x == 1)"
// verdict: holds
// property: ltl
byte x;
active proctype P() { byte r; a: x = 1; b: r = x; c: x = 2 }
active proctype Q() { d: (x == 1); e: x = 0 }
never { do :: x == 0 && P@a && _last == 1 -> break :: else od }
