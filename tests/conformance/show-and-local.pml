show byte x; local byte y; byte h;
active proctype P() { h = 3; x = h; h = 4; y = 1 }
active proctype Q() { h = 5; x = 2 }
