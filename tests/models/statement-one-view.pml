// A statement evaluates all its expressions in one step.
// check: --memory tso
// verdict: holds
byte x, y;
active proctype P() { d_step { x = 1; y = 1; mfence } ; d_step { x = 2; y = 2; mfence } }
active proctype Q() { assert(x == y) }
