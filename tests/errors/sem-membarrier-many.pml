// error: membarrier is for programs of at most 31 processes
// line: 5
byte x;
active [31] proctype Q() { x = 1 }
active proctype P() { x = 1; membarrier }
