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
 * not include a given one are left out with a whole branch. The nodes below one are neighbours in memory, as walks are mostly from one to the next. */
typedef struct tree_list {
    uint32_t first, count; /* in antichain.nodes, with room for the next power of two */
} tree_list;

typedef struct tree_node {
    uint64_t keys;  /* a bit for each key of the set (several keys share a bit): a set that includes this one has all these bits */
    uint64_t some_below, all_below; /* bits that some, and that all, sets of the next level have had; on the last level none counts */
    moore_ref set;
    tree_list below; /* the next level; on the last one `first` is the state's number */
} tree_node;

typedef struct kept_link {
    state_ref parent;
    uint32_t bucket;
} kept_link;

/* The state and its ancestors up to the next one whose depth is a multiple of SPAN, which is the first of the span before. */
enum { SPAN = 8 };
typedef struct kept_span {
    uint64_t buckets; /* a bit for each of theirs, by a hash */
    state_ref before; /* STATE_NONE: there is none */
} kept_span;

typedef struct antichain {
    arena *memory;
    moore_pool *pool;
    VEC(kept_state) states;    /* all that were ever kept, in the order of insertion */
    intern buckets;            /* (global, holder) */
    VEC(uint32_t) free_bucket; /* by global: the bucket of its states without a holder, plus one; 0: not known yet */
    VEC(tree_list) roots;      /* by bucket: the first level */
    VEC(tree_node) nodes;
    VEC(uint32_t) free_nodes[32]; /* by the logarithm of their length: stretches that a list has left */
    VEC(uint64_t) keys_of;     /* by set: the bits of its keys as in tree_node; 0: not known yet */
    VEC(kept_link) links;      /* by state: its parent and its own bucket, for walks from a state to its ancestors */
    VEC(kept_span) spans;      /* by state */
    uint64_t alive;
} antichain;

static inline const kept_state *antichain_at(const antichain *a, state_ref number)
{
    return &a->states.data[number.index];
}

void antichain_init(antichain *a, moore_pool *pool);
void antichain_release(antichain *a);

/* Of each state kept there is also its *form*, by which states are compared: itself, or what stands for it and all states that are like it (canonical.h).
 * A kept state whose form includes the given one; STATE_NONE: none does. */
state_ref antichain_cover(antichain *a, const event_state *form);
/* Keeps s (its sets are copied) and evicts the kept states whose forms its own includes; the number of s. Call only when no kept state includes s. */
state_ref antichain_insert(antichain *a, const event_state *s, const event_state *form, state_ref parent, const event *e, state_ref loop_start);

/* The bucket of states with this global and holder. */
uint32_t antichain_bucket(antichain *a, global_ref global, process_ref holder);
/* The nearest state of the bucket among this one, whose depth is *depth, and its ancestors; STATE_NONE: there is none. *depth becomes its depth. */
state_ref antichain_ancestor(const antichain *a, state_ref from, uint32_t bucket, uint32_t *depth);

size_t antichain_bytes(const antichain *a);

#endif
