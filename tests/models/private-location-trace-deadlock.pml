// In a deadlock no store waits, whoever uses the location.
// check: --memory tso
// verdict: violated
// property: deadlock
// check: --memory pso
// verdict: violated
// property: deadlock
byte mine, x;
active proctype P() { do :: mine = 1 :: mine = 2; break od; (x == 1) }
active proctype Q() { x = 2; x = 1; (x != 0); x = 2 }
