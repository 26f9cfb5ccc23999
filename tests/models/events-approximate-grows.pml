// check: --memory tso --engine events
// verdict: holds
// check: --memory pso --engine events
// verdict: holds
// check: --memory pso --engine events --never x==1&&y==0
// verdict: violated
// One process stores what it has pending itself, without end: commits and growth go on together.
unsigned x : 2, y : 2;

active proctype Writer() {
  do
  :: y = 1;
     do
     :: x = y
     :: x = 2; y = y + 1
     :: break
     od
  od
}

active proctype Reader() {
  byte r = x;
  r = y;
  assert(r < 4);
  end: (x == 1)
}
