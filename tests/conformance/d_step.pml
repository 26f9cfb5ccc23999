byte x, y; byte a[3];
active proctype P() { byte i; d_step { x == 2; y = x; x = 0; i = 0 }; d_step { do :: i < 3 -> a[i] = i; i++ :: else -> break od }; x = a[2] }
active proctype Q() { x = 1; x = 2; d_step { y = 7; if :: y == 7 -> y = 8 :: y > 3 -> y = 9 :: else -> y = 10 fi; x = y } }
