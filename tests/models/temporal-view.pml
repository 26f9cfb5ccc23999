// What a process would read: its own youngest pending store, or memory. In the end all agree on a; what P would read of b reaches memory; but Q, which also stores to c, need not
// see what P stored there while its own store waits.
// check: --engine auto --memory tso --no-deadlock --ltl "<> [] (view(P, a) == 1 && view(Q, a) == 1)" --ltl "[] (view(P, b[1]) == 1 -> <> (b[1] == 1))" --ltl "[] (view(Q, b[1]) == b[1])"
// verdict: holds
// property: ltl
// scope: all buffer sizes
// check: --engine auto --memory pso --no-deadlock --ltl "<> [] (view(P, a) == 1 && view(Q, a) == 1)" --ltl "[] (view(P, b[1]) == 1 -> <> (b[1] == 1))" --ltl "[] (view(Q, b[1]) == b[1])"
// verdict: holds
// scope: all buffer sizes
// check: --engine events --memory sc --no-deadlock --ltl "[] (view(P, a) == view(Q, a))" --ltl "[] (view(Q, c) == c)"
// verdict: holds
// check: --engine events --memory tso --no-deadlock --ltl "[] (view(P, a) == view(Q, a))"
// verdict: violated
// check: --engine events --memory tso --no-deadlock --ltl "[] (c == 2 -> view(Q, c) == 2)"
// verdict: violated
// check: --engine events --memory tso --no-deadlock --ltl "[] (c == 2 && Q@fenced -> view(Q, c) == 2)"
// verdict: holds
// check: --engine events --memory tso --no-deadlock --ltl "[] (view(P, b[0]) == 0)"
// verdict: holds
bit a, b[2];
byte c;

active proctype P()
{
    a = 1;
    c = 2;
    do :: b[1] = 1; b[1] = 0 od
}

active proctype Q()
{
    c = 1;
    mfence;
    do
    :: a == 1 ->
fenced: skip
    od
}
