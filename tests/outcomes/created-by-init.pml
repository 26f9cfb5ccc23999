// outcomes: --memory tso
// states: 4
// has: init:n=0; x=1; y=2;
// has: init:n=3; x=1; y=2;
// The oldest process goes last: the events engine need not see it go.
byte x, y;

proctype P() {
    x = 1
}

proctype Q() {
    y = 2
}

init {
    byte n;
    run P();
    run Q();
    n = x + y
}
