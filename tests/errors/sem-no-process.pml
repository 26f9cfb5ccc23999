// error: nothing runs: there is neither init nor an active proctype; write active proctype P, or init { run P(..) }
// line: 4
byte x;
proctype P() { x = 1 }
