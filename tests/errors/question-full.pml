// check: --buffer 1
// error: `x = 2` waits until the store buffer has room, so the else beside it would ask whether it is full
// line: 15
// error: `x = 3` waits until the store buffer has room, so what it interrupts would ask
// line: 16
// error: `x = 4` waits until the store buffer has room, so the option behind it, which d_step takes otherwise, would ask
// line: 17
// error: `c?x` waits
// line: 18
byte x;
chan c = [1] of { byte };
active proctype Q() { byte r; r = x }
active proctype P() { byte r;
    x = 1;
    if :: x = 2 :: else -> r = 2 fi;
    { r = 1 } unless { x = 3 };
    d_step { if :: x = 4 :: r = 2 fi };
    if :: c?x :: else -> r = 3 fi
}
