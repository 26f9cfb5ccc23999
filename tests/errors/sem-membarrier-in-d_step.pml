// error: membarrier waits for other processes, so it cannot stand inside d_step
// line: 4
byte x;
active proctype P() { d_step { x = 1; membarrier } }
