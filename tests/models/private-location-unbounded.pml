// check: --memory tso
// verdict: holds
// scope: all buffer sizes
byte mine, x;
active proctype P() { do :: mine = 1 - mine :: x = 1; break od }
active proctype Q() { byte r; r = x }
