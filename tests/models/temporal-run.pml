// Processes that are created and end. The second W may get the number of the first, if that has been removed by then. A formula cannot look into processes that come and go, but it
// sees what they do.
// check: --engine auto --memory tso --no-deadlock --ltl "<> (x == 1)" --ltl "[] (M@second -> x == 1)" --ltl "<> M@both" --ltl "[] (M@both -> <> [] (y == 1))" --ltl "[] (len(done) == 1 -> <> (len(done) == 0))"
// verdict: holds
// property: ltl
// scope: all buffer sizes
// check: --engine auto --memory pso --no-deadlock --ltl "<> (x == 1)" --ltl "[] (M@second -> x == 1)" --ltl "<> M@both"
// verdict: holds
// scope: all buffer sizes
// check: --engine events --memory tso --no-deadlock --ltl "[] (M@both -> x == 0)"
// verdict: holds
// check: --engine events --memory tso --no-deadlock --ltl "<> [] (x == 1)"
// verdict: violated
// check: --engine events --memory tso --no-deadlock -D NO_FENCE --ltl "[] (M@second -> x == 1)"
// verdict: violated
// check: --engine events --memory tso --no-deadlock --ltl "[] !W@stored"
// verdict: unknown
// reason: the formula looks at a process that is created on the way
chan done = [1] of { bit };
bit x, y;

active proctype M()
{
    bit b;
    run W(1);
    done?b;
second:
    run W(0);
    done?b;
both:
    do :: x == 0 -> y = 1 od
}

proctype W(bit v)
{
    x = v;
#ifdef NO_FENCE
stored: skip;
#else
stored: mfence;
#endif
    done!v
}
