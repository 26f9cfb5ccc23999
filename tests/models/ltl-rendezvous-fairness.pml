// A rendezvous is a step of both: who could always meet somebody does in the end. (SPIN takes a receiver for blocked.)
// check: --memory sc --ltl "<> (x == 1)" -D RECEIVER_WAITS
// verdict: holds
// check: --memory sc --ltl "<> (x == 1)"
// verdict: holds
chan c = [0] of { byte };
byte x, y;
#ifdef RECEIVER_WAITS
active proctype S() { do :: c!1 :: y = 1 - y od }
active proctype R() { c?x }
#else
active proctype S() { c!1 }
active proctype R() { do :: c?x :: y = 1 - y od }
#endif
