// As in SPIN: the message is taken once nothing else is possible.
// check: --memory sc
// verdict: violated
// property: assertion
// check: --memory tso
// verdict: violated
chan c = [2] of { bool };
byte x;
active proctype P() { c!1; c?eval(timeout); x = 1; assert(false) }
active proctype Q() { byte i; i = 1; i = 2 }
