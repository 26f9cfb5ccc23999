// check: --memory tso
// verdict: violated
// property: runtime
byte a[2];
active proctype P() { short i; i = i - 1; a[i] = 1 }
