// check: --memory tso --mutex CS
// verdict: violated
// property: mutex
// check: --memory sc --mutex CS
// verdict: holds
// check: --memory tso --never P@CS&&Q@CS
// verdict: violated
// property: never
// check: --memory sc --always !(P@CS&&Q@CS)
// verdict: holds
byte want0, want1, turn;
active proctype P() { want0 = 1; turn = 1; want1 == 0 || turn == 0; CS: skip; want0 = 0 }
active proctype Q() { want1 = 1; turn = 0; want0 == 0 || turn == 1; CS: skip; want1 = 0 }
