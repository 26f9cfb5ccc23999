// error: 'barrier' is not Promela; write mfence for a fence of the processor; no compiler moves statements here
// line: 5
byte x, y;
active proctype P() {
  barrier();
  y = 2
}
