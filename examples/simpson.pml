// Simpson's four slots (1990): a register of several words from one writer to one reader, in which neither waits for the other nor tries again. The writer avoids the
// pair that is read, and in its own pair the slot that was written last. Control systems use it.
// The reader stores which pair it reads and then loads which slot of it is the last one; the writer stores that slot, and in its next round loads which pair is
// read. This is store buffering across two rounds of the writer, and under TSO the writer may overwrite the slot that is read. A full fence on both sides
// mends it; under PSO the words must be in memory before their slot is announced, and that before the pair (-D FENCED).
// Checked: the reader never sees half of an update.
// The value has two words, which the writer keeps equal, modulo 3 (the slot may well be the one of two rounds before); slot s of pair p is number 2 p + s. For ever.
// expect: tarry check simpson.pml --memory sc => holds
// expect: tarry check simpson.pml --memory tso => violated
// expect: tarry check simpson.pml --memory pso => violated
// expect: tarry check simpson.pml --memory tso -D FENCED => holds
// expect: tarry check simpson.pml --memory pso -D FENCED => holds
// expect: tarry fence simpson.pml --memory tso => 2 mfence
// expect: tarry fence simpson.pml --memory pso => 2 mfence, 1 sfence
#include "tarry.h"

#ifdef FENCED
#define FULL mfence
#define STORE_STORE sfence
#else
#define FULL skip
#define STORE_STORE skip
#endif

byte first[4], second[4];
bit last[2], latest, reading;

active proctype writer()
{
    bit pair, slot;
    byte value;

    do
    :: value = (value + 1) % 3;
       pair = 1 - reading;
       slot = 1 - last[pair];
       first[2 * pair + slot] = value;
       second[2 * pair + slot] = value;
       STORE_STORE;
       last[pair] = slot;
       STORE_STORE;
       latest = pair;
       FULL
    od
}

active proctype reader()
{
    bit pair, slot;
    byte value;

    do
    :: pair = latest;
       reading = pair;
       FULL;
       slot = last[pair];
       value = first[2 * pair + slot];
       assert(value == second[2 * pair + slot])
    od
}
