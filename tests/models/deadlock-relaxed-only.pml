// A deadlock that only buffers make possible (Linden and Wolper, Fig. 4 turned round): both saw the other's old value.
// check: --memory sc
// verdict: holds
// check: --memory tso
// verdict: violated
// property: deadlock
byte x, y;
ghost byte a, b;
active proctype P() { x = 1; if :: y == 0 -> a = 1 :: y == 1 fi; !(a == 1 && b == 1) }
active proctype Q() { y = 1; if :: x == 0 -> b = 1 :: x == 1 fi; !(a == 1 && b == 1) }
