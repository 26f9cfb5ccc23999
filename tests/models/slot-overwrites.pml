// Under slot a process has room for one pending store a location, and the next one takes its place: x = 1 may never be seen, but need not be lost.
// check: --memory slot --never "y == 1 && x == 2" --no-deadlock
// verdict: violated
// check: --memory slot --never "x == 2 && seen == 1" --no-deadlock
// verdict: violated
// scope: one pending store a location
// check: --memory slot --never "x == 1 && done == 1 && view(P, x) == 1" --no-deadlock
// verdict: holds
// check: --memory slot --buffer 2
// verdict: error
// warning: leave out --buffer
// check: --memory slot --engine events
// verdict: error
// warning: a store takes the place of the one before
// check: --memory slot --reduction ample --engine explicit
// verdict: error
// warning: were not shown right
#ifndef __TARRY__
#define ghost
#endif
byte x, y;
ghost byte seen, done;
active proctype P() { x = 1; y = 1; x = 2; done = 1 }
active proctype Q() { x == 1; seen = 1 }
