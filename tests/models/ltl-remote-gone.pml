// check: --memory sc --fairness none
// verdict: violated
// property: ltl
byte g;
proctype P(byte me) { byte r = 1; g = 1; r = 2; g = r }
init { g = 7; run P(0) }
ltl j { <> [] (P[1]:r == 2) }
