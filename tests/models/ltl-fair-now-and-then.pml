// P can move at first, and again and again, but never for good: nothing makes it. Two promises are kept in turn by one process.
// check: --memory sc --ltl "<> (y == 1)" --fairness all
// verdict: violated
// check: --memory sc --ltl "<> [] (x == 0) || <> [] (x == 1)" --fairness all
// verdict: violated
// check: --memory sc --ltl "[] <> (x == 1) && [] <> (x == 0)" --fairness all
// verdict: holds
bit x, y;
active proctype P() { x == 0 -> y = 1 }
active proctype Q() { do :: x = 1; x = 0 od }
