// P's store to z, which nobody else uses, waits until its store to x has left the buffer of one slot; Q's to w likewise: one of the two sees the other.
// check: --memory tso --buffer 1
// verdict: holds
// scope: buffers of at most 1 store
// check: --memory tso --buffer 2
// verdict: violated
#define PROCSIZE 2
#define VARSIZE 4
#define BUFFSIZE 1
#define x 0
#define y 1
#define z 2
#define w 3
#include "library/tso.h"
byte r1, r2 = 9;
proctype P() { WRITE(x, 1); WRITE(z, 1); r1 = READ(y); (r2 != 9); assert(r1 == 1 || r2 == 1) }
proctype Q() { WRITE(y, 1); WRITE(w, 1); r2 = READ(x) }
init { atomic { run P(); run Q() } }
