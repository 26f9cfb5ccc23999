// error: `mfence` waits until the store buffer is empty, so the else beside it would ask whether it is not empty
// line: 17
// error: `xchg(y, 1, r)` waits
// line: 18
// error: `cas(y, 0, 1, r)` waits
// line: 19
// error: `fetch_add(y, 1, r)` waits
// line: 20
// error: `run Q()` waits
// line: 21
// error: `sync` waits
// line: 22
byte x, y;
proctype Q() { byte r; r = x + y }
active proctype P() { byte r;
    x = 1;
    if :: mfence; r = 1 :: else -> r = 2 fi;
    if :: xchg(y, 1, r) :: else -> r = 2 fi;
    if :: r == 0 -> r = 1 :: cas(y, 0, 1, r) :: else -> r = 2 fi;
    do :: fetch_add(y, 1, r) :: else -> break od;
    if :: { if :: run Q() :: r == 3 fi } :: else -> r = 2 fi;
    if :: sync :: else -> r = 2 fi;
    mfence
}
