/* memory.h: which memory a model runs on, chosen by -DPSO, -DTSO or neither (sequentially consistent), and its fences.
 *
 * STORE_LOAD stands where a store must reach memory before what follows, STORE_STORE where stores must not overtake
 * each other, which TSO needs no fence for. -DNOFENCE leaves both out, -DNOSTORELOAD the first; or -DFENCES=0, 1, 2 gives none,
 * those for TSO, those for PSO, whatever the memory. ME is the number of a process from 0 on: init and, where there is a
 * memory process, that one come before.
 *
 * CRITICAL is the critical section: it counts the processes in it, or, with -DLABEL, is a step labelled CS. */
#if defined PSO
#include "../../spin/pso.h"
#define ME (_pid - 2)
#elif defined TSO
#include "../../spin/tso.h"
#define ME (_pid - 2)
#else
#include "../../spin/sc.h"
#define ME (_pid - 1)
#endif

#ifndef FENCES
#if defined NOFENCE
#define FENCES 0
#elif defined PSO
#define FENCES 2
#else
#define FENCES 1
#endif
#endif
#if FENCES >= 1 && !defined NOSTORELOAD
#define STORE_LOAD  FENCE();
#else
#define STORE_LOAD
#endif
#if FENCES >= 2
#define STORE_STORE FENCE();
#else
#define STORE_STORE
#endif

#ifdef LABEL
#define CRITICAL CS: skip
#else
#define CRITICAL ncrit++; assert(ncrit == 1); ncrit--
#endif

/* Starts N processes of type P, 2 to 8. */
#if N >= 3
#define START_3 run P();
#else
#define START_3
#endif
#if N >= 4
#define START_4 run P();
#else
#define START_4
#endif
#if N >= 5
#define START_5 run P();
#else
#define START_5
#endif
#if N >= 6
#define START_6 run P();
#else
#define START_6
#endif
#if N >= 7
#define START_7 run P();
#else
#define START_7
#endif
#if N >= 8
#define START_8 run P();
#else
#define START_8
#endif
#define START run P(); START_3 START_4 START_5 START_6 START_7 START_8 run P()
