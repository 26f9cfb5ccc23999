/* heuristic.c: the measures of inconsistency of the PIMP paper, section 4.4: buffers that are not empty (neb), pending stores (pw), pending stores that
 * differ from memory (ipw). Our own is in distance.c. */
#include "search/heuristic.h"

#include "base/bug.h"
#include "search/pending.h"

typedef struct tally {
    const int32_t *memory;
    uint32_t buffers, stores, inconsistent;
} tally;

static void count_store(void *data, process_ref process, uint32_t element, int32_t value)
{
    tally *t = data;
    (void)process;
    t->stores++;
    t->inconsistent += t->memory[element] != value;
}

static tally count_pending(const successors *at)
{
    tally t = {.memory = at->slots};
    for (process_ref p = {0}; p.index < at->shape->process_count; p.index++)
        t.buffers += pending_each(at, p, count_store, &t);
    return t;
}

void heuristic_init(heuristic *h, search_order order, const property_list *properties, rows *r)
{
    *h = (heuristic){.order = order};
    successors_init(&h->at, r, properties);
    if (order == SEARCH_BEST_AUTO)
        distance_init(&h->distance, properties, &h->at);
}

void heuristic_release(heuristic *h)
{
    distance_release(&h->distance);
    successors_release(&h->at);
}

int64_t heuristic_value(heuristic *h)
{
    switch (h->order) {
    case SEARCH_DFS:
    case SEARCH_BFS: return 0;
    case SEARCH_BEST_NEB: return count_pending(&h->at).buffers;
    case SEARCH_BEST_PW: return count_pending(&h->at).stores;
    case SEARCH_BEST_IPW: return count_pending(&h->at).inconsistent;
    case SEARCH_BEST_AUTO: return -distance_now(&h->distance);
    }
    BUG("unknown order of search");
}
