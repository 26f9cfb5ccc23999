// Stores without end: no bound answers holds, the error is found before.
// check: --memory tso
// verdict: violated
// check: --memory tso --max-states 5000 -D OK
// verdict: unknown
#ifdef OK
#define bad false
#else
#define bad r == 2
#endif
byte x;
active proctype P() { do :: x = 1; x = 2 od }
active proctype Q() { byte r; r = x; assert(!(bad)) }
