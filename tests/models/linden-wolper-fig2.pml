// Two processes that store in turn without end: every buffer content is possible, so only engines without bounds answer.
// check: --memory tso --engine events --never "x == 2"
// verdict: holds
// scope: all buffer sizes
// check: --memory tso --engine automata --never "x == 2"
// verdict: holds
// scope: all buffer sizes
// check: --memory tso --engine automata --acceleration interleaved --never "x == 2"
// verdict: holds
// check: --memory tso --never "x == 1 && y == 1 && view(P, x) == 0 && view(Q, y) == 0"
// verdict: violated
// check: --memory sc --never "x == 1 && y == 1 && view(P, x) == 0"
// verdict: holds
byte x, y;
active proctype P() { do :: store(x, 1); store(x, 0) od }
active proctype Q() { do :: store(y, 1); store(y, 0) od }
