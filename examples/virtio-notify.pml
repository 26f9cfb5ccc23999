// Notifications of a virtqueue with event indices: the driver makes descriptors available and moves avail; it kicks the device, an exit to the hypervisor, only
// if it has passed the index at which the device asked for a kick. The device asks when it has run out of descriptors, looks once more, and waits.
// The driver stores avail and loads event, the device stores event and loads avail: store buffering. Under TSO the device may wait at an index that the driver has
// passed without a kick. Later descriptors do not help, as they pass other indices: the ring fills, and both wait for ever. A full fence on both sides mends
// it (-D FENCED; virtio_mb in Linux). Under PSO the descriptor must be in memory before avail: a store-store fence.
// Checked: descriptors are seen as they were written, and there is no deadlock.
// A ring of two descriptors, for ever; indices wrap at 4. The kick is outside relaxed memory, and one that comes early is kept.
// expect: tarry check virtio-notify.pml --memory sc => holds
// expect: tarry check virtio-notify.pml --memory tso => violated
// expect: tarry check virtio-notify.pml --memory pso => violated
// expect: tarry check virtio-notify.pml --memory tso -D FENCED => holds
// expect: tarry check virtio-notify.pml --memory pso -D FENCED => holds
// expect: tarry fence virtio-notify.pml --memory tso => 2 mfence
// expect: tarry fence virtio-notify.pml --memory pso => 2 mfence, 1 sfence
#include "tarry.h"

#ifdef FENCED
#define FULL mfence
#define STORE_STORE sfence
#else
#define FULL skip
#define STORE_STORE skip
#endif

#define SIZE 2

unsigned avail : 2, used : 2;   // how many were made available, and used
unsigned event : 2;             // the device wants a kick when avail passes this
byte descriptor[SIZE];
ghost bit kicked;

active proctype driver()
{
    unsigned at : 2;

    do
    :: ((at - used) & 3) < SIZE;
       descriptor[at % SIZE] = at;
       STORE_STORE;
       avail = at + 1;
       FULL;
       if
       :: event == at -> kicked = 1
       :: else
       fi;
       at++
    od
}

active proctype device()
{
    unsigned at : 2;
    byte seen;

    do
    :: avail != at ->
       seen = descriptor[at % SIZE];
       assert(seen == at);
       at++;
       used = at
    :: else ->
       event = at;
       FULL;
       if
       :: avail == at ->
          kicked;
          kicked = 0
       :: else
       fi
    od
}
