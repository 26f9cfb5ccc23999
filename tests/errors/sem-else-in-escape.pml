// error: else cannot be what interrupts
// line: 4
byte x;
active proctype P() { { x = 1 } unless { if :: x == 2 :: else fi } }
