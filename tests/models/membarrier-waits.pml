// The own buffer is drained before anybody's moment counts, and a process that goes on storing without end has its moments between its stores. Others that call at the same time do not wait for each other.
// check: --memory tso
// verdict: holds
// check: --memory tso --ltl '<> done' --no-deadlock --buffer 1
// verdict: holds
byte x, y, z;
ghost bool done;
ghost byte seen = 9;
active proctype A() { x = 1; membarrier; assert(x == 1 && seen != 0); done = true }
active proctype B() { membarrier; done }
active proctype C() { do :: z = 1; z = 0; done -> break :: done -> break od }
active proctype D() { done; seen = x; assert(seen == 1) }
