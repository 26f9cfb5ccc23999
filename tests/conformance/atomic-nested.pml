byte x, y;
active proctype P() { atomic { x = 1; atomic { y = 1; y = 2 }; x = 3; { x = 4; y = 5 }; x = 6 } ; x = 7 }
active proctype Q() { atomic { atomic { x == 7; y = 9 } ; y = 10; y == 11; y = 12 } }
active proctype R() { y == 10; y = 11; x = 1 }
