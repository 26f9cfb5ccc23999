byte x, y;
active proctype P() { do :: x == 1 -> y++; if :: y == 2 -> break :: else fi :: x == 2 -> x = 1 :: else -> x = 2 od; if :: y > 5 -> y = 0 :: else -> skip fi }
active proctype Q() { if :: x == 0 -> x = 3 :: else -> x = 1 fi }
