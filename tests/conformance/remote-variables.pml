byte x;
active proctype P() { byte l; l = 3; x = 1; l = 4; x = 2 }
active proctype Q() { P:l == 3 -> x = 5; P[0]:l == 4; assert(P[0]:l == 4) }
