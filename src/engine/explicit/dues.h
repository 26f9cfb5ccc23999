/* dues.h: what fairness asks for, as sets of dues.
 *
 * A due is something that must not be put off for ever: a step of a process that can take one, the commit of a store that is pending. In a state it is *due* or
 * not; a step or a commit *pays* it. A run is fair when each due is infinitely often not due, or infinitely often paid. That somebody is inside an atomic block
 * excuses nobody: states there do not count for the dues of processes, unless the run stays inside for ever, when none are left.
 *
 * Dues are numbered as they are met: those of processes from 0, those of stores from `split`. A set is `words` words of bits, and interned: number 0 is the empty
 * set. */
#ifndef ENGINE_EXPLICIT_DUES_H
#define ENGINE_EXPLICIT_DUES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/intern.h"
#include "program/step.h"
#include "property/fairness.h"

enum { DUES_SPLIT = 16 }; /* of 64 bits, those for processes */

typedef struct dues {
    bool of_processes;      /* they are asked to go on */
    bool of_stores;         /* each is asked to be committed */
    bool of_some_store;     /* that some store is committed is all that is asked */
    bool of_all_steps;      /* strong fairness: each step of a state that comes again is asked for. There are no dues, but it is noted where a step leads nowhere */
    uint32_t words;         /* of a set */
    uint32_t split;
    uint32_t process_count, store_count;
    uint32_t globals;
    bool outgrown;          /* there are more dues than the words have bits: all is to be begun anew, with more */
    VEC(uint32_t) processes; /* by position: number of its due plus one; 0: none yet */
    VEC(uint32_t) stores;   /* by position and global element */
    intern numbers;         /* of sets */
    VEC(uint64_t) sets;     /* `words` each */
    VEC(uint64_t) scratch;
} dues;

/* The dues of processes in a word of a set: all that there can be; none where nothing is asked of processes. */
static inline uint64_t dues_of_processes(const dues *d, uint32_t word)
{
    return !d->of_processes ? 0 : d->split >= 64 * (word + 1) ? ~0ull : d->split > 64 * word ? (1ull << d->split % 64) - 1 : 0;
}

void dues_init(dues *d, fairness kind, uint32_t globals, uint32_t words);
void dues_release(dues *d);

static inline const uint64_t *dues_set(const dues *d, uint32_t number)
{
    return d->sets.data + (size_t)number * d->words;
}

/* A set is put together: empty at first, then with the due of a process that can go on, of a store, of all dues of another set; its number in the end. */
void dues_begin(dues *d);
void dues_add_process(dues *d, process_ref process);
void dues_add_store(dues *d, process_ref process, uint32_t element);
uint32_t dues_number(dues *d);

/* Strong fairness: a step of the state leads nowhere; does the set say so? */
void dues_add_lost(dues *d);
static inline bool dues_has_lost(const uint64_t *set)
{
    return set[0];
}

#endif
