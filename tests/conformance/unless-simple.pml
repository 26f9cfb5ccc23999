byte x, y;
active proctype P() { { x = 1; x = 2; x = 3; x = 4 } unless { y == 1; x = 9 }; x = 5 }
active proctype Q() { y = 1; y = 0 }
