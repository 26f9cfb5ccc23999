// Stores without end: no bound of the explicit engine is ever enough to answer holds, but errors are found.
// check: --memory tso
// verdict: violated
// check: --memory tso --max-states 5000 -D OK --engine explicit
// verdict: unknown
// check: --memory tso -D OK --engine events
// verdict: holds
// scope: all buffer sizes
#ifdef OK
#define bad false
#else
#define bad r == 2
#endif
byte x;
active proctype P() { do :: x = 1; x = 2 od }
active proctype Q() { byte r; r = x; assert(!(bad)) }
