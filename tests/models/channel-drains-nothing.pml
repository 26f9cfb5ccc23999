// Channels are outside relaxed memory: a message overtakes a store.
// check: --memory sc
// verdict: holds
// check: --memory tso
// verdict: violated
chan c = [1] of { byte };
byte x;
active proctype P() { x = 1; c!1 }
active proctype Q() { byte v; c?v; assert(x == 1) }
