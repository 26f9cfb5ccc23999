// check: --memory sc
// verdict: violated
// property: acceptance
byte x;
active proctype P() { do :: x == 1; accept: x = 0 :: x == 0 -> x = 1 od }
