/* P1 blocks at L, in its block, where P0 waits behind the choice for its store to z. At the end of the first option a fence is as good for x. */
#define READ0 atomic { r0 = y; done++ }
#define READ1 atomic { r1 = x; done++ }
#define STORE_AND_IF x = 1; if
#define LOCKED atomic { xchg(w, 1, _); z = 1; h = 1 }
#define SEND_SEEN atomic { h == 1; g = 1; L: c!1 }
#define MEET_AND_READ c?_; READ0
byte x, y, z, w;
ghost byte r0, r1, g, h, done;
chan c = [0] of { byte };
active proctype P0() {
    STORE_AND_IF
    :: h = 2
    :: LOCKED
    fi;
    MEET_AND_READ
}
active proctype P1() {
    if
    :: SEND_SEEN
    :: h == 2; c!1
    fi
}
active proctype P2() {
    y = 1;
    mfence;
    READ1
}
