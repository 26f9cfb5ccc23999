// Stores of two stages to one location: y is behind the first x, before the second.
// check: --memory pso
// verdict: holds
byte x, y;
active proctype P() { x = 1; sfence; y = 1; sfence; x = 2 }
active proctype Q() { byte r, s;
    atomic { r = x; s = y; assert(r != 2 || s == 1); assert(s == 0 || r != 0) }
}
