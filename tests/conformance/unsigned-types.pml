unsigned u : 3 = 6; unsigned v : 5; unsigned w : 1;
active proctype P() { u++; u++; v = 40; w = 3; v = v + u }
active proctype Q() { unsigned l : 2 = 3; l++; u = l - 1; assert(u < 8 && v < 32 && w < 2) }
