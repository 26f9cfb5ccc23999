// A ghost decides what is loaded, and changes meanwhile: what the last step looks at has been loaded all the same.
// check: --memory tso --split-loads
// verdict: holds
// check: --memory pso --split-loads --engine explicit
// verdict: holds
// check: --memory tso --split-loads -D FAIL
// verdict: violated
// property: assertion
byte x = 5, y = 5, z = 5, sum;
ghost bit g;
active proctype P()
{
    byte r;
    sum = x + (g -> y : 5);
    r = (g -> x : y);
    if :: g && x == 5 && y == 5 -> r = r + 5 :: else -> r = r + 5 fi;
#ifdef FAIL
    assert(r != 10)
#else
    assert(r == 10 && sum == 10)
#endif
}
active proctype Q() { g = 1; g = 0; g = 1 }
