byte y = 200; int i;
active proctype P() { i = y + y; assert(i == 400); y = y + y; assert(y == 144); i = y * y * y * y; i = i - 1 }
active proctype Q() { (y > 150 && i != 0) -> i = 0 }
