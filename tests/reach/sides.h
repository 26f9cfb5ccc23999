/* sides.h: what each engine finds, and how it is compared. */
#ifndef TESTS_REACH_SIDES_H
#define TESTS_REACH_SIDES_H

#include "engine/engine.h"
#include "engine/events/explore.h"
#include "engine/explicit/search.h"
#include "items.h"

/* A single comparison: one program under one memory model. The items of both engines have numbers from one pool, those of the explicit
 * engine first. */
typedef struct comparison {
    const program *program;
    const property_list *properties;
    machine machine;
    const bool *unbuffered;
    engine_request request;  /* of both engines; the bound of the explicit one aside */
    uint64_t max_states;     /* of the explicit search, for one bound */
    bool whole_states;       /* no process is created while the program runs: tuples and words can be compared */

    intern items;
    size_t explicit_items;
    bool *explicit_violated; /* by property */
    bool complete;           /* no store met the last bound, nor the search its limit */
    rows *rows;              /* of the last bound, and its search */
    search search;

    size_t reduced_states;   /* of the search with reduction; 0: there was none */
    uint32_t ample_states;   /* of the search with ample sets */
    VEC(bool) confirmed;     /* items that are not the explicit engine's: replayed before */
    uint64_t replayed, left; /* left: not replayed, because the others took long */
    uint64_t unconfirmed;    /* the engine gave up looking for a run to them */
    uint64_t extra;          /* an approximation has them, and there is no run to them */
    double replay_seconds;
    strbuf trouble;          /* every mismatch, a line each; empty: none */
    uint32_t troubles;
} comparison;

/* explicit_side.c: bounds 1, 2, 4 until no store met one; the last search is kept. */
void explicit_collect(comparison *c);
void explicit_release(comparison *c);
/* No process has a step, and one of them is not at a valid end; all buffers are empty. */
bool explicit_is_deadlock(comparison *c, shape *of, const int32_t *slots);
bool explicit_is_empty(const comparison *c, const shape *of, int32_t *slots);

/* lazy_side.c: the last search against the same with reduction, where that applies. */
void lazy_compare(comparison *c);

/* events_side.c: all comparisons with a search of the events engine; `ended` when it was not cut short. */
void events_compare(comparison *c, explore *x, bool ended);

/* certificate_side.c: is what a search that ended has kept a proof where, and only where, it found nothing? */
void certificate_compare(comparison *c, explore *x);

/* words.c: every whole state of the explicit engine, buffers included, is one of the events engine's. */
void words_compare(comparison *c, explore *x);

/* Notes a mismatch: what it is, and the item (NULL: none). */
void note_trouble(comparison *c, const char *what, const int32_t *row, uint32_t count);

/* Globals and deadlocks of the comparison's plain search, and notes of whatever only one set has. */
void collect_globals(comparison *c, intern *set);
void compare_sets(comparison *c, intern *plain, intern *reduced);

/* order_side.c: the same, with ample sets and with sleep sets. */
void order_compare(comparison *c);

#endif
