byte x, y;
active proctype P() { do :: d_step { x < 3; x++; y = x } :: d_step { y == 2; x = 0; y = 0 } :: x == 3 -> break od }
active proctype Q() { if :: d_step { x == 2 -> x = 0 } :: y = 1 fi }
