// check: --memory sc --no-deadlock --fairness none
// verdict: violated
// property: claim
// check: --memory sc --no-deadlock --fairness none --ltl "[] (x == 1 -> _last == 0 || Q@e)"
// verdict: violated
// property: claim
byte x;
active proctype P() { byte r; a: x = 1; b: r = x; c: x = 2 }
active proctype Q() { d: (x == 1); e: x = 0 }
never { do :: _last == 1 && Q@e && x == 1 -> break :: else od }
