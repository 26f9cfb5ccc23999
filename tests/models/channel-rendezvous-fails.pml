// What a rendezvous hands over is evaluated when two meet, and may be wrong then.
// check: --memory sc
// verdict: violated
// property: runtime
// check: --memory tso -D INDEX
// verdict: violated
// property: runtime
// check: --memory tso -D PATTERN
// verdict: violated
// property: runtime
// check: --memory pso -D CHANNEL
// verdict: violated
// property: runtime
chan c = [0] of { byte };
chan none;
byte z;
#ifdef INDEX
active proctype A() { c ! 1 }
active proctype B() { byte a[2], i = 5; c ? a[i] }
#elif defined PATTERN
active proctype A() { c ! 1 }
active proctype B() { c ? eval(1 % z) }
#elif defined CHANNEL
active proctype A() { c ! len(none) }
active proctype B() { byte x; c ? x }
#else
active proctype A() { c ! (1 / z) }
active proctype B() { byte x; c ? x }
#endif
