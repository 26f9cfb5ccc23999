/* Where stores may wait for ever, a fence behind the choice stops P0 behind its store to z. At the end of the first option a fence is as good for x. */
#define READ0 atomic { r0 = y; done++; d0 = 1 }
#define READ1 atomic { r1 = x; done++ }
#define STORE_AND_IF x = 1; if
#define LOCKED atomic { xchg(w, 1, _); z = 1; h = 1 }
byte x, y, z, w;
ghost byte r0, r1, h, done, d0;
active proctype P0() {
    STORE_AND_IF
    :: h = 2
    :: LOCKED
    fi;
    READ0
}
active proctype P2() {
    y = 1;
    mfence;
    READ1
}
active proctype P3() { do :: true od }
