/* P1 blocks at L, in its block, where P0 waits at a fence behind its store to z. Before it a fence is as good for x, and nobody waits for it. */
#define READ0 atomic { r0 = y; done++ }
#define READ1 atomic { r1 = x; done++ }
#define MEET_AND_READ c?_; READ0
#define SEND_SEEN atomic { z == 1; g = 1; L: c!1 }
byte x, y, z;
ghost byte r0, r1, g, done;
chan c = [0] of { byte };
active proctype P0() {
    x = 1;
    z = 1;
    MEET_AND_READ
}
active proctype P1() {
    if
    :: SEND_SEEN
    :: c!1
    fi
}
active proctype P2() {
    y = 1;
    mfence;
    READ1
}
