/* antichain.h: the states kept, by global; none of them includes another. */
#ifndef ENGINE_EVENTS_ANTICHAIN_H
#define ENGINE_EVENTS_ANTICHAIN_H

#include "engine/events/post.h"

typedef struct kept_state {
    event_state state;
    uint32_t parent;   /* UINT32_MAX for the first */
    event event;       /* that led here from the parent */
    uint32_t loop_start; /* the ancestor from which a loop of events back to this global was taken any number of times; UINT32_MAX: none */
    uint32_t depth;
    uint32_t size;     /* pairs of state and key in all its sets: how much it stands for */
    bool alive;        /* not included in another */
} kept_state;

typedef VEC(uint32_t) state_numbers;

typedef struct antichain {
    arena *memory;
    moore_pool *pool;
    VEC(kept_state) states;    /* all that were ever kept, in order */
    intern buckets;            /* (global, holder) */
    VEC(state_numbers) in_bucket;
    uint64_t alive;
} antichain;

void antichain_init(antichain *a, moore_pool *pool);
void antichain_release(antichain *a);

/* True when a kept state includes s. */
bool antichain_covers(antichain *a, const event_state *s, uint32_t *by);
/* Keeps s (its sets are copied), evicts those that it includes; its number. Call only when it is not covered. */
uint32_t antichain_insert(antichain *a, const event_state *s, uint32_t parent, const event *e, uint32_t loop_start);

size_t antichain_bytes(const antichain *a);

#endif
