// outcomes: --memory tso
// refused: events
// states: 2
// has: Q:s=7; x=6; a[0]=5; a[1]=6; a[2]=7;
// has: Q:s=7; x=7; a[0]=5; a[1]=6; a[2]=7;
// The first is reached after Q has gone.
byte x;
byte a[3] = { 5, 6, 7 };

active proctype P() {
    x = a[_nr_pr % 3]
}

active proctype Q() {
    byte s;
    s = 7
}
