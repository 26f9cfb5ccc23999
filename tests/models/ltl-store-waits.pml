// What W says reaches R only if stores do not wait for ever.
// check: --memory tso
// verdict: holds
// check: --memory tso --fairness memory
// verdict: violated
// check: --memory tso --fairness process
// verdict: violated
// property: ltl
// check: --memory pso --fairness mmlib
// verdict: holds
// check: --memory sc --fairness process
// verdict: holds
bit ready, go;
active proctype W() { ready = 1; do :: go == 1 -> break :: else od; mfence }
active proctype R() { do :: ready == 1 -> break :: else od; go = 1 }
ltl answered { <> (go == 1) }
