// A channel that another process changes is looked at in the index of a load, in a message, in a match and in the place that a message goes to.
// check: --memory sc -DINDEX
// verdict: violated
// check: --memory tso -DMESSAGE
// verdict: violated
// check: --memory sc -DMATCH
// verdict: violated
// check: --memory tso -DPLACE
// verdict: violated
// check: --memory tso -DXCHG
// verdict: violated
chan c = [2] of { byte };
chan d = [2] of { byte };
byte l[3], x;
#ifdef INDEX
active proctype P() { byte r; l[1] = 1; r = l[len(c)]; assert(r == 0) }
#endif
#ifdef MESSAGE
active proctype P() { byte r; d!len(c); d?r; assert(r == 0) }
#endif
#ifdef MATCH
active proctype P() { d!1; if :: d?eval(len(c)) -> assert(false) :: d?0 -> skip fi }
#endif
#ifdef PLACE
active proctype P() { byte r; d!1; d?l[len(c)]; r = l[1]; assert(r == 0) }
#endif
#ifdef XCHG
active proctype P() { byte r; xchg(l[len(c)], 1, r); r = l[1]; assert(r == 0) }
#endif
active proctype Q() { c!1 }
