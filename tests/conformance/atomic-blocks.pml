/* atomic: exclusive while it can go on, states inside are not stored, a blocked one lets others run */
byte x, y;
active proctype P() { atomic { x = 1; y = 1; x = 2 }; atomic { x == 5; y = 3; x = 6 }; y = 4 }
active proctype Q() { x = 3; atomic { y == 1 -> x = 5; y = 2 }; assert(x != 3) }
active proctype R() { if :: atomic { x > 0; y++ } :: atomic { y > 0; x-- } fi }
