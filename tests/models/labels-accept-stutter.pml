// A run that ends stays at its accept label for ever.
// check: --memory sc --no-deadlock
// verdict: violated
// property: acceptance
byte x;
active proctype P() { x = 1; accept: x == 7 }
