// error: statements stand in the body of a proctype, an init or an inline
// line: 4
byte x;
x = 1;
active proctype P() { x = 2 }
