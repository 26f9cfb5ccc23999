// A rendezvous as the last statement of an atomic block: the sender stays between statements until it goes on.
byte x;
chan c = [0] of { short };
active [2] proctype P() {
    bit r = 1;
    atomic {
        if
        :: skip;
        :: c!(x & 3);
        fi;
    };
    c?r;
}
