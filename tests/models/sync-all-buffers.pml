// sync waits for the buffers of all processes.
// check: --memory tso
// verdict: holds
// check: --memory tso -D OWN
// verdict: violated
#ifdef OWN
#define wait mfence
#else
#define wait sync
#endif
byte x, y;
ghost byte started;
active proctype P() { x = 1; started = 1; y = 1 }
active proctype Q() { started == 1; wait; assert(x == 1) }
