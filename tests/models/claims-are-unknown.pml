// A claim about messages is read and answered unknown.
// check: --memory sc
// verdict: unknown
byte x; chan c = [1] of { byte };
active proctype P() { x = 1 }
active proctype Q() { x == 1 }
notrace { c!1; c?1 }
