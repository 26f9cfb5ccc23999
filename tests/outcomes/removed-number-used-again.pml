// outcomes: --memory sc
// refused: events
// states: 2
// has: P:r=1; Q:s=7; Q:t=0; Q:u=3; x=1;
// has: P:r=1; Q:s=7; Q:t=0; Q:u=3; x=2;
// outcomes: --memory pso
// refused: events
// states: 2
// R gets the number of Q where that has gone; what Q had is not R's.
byte x;

active proctype P() {
    byte r;
    r = 1;
    run R(5)
}

active proctype Q() {
    byte s, t, u;
    s = 7;
    u = 3
}

proctype R(byte n) {
    x = _pid
}
