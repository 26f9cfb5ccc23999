// What happens inside a d_step is one step: no state of the run has g = 1, although both changes of g are events there, with a store and a loop between them, and although
// the d_step stands inside an atomic block, whose other states are states of the run.
// check: --engine auto --memory tso --no-deadlock --ltl "[] (g == 0)" --ltl "[] <> (x == 1)" --ltl "[] <> (x == 0)" --ltl "[] <> (h == 1)" --ltl "[] (h == 1 -> <> (h == 0))"
// verdict: holds
// property: ltl
// scope: all buffer sizes
// check: --engine events --memory pso --no-deadlock --ltl "[] (g == 0)" --ltl "[] <> (x == 1)"
// verdict: holds
// check: --engine events --memory tso --no-deadlock --ltl "[] (h == 0)"
// verdict: violated
// check: --engine events --memory tso --no-deadlock --ltl "[] !Q@inside"
// verdict: holds
// check: --engine events --memory tso --no-deadlock --ltl "[] !P@between"
// verdict: violated
// check: --engine events --memory tso --no-deadlock -D ATOMIC --ltl "[] (g == 0)"
// verdict: unknown
// reason: a loop inside an atomic block
#ifdef ATOMIC
#define d_step atomic
#endif
bit x;
ghost bit g, h;

active proctype P()
{
    bit n;
    do
    :: atomic {
        h = 1;
        d_step { g = 1; n = 0; do :: n == 0 -> n = 1; x = 1 :: else -> break od; g = 0 };
between:
        h = 0
       }
    od
}

active proctype Q()
{
    do
    :: d_step { x == 1; g = 1; inside: x = 0; g = 0 }
    od
}
