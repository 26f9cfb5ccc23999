/* live.h: what the locks of this folder have in common: fences, the section outside, and what is asked.
 *
 * STORE_LOAD stands where a store must reach memory before what follows, STORE_STORE where stores must not overtake each other.
 * -DFENCES=0, 1, 2 gives none, the first, both; so 0 is the plain lock, 1 the one for TSO and 2 the one for PSO.
 *
 * OUTSIDE: a process may come at any time, or never. The process with number WHO (0) then goes through TRY and waits until it is at CS. */
#include "../../../examples/tarry.h"

#ifndef FENCES
#define FENCES 2
#endif
#if FENCES >= 1
#define STORE_LOAD  mfence;
#else
#define STORE_LOAD
#endif
#if FENCES >= 2
#define STORE_STORE mfence;
#else
#define STORE_STORE
#endif

#define OUTSIDE away: if :: goto away :: skip fi; TRY: skip;

#ifndef WHO
#define WHO 0
#endif

ltl served { [] (P[WHO]@TRY -> <> P[WHO]@CS) }
