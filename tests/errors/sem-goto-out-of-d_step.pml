// error: goto jumps out of a d_step
// line: 4
byte x;
active proctype P() { d_step { x = 1; goto L }; L: x = 2 }
