// check: --memory tso --engine events -D MOST=5
// verdict: holds
// check: --memory tso --engine events -D MOST=4
// verdict: violated
// property: assertion
// Any two values that follow each other do so three times, any three but once: states that go on alike for one letter are identified, and R sees
// changes without end; with two letters all are told apart. Q's buffer grows afterwards, so that no exact search ends.
unsigned w : 2, y : 2;
byte x;

active proctype P() {
  atomic {
    x = 1; x = 1; x = 1; x = 2; x = 1; x = 1; x = 3; x = 1; x = 2; x = 2; x = 1; x = 2; x = 3; x = 1;
    x = 3; x = 2; x = 1; x = 3; x = 3; x = 2; x = 2; x = 2; x = 3; x = 2; x = 3; x = 3; x = 3; x = 4
  }
}

active proctype Q() {
  (x == 4);
  do
  :: y = 1;
     do
     :: w = y
     :: w = 2; y = y + 1
     :: break
     od
  od
}

active proctype R() {
  byte n;
  do
  :: (x == 1) -> (x == 2); n++; assert(n <= MOST)
  :: (x == 4) -> break
  od;
  end: (w == 1)
}
