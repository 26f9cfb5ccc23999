byte x;
active proctype P() { x = 1; CS: x = 2; x = 3 }
active proctype Q() { P@CS -> x = 4; x = 5 }
active proctype R() { !P@CS && x == 3; x = 7 }
