// The value that is sent is the sender's own view.
// check: --memory tso
// verdict: holds
chan c = [1] of { byte };
byte x, y;
active proctype P() { x = 7; c!x; y = x }
active proctype Q() { byte v; c?v; assert(v == 7); x = 7 }
