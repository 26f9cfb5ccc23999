// A condition on two locations is one look here; with --split-loads it is two, and a process may find both flags down although one of them is always up.
// check: --memory sc
// verdict: holds
// check: --memory sc --split-loads
// verdict: violated
// property: assertion
// check: --memory tso
// warning: loads a and b in one step
// verdict: holds
// check: --memory tso --split-loads
// verdict: violated
// property: assertion
// check: --memory tso --buffer 1 --split-loads
// verdict: violated
// property: assertion
byte a = 1, b;
active proctype P() { b = 1; mfence; a = 0; mfence; a = 1; mfence; b = 0 }
active proctype Q() { if :: !a && !b -> assert(false) :: else fi }
