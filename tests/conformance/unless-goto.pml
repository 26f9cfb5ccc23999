byte x;
active proctype P() { L: { x = 1; x == 2; goto L } unless { x == 3 -> goto M }; x = 5; M: x = 6 }
active proctype Q() { x = 2; x = 3 }
