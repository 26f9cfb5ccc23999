// check: --memory tso --engine events --time-limit 1
// verdict: unknown
// R counts the changes of x. An approximation forgets how many there are in P's buffer: it has an error that no run shows, also when it looks further ahead.
bit w, y;
byte x;
chan c = [0] of { bit };

active proctype P() {
  atomic {
    x = 1; x = 2; x = 1; x = 2; x = 1; x = 2; x = 1; x = 2; x = 1; x = 2; x = 1; x = 2; x = 1; x = 2;
    x = 1; x = 2; x = 1; x = 2; x = 1; x = 2; x = 1; x = 2; x = 1; x = 2; x = 1; x = 2; x = 1; x = 2;
    x = 3
  };
  end: do :: c?1 -> w = 1 od
}

active proctype Q() {
  (x == 3);
  end: do :: y = 1; c!1 od
}

active proctype R() {
  byte n;
  do
  :: (x == 1) -> (x == 2); n++; assert(n <= 14)
  :: (x == 3) -> break
  od;
  end: do :: (w == 1 && y == 1) od
}
