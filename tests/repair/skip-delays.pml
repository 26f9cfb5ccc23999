/* Without its fence the text has a skip there, at which P1, in its block, cannot meet P0. */
#define SEND_SEEN atomic { h == 1; g = 1; L: c!1 }
#define MEET_AND_STORE c?_; z = 1
byte x, z;
ghost byte g, h;
chan c = [0] of { byte };
active proctype P0() {
    x = 1;
    h = 1;
    sfence;
    MEET_AND_STORE
}
active proctype P1() {
    SEND_SEEN
}
