// error: break jumps out of a d_step
// line: 4
byte x;
active proctype P() { do :: d_step { x = 1; break } od }
