// error: membarrier is for programs of at most 31 processes
// line: 4
byte x;
active proctype P() { x = 1; membarrier; run P() }
