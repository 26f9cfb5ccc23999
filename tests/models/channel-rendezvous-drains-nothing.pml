// check: --memory sc
// verdict: holds
// check: --memory tso
// verdict: violated
chan c = [0] of { byte };
byte x;
active proctype P() { x = 1; c!1 }
active proctype Q() { byte v; c?v; assert(x == 1) }
