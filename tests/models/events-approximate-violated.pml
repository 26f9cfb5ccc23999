// check: --memory tso --engine events
// verdict: violated
// property: assertion
// exact: false
// P's buffer is longer than the sets of the first exact searches may get; an approximation has the error, and its run replays.
byte x;

active proctype P() {
  atomic {
    x = 1; x = 2; x = 1; x = 2; x = 1; x = 2; x = 1; x = 2; x = 1; x = 2; x = 1; x = 2; x = 1; x = 2;
    x = 1; x = 2; x = 1; x = 2; x = 1; x = 2; x = 1; x = 2; x = 1; x = 2; x = 1; x = 2; x = 1; x = 2;
    x = 1; x = 2; x = 1; x = 2; x = 1; x = 2; x = 1; x = 2; x = 1; x = 2; x = 1; x = 2; x = 1; x = 2;
    x = 1; x = 2; x = 1; x = 2; x = 1; x = 2; x = 1; x = 2; x = 1; x = 2; x = 1; x = 2; x = 1; x = 2;
    x = 1; x = 2; x = 1; x = 2; x = 1; x = 2; x = 1; x = 2; x = 1; x = 2; x = 1; x = 2; x = 1; x = 2;
  }
}

active proctype R() {
  byte n;
  do
  :: (x == 1) -> (x == 2); n++; assert(n < 20)
  :: break
  od
}
