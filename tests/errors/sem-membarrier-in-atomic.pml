// error: membarrier waits for other processes, so it cannot stand inside atomic
// line: 4
byte x;
active proctype P() { atomic { x = 1; membarrier } }
