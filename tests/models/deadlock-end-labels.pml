// A process at an end label is at a valid end.
// check: --memory sc
// verdict: holds
// check: --memory sc -D NOEND
// verdict: violated
// property: deadlock
#ifdef NOEND
#define end_wait wait
#endif
chan c = [0] of { byte };
active proctype Server() { end_wait: do :: c?_ od }
active proctype Client() { c!1 }
