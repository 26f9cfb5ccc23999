byte x, y;
active proctype P() { atomic { x = 1; d_step { y = x; x = 2 }; y == 3; d_step { x = 5; y = 6 } } }
active proctype Q() { x == 2; y = 3; x = 1 }
