// A sync is possible only while nothing is pending anywhere. P stores again and again, so whether Q ever finds all buffers empty depends on when stores are
// committed: all of them are, in the end, but Q need not look at the right moment, and the run is fair to it. Where P waits for the sync of Q, Q gets it.
// check: --engine auto --memory tso --no-deadlock -D TURNS --ltl "[] <> (Q@done)" --ltl "[] (Q@done -> x == y)" --ltl "[] <> (x == 1)"
// verdict: holds
// property: ltl
// scope: all buffer sizes
// check: --engine auto --memory pso --no-deadlock -D TURNS --ltl "[] <> (Q@done)" --ltl "[] (Q@done -> x == y)"
// verdict: holds
// scope: all buffer sizes
// check: --engine events --memory tso --no-deadlock --ltl "[] <> (Q@done)"
// verdict: violated
// check: --engine events --memory sc --no-deadlock --ltl "[] <> (Q@done)"
// verdict: holds
#ifdef TURNS
#define READY turn == 1
#else
#define READY true
#endif
bit x, y;
ghost bit turn;

active proctype P()
{
    do
#ifdef TURNS
    :: x = 1 - x; y = x; turn = 1; turn == 0
#else
    :: x = 1; y = 1
#endif
    od
}

active proctype Q()
{
    do
    :: READY ->
        sync;
done:   turn = 0
    od
}
