byte x;
active proctype P() { atomic { x = 1; if :: x = 2 :: x = 3 :: x == 1 -> x = 4; x = 5 fi } ; atomic { x++; do :: x > 3 -> x-- :: else -> break od } }
active proctype Q() { x = 9; assert(x == 9) }
