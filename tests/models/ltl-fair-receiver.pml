// A receiver that takes part in every meeting has moved: the run is fair, and never sets x.
// check: --memory sc --ltl "<> (x == 1)" --fairness process
// verdict: violated
chan c = [0] of { bit };
bit x;
active proctype S() { do :: c!1 od }
active proctype R() { do :: c?1 od }
