byte x, y;
active proctype P() { { x = 1; d_step { x = 2; x = 3 }; x = 4 } unless { d_step { y == 1; x = 8; y = 2 } }; x = 5 }
active proctype Q() { y = 1; y = 1 }
