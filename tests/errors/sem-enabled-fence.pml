// error: enabled() is not supported where processes have a statement that waits for its store buffer
// line: 5
byte x;
active proctype P() { x = 1; mfence }
ltl { [] enabled(0) }
