// check: --memory tso
// verdict: holds
chan c = [1] of { byte };
byte x;
active proctype P() { x = 1; mfence; c!1 }
active proctype Q() { byte v; c?v; assert(x == 1) }
