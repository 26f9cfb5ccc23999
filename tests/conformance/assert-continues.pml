byte x;
active proctype P() { assert(false); x = 1; assert(x == 0); x = 2 }
active proctype Q() { assert(x == 0); x = 3 }
