// P chooses again and again, and Q can move only now and then: with weak fairness the one need never choose 1, the other never move at the right moment.
// check: --memory sc --ltl "[] <> (x == 1)" --fairness all
// verdict: violated
// check: --memory sc --ltl "[] <> (x == 1)" --fairness strong
// verdict: holds
// check: --memory pso --buffer 2 --ltl "[] <> (y == 1)" --fairness all
// verdict: violated
// check: --memory pso --buffer 2 --ltl "[] <> (y == 1)" --fairness strong
// verdict: holds
// check: --memory tso --buffer 2 --ltl "[] <> (x == 1 && y == 1 && X (x == 0))" --fairness strong
// verdict: holds
// check: --memory tso --buffer 2 --ltl "[] <> (x == 1 && y == 1 && X (x == 0) && X X (y == 0))" --fairness strong
// verdict: violated
// check: --memory tso --buffer 2 --ltl "<> [] (y == 0)" --fairness strong
// verdict: violated
// check: --memory tso --buffer 1 --ltl "[] (x == 1 -> X (x == 0 || X (x == 0 || X (x == 0 || X (x == 0)))))" --fairness strong
// verdict: violated
bit x, y;
active proctype P() { do :: x = 1 :: x = 0 od }
active proctype Q() { do :: x == 1 -> y = 1 - y od }
