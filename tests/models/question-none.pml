// What waits for an empty buffer asks nothing by itself: not beside other options, and not inside a block, where it writes the buffer out. With
// --overflow error a store does not wait for room.
// check: --memory tso
// verdict: holds
// check: --memory pso
// verdict: holds
// check: --memory tso --buffer 2 --overflow error
// verdict: holds
byte x, y;
active proctype P() { byte r;
    x = 1;
    if :: mfence :: y == 1 fi;
    if :: atomic { xchg(x, 2, r); r = 1 } :: else -> assert(false) fi;
    { assert(false) } unless { atomic { mfence; r = 2 } };
    if :: y = 2 :: else -> assert(false) fi;
    assert(r == 2)
}
active proctype Q() { byte r; r = x + y }
