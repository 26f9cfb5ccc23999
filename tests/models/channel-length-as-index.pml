// The index of a store looks at a channel that another process changes.
// check: --memory sc
// verdict: violated
// check: --memory tso
// verdict: violated
// check: --memory pso
// verdict: violated
chan c = [2] of { byte };
byte l[3];
active proctype P() { byte r; l[len(c)] = 1; r = l[1]; assert(r == 0) }
active proctype Q() { c!1 }
