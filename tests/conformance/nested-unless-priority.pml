byte x, y;
active proctype P() { { { { x = 1; x = 2 } unless { y > 0 -> x = 10 } } unless { y > 1 -> x = 20 } } unless { y > 2 -> x = 30 }; x = 3 }
active proctype Q() { y = 3; y = 2; y = 1 }
