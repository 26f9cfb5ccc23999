byte x, y;
active proctype P() { { atomic { x = 1; x = 2; y == 3; x = 4 }; x = 5 } unless { atomic { y == 1; x = 7; y = 2 }; x = 8 } ; x = 9 }
active proctype Q() { y = 1; y = 3 }
