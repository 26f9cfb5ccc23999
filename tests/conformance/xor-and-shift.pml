unsigned a : 4 = 9; byte b = 1;
active proctype P() { do :: b < 64 -> b = b << 2; a = a ^ b :: b >= 64 -> b = b >> 3; break od }
active proctype Q() { a = (a >> 1) | (a << 3); a = a & 7; assert(a <= 7) }
