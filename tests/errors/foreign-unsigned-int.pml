// error: 'unsigned int' is not Promela; write unsigned x : 8 for 8 bits, or byte
// line: 3
unsigned int x;
active proctype P() { skip }
