// What a rendezvous hands over is evaluated when two meet, and may be wrong then.
// check: --memory sc
// verdict: violated
// property: runtime
// check: --memory tso -D INDEX
// verdict: violated
// property: runtime
chan c = [0] of { byte };
byte z;
#ifdef INDEX
active proctype A() { c ! 1 }
active proctype B() { byte a[2], i = 5; c ? a[i] }
#else
active proctype A() { c ! (1 / z) }
active proctype B() { byte x; c ? x }
#endif
