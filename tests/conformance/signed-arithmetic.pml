int a = -7; int b = 2; int q; short t;
active proctype P() { q = a / b; assert(q == -3); q = a % b; assert(q == -1); q = a >> 1; q = a << 2; q = ~a; q = -a; t = 70000; q = t }
active proctype Q() { q = a & 3; q = a | 8; q = a ^ 5; q = (a < b) + (a >= b); q = !a; q = a && b; q = a || b }
