// outcomes: --memory tso
// states: 45
// has: R:r=0; R:s=0; P:r=1; Q:r=1; x=3; y=1;
// outcomes: --memory pso
// states: 45
// The first attempt of the events engine gives up on this after 200 states: what it noted by numbers of its own means nothing in the next.
byte x;
short y;

active proctype R() {
    int r;
    unsigned s : 2;
    if
    :: (y <= 1); cas(y, 1 + y, y, r); x = 3; y = 2
    :: d_step { xchg(x, _pid ^ x, s) }
    fi;
    fetch_add(x, 1, s);
    fetch_add(y, 1, r)
}

active proctype P() {
    byte r;
    x = 3;
    r = 1;
    if
    :: xchg(y, r, r)
    fi;
    xchg(y, 0, r)
}

active proctype Q() {
    bool r;
    fetch_add(x, _pid, r)
}
