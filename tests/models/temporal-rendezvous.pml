// Whether two can meet depends on both: who waits for the other is no excuse where the other waits for it, and one that is never there is. The store of R is not
// committed by the meeting.
// check: --engine auto --memory tso --no-deadlock --ltl "[] <> (P@sent)" --ltl "[] <> (x == 1)" --ltl "[] (P@sent -> <> (x == 1))" --ltl "[] <> (R:got == 1)"
// verdict: holds
// property: ltl
// scope: all buffer sizes
// check: --engine auto --memory pso --no-deadlock --ltl "[] <> (P@sent)" --ltl "[] <> (x == 1)"
// verdict: holds
// scope: all buffer sizes
// check: --engine events --memory tso --no-deadlock --ltl "[] (P@sent -> x == 1)"
// verdict: violated
// check: --engine events --memory tso --no-deadlock -D ASIDE --ltl "[] <> (P@sent)"
// verdict: violated
// check: --engine events --memory tso --no-deadlock -D TWO --ltl "[] <> (P@sent)"
// verdict: violated
// check: --engine events --memory tso --no-deadlock -D TWO --ltl "[] <> (x == 1)"
// verdict: holds
chan c = [0] of { bit };
bit x;

active proctype P()
{
    do
    :: c!1;
sent:  skip
    od
}

#ifdef TWO /* R may always meet Q and never P; somebody meets R */
active proctype Q() { do :: c!1 od }
#endif

active proctype R()
{
    bit got;
    do
    :: got = 0; atomic { c?got; x = got }
#ifdef ASIDE
    :: x = 0; got = 0 /* for ever */
#else
    ; x = 0
#endif
    od
}
