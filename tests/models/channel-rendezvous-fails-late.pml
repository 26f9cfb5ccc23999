// What a rendezvous hands over is evaluated in the sender's view, and only when somebody is there to take it.
// check: --memory sc
// verdict: holds
// check: --memory tso
// verdict: violated
// property: runtime
// check: --memory tso -D FENCE
// verdict: holds
// check: --memory tso -D ALONE
// verdict: holds
#ifdef FENCE
#define fence mfence
#else
#define fence skip
#endif
chan c = [0] of { byte };
chan d = [0] of { byte };
byte x, y;
active proctype A() { byte r, q; x = 1; fence; r = y; d ? q; end: c ! (1 / (r + q)) }
#ifdef ALONE
active proctype B() { byte s; y = 1; fence; s = x; d ! s }
#else
active proctype B() { byte s; y = 1; fence; s = x; d ! s; c ? s }
#endif
