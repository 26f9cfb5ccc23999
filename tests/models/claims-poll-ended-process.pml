// A claim reads 0 from a local of a process that has ended, also where it asks for a message.
// check: --memory sc --no-deadlock --fairness none
// verdict: violated
// property: claim
chan c = [1] of { byte };
active proctype Q() { c!0 }
active proctype P() { byte l = 1; l = 2 }
never { do :: c?[eval(P:l)] -> break :: else od }
