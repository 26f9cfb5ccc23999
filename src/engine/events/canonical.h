/* canonical.h: states of the events engine up to permutations of alike processes. */
#ifndef ENGINE_EVENTS_CANONICAL_H
#define ENGINE_EVENTS_CANONICAL_H

#include "engine/events/post.h"
#include "search/orbit.h"

/* Of a set: which processes it names, and what it is with others in their place. */
typedef struct set_names {
    bool is_known;
    uint32_t first, count; /* in canonical.named */
    uint64_t colour;       /* of a set that names nobody but its own process */
} set_names;

typedef struct canonical {
    const symmetry *symmetry; /* NULL: there is none */
    space *space;
    sets *sets;
    bool is_plain;            /* no slot of a global, key or letter has to do with the number of a process */
    VEC(set_names) names;     /* by set */
    VEC(uint8_t) named;
    intern renamings;         /* (set, then what becomes of each process that it names) */
    VEC(moore_ref) renamed;   /* by number in `renamings` */
    moore_draft draft;        /* scratch */
    VEC(uint32_t) keys;
    VEC(int32_t) row, other;
    const event_state *of;    /* the state under way */
    event_state best;         /* the smallest that was made of it */
    bool has_best;
    set_vec best_sets, next_sets;
} canonical;

void canonical_init(canonical *c, const symmetry *s, sets *of);
void canonical_release(canonical *c);

/* The state that stands for s; valid until the next call. */
event_state canonical_form(canonical *c, const event_state *s);

/* Sets twin[q] for each process: the first that can change places with it without changing the state. */
void canonical_twins(canonical *c, const event_state *s, uint8_t *twin);

size_t canonical_bytes(const canonical *c);

#endif
