// While P is inside its atomic block the channel is full; Q, which may not move then, never takes its first statement: its escape is always possible.
// check: --memory tso
// verdict: holds
chan c = [1] of { byte };
byte x;

active proctype P() {
    byte r;
    atomic {
        x = 1;
        c!1;
        c?r
    }
}

active proctype Q() {
    {
        (x < 2);
        x = 2
    } unless {
        nfull(c)
    }
}
