// The local of a process that does not exist is 0, as in SPIN: before it is created, and after it has gone.
// check: --memory sc --fairness none
// verdict: holds
// property: ltl
byte g;
proctype P(byte me) { byte r = 1; g = 1; here: r = 2; g = r }
init { g = 7; run P(0) }
ltl c { [] (P[1]:r <= 2) }
ltl e { [] (!(P[1]:r >= 3)) }
ltl f { <> (P[1]@here) }
ltl h { <> (P@here) }
ltl i { <> [] (P[1]:r == 0) }
