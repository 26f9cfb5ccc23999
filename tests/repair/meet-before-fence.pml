/* P1 blocks at L, in its block, where P0 waits at a fence before it receives. Behind it a fence is as good for x, and nobody waits for it. */
#define FIRST atomic { x = 1; h = 1 }
#define READ0 atomic { r0 = y; done++ }
#define READ1 atomic { r1 = x; done++ }
#define MEET atomic { g = 1; L: c!1 }
byte x, y;
ghost byte r0, r1, g, h, done;
chan c = [0] of { byte };
active proctype P0() {
    FIRST;
    c?_;
    READ0
}
active proctype P1() {
    h == 1;
    MEET
}
active proctype P2() {
    y = 1;
    mfence;
    READ1
}
