// The end of a claim is an error, and an assertion in it looks at the state that comes next.
// check: --memory sc --fairness none
// verdict: violated
// property: claim
byte x;
active proctype P() { x = 1; x = 2; x = 1; x = 3 }
never { do :: (x == 2) -> (x == 1); goto done :: (1) od; done: skip }
