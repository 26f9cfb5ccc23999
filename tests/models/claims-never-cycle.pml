// check: --memory tso --buffer 2
// verdict: violated
// property: claim
byte x;
active proctype P() { do :: x = 1; x = 0 od }
never { do :: skip :: x == 1 -> goto accept od; accept: do :: x == 1 :: else od }
