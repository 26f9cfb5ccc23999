// A process's own channels go with it: who still knows one of them finds no channel.
// check: --memory sc
// verdict: violated
// property: runtime
// check: --memory tso
// verdict: violated
// property: runtime
chan c = [1] of { chan };
active proctype B() { chan x; c ? x; x ! 1 }
active proctype A() { chan d = [1] of { byte }; c ! d }
