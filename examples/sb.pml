// Store buffering, the smallest program that tells TSO from SC: each process stores to one location and then reads the other.
// Both reading 0 is impossible under SC and possible under TSO.
// expect: tarry check sb.pml --memory sc => holds
// expect: tarry check sb.pml --memory tso => violated
// expect: tarry check sb.pml --memory pso => violated
// expect: tarry fence sb.pml --memory tso => 2 mfence
#ifndef __TARRY__
#define ghost
#endif

byte x, y;
ghost byte left_saw, right_saw;
ghost byte done;

active proctype left()
{
    byte r;
    x = 1;
    r = y;
    d_step { left_saw = r; done++ }
}

active proctype right()
{
    byte r;
    y = 1;
    r = x;
    d_step { right_saw = r; done++ }
}

active proctype observer()
{
    done == 2;
    assert(left_saw == 1 || right_saw == 1)
}
