byte g = 1;
active proctype P() { byte x = 2; x++; assert(x == 3); { byte y; y = x; x = y + 1 }; { byte z = 4; x = z } }
active proctype Q() { g = 5; { int w = 7; w--; g = w } ; { byte z = 2; g = g + z }; assert(g == 8) }
