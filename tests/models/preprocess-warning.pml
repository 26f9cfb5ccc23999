// check: --memory sc
// verdict: holds
// warning: #warning: the other half is not modelled
#warning the other half is not modelled
byte x;
active proctype P() { x = 1 }
