// check: --memory tso --engine events -D MOST=5
// verdict: holds
// check: --memory tso --engine events -D MOST=4
// verdict: violated
// property: assertion
// Any two values that follow each other do so three times, any three but once: states that go on alike for one letter are identified, and R sees
// changes without end; with two letters all are told apart. P and Q grow together afterwards, so no exact search ends.
bit w, y;
byte x;
chan c = [0] of { bit };

active proctype P() {
  atomic {
    x = 1; x = 1; x = 1; x = 2; x = 1; x = 1; x = 3; x = 1; x = 2; x = 2; x = 1; x = 2; x = 3; x = 1;
    x = 3; x = 2; x = 1; x = 3; x = 3; x = 2; x = 2; x = 2; x = 3; x = 2; x = 3; x = 3; x = 3; x = 4
  };
  end: do :: c?1 -> w = 1; w = 0 od
}

active proctype Q() {
  (x == 4);
  end: do :: y = 1; y = 0; c!1 od
}

active proctype R() {
  byte n;
  do
  :: (x == 1) -> (x == 2); n++; assert(n <= MOST)
  :: (x == 4) -> break
  od;
  end: do :: (w == 1) -> (w == 0); (y == 1) -> (y == 0) od
}
