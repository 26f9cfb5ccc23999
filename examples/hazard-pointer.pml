// Hazard pointers, after Michael (folly, C++26): a reader writes down which object it is about to use, and looks whether the pointer still leads there; who unlinks
// an object frees it only when nobody has it written down.
// The store of the hazard pointer and the second load of the pointer are store buffering with the writer, whose exchange is a fence already. Under TSO the hazard
// pointer may still wait in the buffer when the reader looks again: the writer does not see it, and frees what is used. One full fence in the reader mends it
// (-D FENCED), under PSO too, where the exchange also publishes: it drains what was stored before.
// Checked: no reader sees an object that is not filled in yet, or freed already.
// Two objects in turn, two readers with one hazard pointer each, one writer, for ever; hazard 0 is none, and object i is written down as i + 1.
// expect: tarry check hazard-pointer.pml --memory sc => holds
// expect: tarry check hazard-pointer.pml --memory tso => violated
// expect: tarry check hazard-pointer.pml --memory pso => violated
// expect: tarry check hazard-pointer.pml --memory tso -D FENCED => holds
// expect: tarry check hazard-pointer.pml --memory pso -D FENCED => holds
// expect: tarry fence hazard-pointer.pml --memory tso => 1 mfence
// expect: tarry fence hazard-pointer.pml --memory pso => 1 mfence
#include "tarry.h"

bit current;                    // the pointer
bit filled[2] = { 1, 0 };       // an object is either filled in or free
byte hazard[2];

active [2] proctype reader()
{
    bit object;

    do
    :: object = current;
       hazard[_pid] = object + 1;
#ifdef FENCED
       mfence;
#endif
       if
       :: current == object -> assert(filled[object])
       :: else
       fi;
       hazard[_pid] = 0
    od
}

active proctype writer()
{
    bit old;

    do
    :: filled[1 - old] = 1;
       xchg(current, 1 - old, _);
       hazard[0] != old + 1;
       hazard[1] != old + 1;
       filled[old] = 0;
       old = 1 - old
    od
}
