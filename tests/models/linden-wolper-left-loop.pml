// A process leaves a loop for good: its buffer may hold stores of the first before those of the second, never after. The interleaved acceleration
// takes them for mixed, so that its error needs a run to confirm it, and there is none.
// check: --memory tso --no-deadlock --engine automata
// verdict: holds
// check: --memory tso --no-deadlock --engine events
// verdict: holds
// check: --memory tso --no-deadlock --engine automata --acceleration interleaved
// verdict: unknown
byte x, y = 2;
active proctype P() {
  do :: x = 1; x = 3 :: break od;
  do :: y = 4; y = 2 od
}
active proctype Q() { byte r; y == 4; r = x; x != r; assert(false) }
