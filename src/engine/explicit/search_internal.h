/* search_internal.h: what search.c, expand.c, ample.c and sleep.c share. */
#ifndef ENGINE_EXPLICIT_SEARCH_INTERNAL_H
#define ENGINE_EXPLICIT_SEARCH_INTERNAL_H

#include "engine/explicit/search.h"

typedef enum unit_kind { UNIT_STEPS, UNIT_COMMITS, UNIT_CONDITIONS } unit_kind;

/* ---- expand.c ---- */
/* Notes a violation by a step of the process, or (NOBODY) of the state under way. */
void search_note(search *s, property_ref violated, process_ref process);
/* The state becomes the one under way. */
void search_take(search *s, state_ref number);
/* The unit's successors of the state under way become candidates, its violations are noted; *moved is set if the unit has any step. False when the
 * layout is stale. */
bool search_run_unit(search *s, unit_ref u, unit_kind kind, bool *moved);
/* True when the process has stores pending in the state under way. */
bool search_has_pending(const search *s, process_ref process);
/* The unit of the process's steps in the state under way. */
unit_ref search_steps_of(const search *s, process_ref process);
/* The successors of a state become candidates. False when the layout is stale. */
bool search_expand(search *s, state_ref number);
/* The conditions on the whole state, for one that was just added. */
void search_judge(search *s, state_ref number);

/* ---- search.c ---- */
/* The successors of a state become candidates, each the one that stands for it, and get this origin. False when the layout is stale. */
bool search_expand_state(search *s, state_ref number, uint32_t origin);
/* The states of the batch are expanded, and their successors added. */
void search_take_batch(search *s);
/* All but the layout and the store. */
void search_release_parts(search *s);

/* Contents of buffers are looked up, and get numbers, by one thread at a time. */
static inline void search_lock_contents(search *s)
{
    if (s->contents)
        pthread_mutex_lock(s->contents);
    s->has_contents = s->contents != NULL;
}
static inline void search_unlock_contents(search *s)
{
    if (s->has_contents)
        pthread_mutex_unlock(s->contents);
    s->has_contents = false;
}

static inline bool search_is_stale(const search *s)
{
    return s->is_stale || s->layout->stale;
}

/* ---- sleep.c ---- */
enum { SLEEP_MOST_PROCESSES = 32 }; /* two bits each; where there are more nothing sleeps */

void sleep_init(search *s);
void sleep_release(search *s);
/* The successors of the state under way by all that neither sleeps nor was done, each with its sleep set. False when the layout is stale. */
bool sleep_expand(search *s, bool *moved);
/* The state under way has been expanded. */
void sleep_finish(search *s);
/* A state was reached with this sleep set; `is_new`: for the first time. True when it is to be opened (again). */
bool sleep_reach(search *s, state_ref number, uint64_t asleep, bool is_new);

#endif
