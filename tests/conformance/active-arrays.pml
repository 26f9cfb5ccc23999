byte a[3];
active [3] proctype P() { byte i = _pid; a[i]++; a[(i + 1) % 3] = a[i]; if :: a[i] > 1 -> a[i] = 0 :: else fi }
