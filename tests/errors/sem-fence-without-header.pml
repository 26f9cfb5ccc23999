// error: FENCE needs a store-buffer header: #include "sc.h", "tso.h" or "pso.h"; without one write mfence
// line: 5
byte x, y;
active proctype P() {
  FENCE();
  y = 2
}
