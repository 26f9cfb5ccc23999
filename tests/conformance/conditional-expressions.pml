byte x, y;
active proctype P() { x = (y > 0 -> 5 : 6); x = (x == 6 -> (y == 1 -> 1 : 2) : 3); (x < 3 -> y == 0 : y == 1); y = 9 }
active proctype Q() { y = 1; y = (x -> 0 : 1) }
