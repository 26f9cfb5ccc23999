// error: unless cannot stand inside d_step
// line: 4
byte x;
active proctype P() { d_step { { x = 1 } unless { x == 2 }; x = 3 } }
