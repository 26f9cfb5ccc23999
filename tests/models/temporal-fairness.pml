// Proofs for all buffer sizes with less fairness. Q's ghost goes round whatever becomes of stores. P comes back only if a full buffer cannot stop it for ever, whatever its size:
// that takes stores that are committed. Without fairness to processes nobody need come back, but x stays 0 or 1.
// check: --engine auto --memory tso --no-deadlock --fairness process --ltl "[] <> (g == 1)" --ltl "[] (g == 1 -> <> (g == 0))"
// verdict: holds
// property: ltl
// scope: all buffer sizes
// check: --engine auto --memory pso --no-deadlock --fairness none --ltl "[] (x < 2)" --ltl "[] <> (g == 1) -> [] <> (g == 0) || <> [] (g == 1)"
// verdict: holds
// scope: all buffer sizes
// check: --engine auto --memory tso --no-deadlock --fairness memory --ltl "[] <> P@again -> <> (x == 1)"
// verdict: holds
// scope: all buffer sizes
// check: --engine events --memory tso --no-deadlock --ltl "[] <> P@again"
// verdict: holds
// check: --engine events --memory tso --no-deadlock --fairness process --ltl "[] <> P@again"
// verdict: unknown
// check: --engine explicit --memory tso --buffer 2 --no-deadlock --fairness process --ltl "[] <> P@again"
// verdict: violated
// check: --engine events --memory tso --no-deadlock --fairness mmlib --ltl "[] <> P@again"
// verdict: unknown
// reason: it does not know the fairness of one memory process
bit x;
ghost bit g;

active proctype P()
{
    do
    :: x = 1;
again: skip
    od
}

active proctype Q() { do :: g = 1 - g; (x < 2) od }
