// A user's own await is his: an inline that waits for nothing.
// check: --memory tso
// verdict: violated
inline await(v) { v = v + 1 }
byte x;
active proctype P() { await(x); assert(x != 1) }
