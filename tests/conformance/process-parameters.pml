mtype = { go, stop };
byte r;
proctype W(mtype m; byte a, b; chan c) { c!m, a + b; if :: m == go -> r++ :: m == stop -> r = r + 2 fi }
init { chan k = [2] of { mtype, byte }; byte s; run W(go, 1, 2, k); run W(stop, 3, 4, k); k?go,s; assert(s == 3); k?stop,s; assert(s == 7) }
