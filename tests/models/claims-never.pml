// check: --memory sc
// verdict: holds
byte x;
active proctype P() { x = 1; x = 0 }
never { do :: skip :: x == 1 -> break od; accept: do :: x == 1 od }
