byte x;
active proctype P() { if :: timeout -> x = 1 :: x == 2 -> x = 3 fi; assert(x != 1) }
active proctype Q() { if :: x = 2 :: x == 1 -> x = 5 fi }
