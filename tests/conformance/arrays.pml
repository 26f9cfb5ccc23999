byte a[3] = 2; short b[2]; int k;
active proctype P() { byte l[2] = 1; byte i; do :: i < 3 -> a[i] = a[i] + l[i % 2]; i++ :: else -> break od; k = a[0] + a[a[0] - 2] }
active proctype Q() { b[1] = -3; b[0] = b[1] * 2; k = b[0]; assert(a[2] < 4) }
