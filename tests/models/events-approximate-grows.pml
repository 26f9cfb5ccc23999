// check: --memory tso --engine events
// verdict: holds
// exact: false
// check: --memory pso --engine events
// verdict: holds
// exact: false
// check: --memory tso --engine events --never x==3&&Reader@gone
// verdict: violated
// One process commits and grows: what it stores runs through all values again and again, at any speed.
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
  end: (x == 1);
  gone: skip
}
