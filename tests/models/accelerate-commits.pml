// check: --memory tso --engine events
// verdict: holds
// exact: true
// check: --memory pso --engine events
// verdict: holds
// exact: true
/* Loops of events in which P commits what it stored long ago while it goes on storing: its buffer loses at the front and grows at the back, without end. */
unsigned x : 2;
ghost unsigned g : 2;
active proctype Q() {
    do
    :: x = 2;
       g = 2;
       g = 3;
       x = 1
    od
}
active proctype P() {
    do
    :: x = g
    od
}
