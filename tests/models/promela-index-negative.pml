// check: --memory sc
// verdict: violated
// property: runtime
// warning: index -1 is outside of want
byte want[2];
init { want[1 - 2] = 1 }
