// check: --memory tso
// verdict: violated
// One step stores twice and takes nothing out of the channel.
byte x; byte y;
chan c = [2] of { byte, byte };
active proctype P() {
    byte r;
    c!1,2;
    do
    :: c?<x,y>
    :: break
    od;
    r = x;
}
active proctype Q() {
    byte a; byte b;
    a = y; b = x;
    assert(!(a == 2 && b == 1));
}
