// check: --memory tso --engine events
// verdict: unknown
// reason: no run shows it
// R counts the changes of x. An approximation forgets how many there are in P's buffer: it has an error that no run shows, also when it looks further ahead.
unsigned w : 2, y : 2;
byte x;

active proctype P() {
  atomic {
    x = 1; x = 2; x = 1; x = 2; x = 1; x = 2; x = 1; x = 2; x = 1; x = 2; x = 1; x = 2; x = 1; x = 2;
    x = 1; x = 2; x = 1; x = 2; x = 1; x = 2; x = 1; x = 2; x = 1; x = 2; x = 1; x = 2; x = 1; x = 2;
    x = 3
  }
}

active proctype Q() {
  (x == 3);
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
  :: (x == 1) -> (x == 2); n++; assert(n <= 14)
  :: (x == 3) -> break
  od;
  end: (w == 1)
}
