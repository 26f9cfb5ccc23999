// check: --memory sc --mutex CS
// verdict: violated
// property: mutex
byte x;
active [2] proctype P() { x = 1; CS: x = 2 }
