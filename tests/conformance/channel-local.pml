byte r;
proctype Server(chan in; byte n) { byte v; in?v; r = v + n }
init { chan q = [1] of { byte }; run Server(q, 3); q!4; r == 7; assert(r == 7) }
