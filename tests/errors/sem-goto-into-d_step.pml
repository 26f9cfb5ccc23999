// error: goto jumps into a d_step
// line: 4
byte x;
active proctype P() { goto L; d_step { x = 1; L: x = 2 } }
