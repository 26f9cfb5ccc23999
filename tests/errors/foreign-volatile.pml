// error: 'volatile' is not Promela; leave it out: each access of a global is one to memory
// line: 3
volatile int x;
active proctype P() { x = 1 }
