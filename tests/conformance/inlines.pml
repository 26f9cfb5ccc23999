byte x, y;
inline swap(a, b) { byte t; t = a; a = b; b = t }
inline bump(v, n) { v = v + n; if :: v > 5 -> v = 0 :: else fi }
active proctype P() { bump(x, 3); swap(x, y); bump(y, 2) }
active proctype Q() { byte z = 4; swap(z, x); bump(z, 2); y = z }
