// check: --memory tso
// verdict: holds
byte x;
active proctype P() { byte l = 4; x = 1; L: x = 2; l = 5; end_M: false }
active proctype Q() { P@end_M; assert(P:l == 5); assert(P[0]:l == 5) }
