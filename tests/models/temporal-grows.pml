// P's buffer grows on and on, so no bound tells anything about all sizes. Q sees x in the end, and it sees y change again and again.
// check: --engine auto --memory tso --no-deadlock
// verdict: holds
// check: --engine auto --memory pso --no-deadlock
// verdict: holds
// property: ltl
// check: --engine auto --memory tso --no-deadlock --ltl "[] (x == 1 -> X (x == 1))"
// verdict: unknown
// reason: buffers can grow on and on, and no bound shows that it holds for larger ones; with at most 64 stores in a buffer there is no violation
bit x, y;

active proctype P() { x = 1; do :: y = 1; y = 0 od }

active proctype Q()
{
    x == 1;
    do
    :: y == 1 ->
up:    skip
    od
}

ltl seen { <> [] (x == 1) && [] <> (y == 1) && [] <> (y == 0) }
