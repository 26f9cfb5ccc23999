// Reclamation by epochs, as in Fraser's lock-free library and crossbeam: a reader announces the epoch that it saw, and the epoch moves on only when all who are
// active have announced the present one. What was unlinked in one epoch is freed two epochs later, since a reader may still be in the one before: after one epoch it is too early, under SC
// already (-D ONE_EPOCH).
// The announcement and the load of the pointer behind it are store buffering with the writer, who unlinks and then looks at the announcements. Under TSO a
// full fence is needed on both sides (-D FENCED). Under PSO the new version must be in memory before the pointer to it: a store-store fence as well.
// Checked: no reader sees a version that is not filled in yet, or freed already.
// Two versions in turn, two readers, one writer, who also moves the epoch; epochs are counted modulo 3, and 0 announces nothing.
// expect: tarry check epoch.pml --memory sc => holds
// expect: tarry check epoch.pml --memory tso => violated
// expect: tarry check epoch.pml --memory pso => violated
// expect: tarry check epoch.pml --memory tso -D FENCED => holds
// expect: tarry check epoch.pml --memory pso -D FENCED => holds
// expect: tarry fence epoch.pml --memory tso => 2 mfence
// expect: tarry fence epoch.pml --memory pso => 2 mfence, 1 sfence
// expect: tarry check epoch.pml --memory sc -D ONE_EPOCH => violated
#include "tarry.h"

#ifdef FENCED
#define FULL mfence
#define STORE_STORE sfence
#else
#define FULL skip
#define STORE_STORE skip
#endif

byte epoch = 1;                 // 1, 2, 3
byte announced[2];
bit current;                    // the pointer to the current version
bit filled[2] = { 1, 0 };       // a version is either filled in or free

active [2] proctype reader()
{
    byte seen;
    bit version;

    do
    :: seen = epoch;
       announced[_pid] = seen;
       FULL;
       version = current;
       assert(filled[version]);
       announced[_pid] = 0
    od
}

inline advance()
{
    announced[0] == 0 || announced[0] == epoch;
    announced[1] == 0 || announced[1] == epoch;
    epoch = epoch % 3 + 1
}

active proctype writer()
{
    bit old;

    do
    :: filled[1 - old] = 1;
       STORE_STORE;
       current = 1 - old;
       FULL;
       advance();
#ifndef ONE_EPOCH
       advance();
#endif
       filled[old] = 0;
       old = 1 - old
    od
}
