/* antichain.h: the states kept, by global and holder; of those alive none includes another. */
#ifndef ENGINE_EVENTS_ANTICHAIN_H
#define ENGINE_EVENTS_ANTICHAIN_H

#include "engine/events/post.h"
#include "search/state.h"

typedef struct kept_state {
    event_state state;
    state_ref parent;  /* STATE_NONE for the first */
    event event;       /* that led from the parent to this state */
    state_ref loop_start; /* the ancestor from which a loop of events back to this global was taken any number of times; STATE_NONE: none was */
    uint32_t depth;
    uint32_t size;     /* pairs of state and key in all its sets: how much it stands for */
    bool alive;        /* not included in another */
} kept_state;

/* The kept states of one bucket are a tree with a level for each process: on the way to a state its sets are met one after the other. Most states that do
 * not include a given one are left out with a whole branch. */
typedef struct tree_node {
    uint64_t keys;  /* a bit for each key of the set (several keys share a bit): a set that includes this one has all these bits */
    moore_ref set;
    uint32_t below; /* first node of the next level; on the last level the state's number */
    uint32_t next;  /* on the same level */
} tree_node;

enum { NO_NODE = UINT32_MAX };

typedef struct kept_link {
    state_ref parent;
    uint32_t bucket;
} kept_link;

typedef struct antichain {
    arena *memory;
    moore_pool *pool;
    VEC(kept_state) states;    /* all that were ever kept, in the order of insertion */
    intern buckets;            /* (global, holder) */
    VEC(uint32_t) roots;       /* by bucket: first node */
    VEC(tree_node) nodes;
    VEC(uint64_t) keys_of;     /* by set: the bits of its keys as in tree_node; 0: not known yet */
    VEC(kept_link) links;      /* by state: its parent and bucket, for walks from a state to its ancestors */
    uint64_t alive;
} antichain;

static inline const kept_state *antichain_at(const antichain *a, state_ref number)
{
    return &a->states.data[number.index];
}

void antichain_init(antichain *a, moore_pool *pool);
void antichain_release(antichain *a);

/* A kept state that includes s; STATE_NONE: none does. */
state_ref antichain_cover(antichain *a, const event_state *s);
/* Keeps s (its sets are copied) and evicts the kept states that s includes; the number of s. Call only when no kept state includes s. */
state_ref antichain_insert(antichain *a, const event_state *s, state_ref parent, const event *e, state_ref loop_start);

/* The bucket of states with this global and holder. */
uint32_t antichain_bucket(antichain *a, global_ref global, process_ref holder);

size_t antichain_bytes(const antichain *a);

#endif
