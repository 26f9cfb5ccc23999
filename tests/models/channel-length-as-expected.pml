// What a compare-and-swap expects looks at a channel that another process changes.
// check: --memory sc
// verdict: violated
// check: --memory tso
// verdict: violated
chan c = [2] of { byte };
byte x = 1;
active proctype P() { byte r; cas(x, len(c), 5, r); assert(r == 0) }
active proctype Q() { c!1 }
