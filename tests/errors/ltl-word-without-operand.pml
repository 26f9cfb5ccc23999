// error: a formula or a condition is missing here
// line: 4
byte x;
ltl served { [] (x == 0) until }
active proctype P() { x = 1 }
