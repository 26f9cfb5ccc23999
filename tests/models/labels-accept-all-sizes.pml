// Buffers grow without end here; that nobody passes accept labels for ever is a formula, which the events engine decides.
// check: --memory tso --engine events
// verdict: holds
// property: acceptance
// check: --memory pso --engine auto
// verdict: holds
// property: acceptance
byte x;
active proctype P() { do :: x = 1 od; accept: x == 7 }
active proctype Q() { x = 1; end: x == 7; accept2: skip }
