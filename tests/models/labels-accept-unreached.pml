// check: --memory sc --fairness none
// verdict: holds
// property: acceptance
byte x;
active proctype P() { do :: x = 1 od; accept: x == 7 }
active proctype Q() { x = 1; end: x == 7; accept2: skip }
