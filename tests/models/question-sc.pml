// Under SC there is no buffer to ask about: an else beside a fence is never taken, and what a fence interrupts never goes on.
// check: --memory sc
// verdict: holds
// check: --memory sc --buffer 1
// verdict: holds
byte x, y;
active proctype P() { byte r;
    x = 1;
    if :: mfence; r = 1 :: else -> assert(false) fi;
    if :: cas(x, 1, 2, r) :: else -> assert(false) fi;
    { assert(false) } unless { sync };
    if :: x = 3 :: else -> assert(false) fi
}
active proctype Q() { y = x }
