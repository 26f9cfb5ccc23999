byte x;
active proctype P() { printf("x is %d\n", x); x = 1; printf("%d %d %c\n", x, _pid, 65); printm(x); x = 2 }
active proctype Q() { x = 3; atomic { printf("a\n"); x = 4 } }
