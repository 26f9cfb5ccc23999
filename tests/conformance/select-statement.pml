byte x, y;
active proctype P() { byte i; select (i : 1 .. 4); x = i; select (i : x .. 5); y = i; assert(y >= x) }
