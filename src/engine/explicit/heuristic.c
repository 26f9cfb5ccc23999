/* heuristic.c: the measures of inconsistency of the PIMP paper, section 4.4: buffers that are not empty (neb), pending stores (pw), pending stores that
 * differ from memory (ipw). Our own is in distance.c. */
#include "engine/explicit/heuristic.h"

#include "base/bug.h"
#include "engine/explicit/pending.h"

typedef struct tally {
    const shape *shape;
    const uint64_t *state;
    uint32_t buffers, stores, inconsistent;
} tally;

static void count_store(void *data, uint32_t process, uint32_t element, int32_t value)
{
    tally *t = data;
    (void)process;
    t->stores++;
    t->inconsistent += field_get(&t->shape->fields[element], t->state) != value;
}

static tally count_pending(const model *m, const uint64_t *state)
{
    tally t = {.shape = model_shape_of(m, state), .state = state};
    for (uint32_t p = 0; p < t.shape->process_count; p++)
        t.buffers += pending_each(m, state, p, count_store, &t);
    return t;
}

void heuristic_init(heuristic *h, const engine_request *request, model *m)
{
    *h = (heuristic){.request = request, .model = m};
    if (request->search == SEARCH_BEST_AUTO)
        distance_init(&h->distance, request, m);
}

void heuristic_release(heuristic *h)
{
    distance_release(&h->distance);
}

int64_t heuristic_value(heuristic *h, const uint64_t *state)
{
    switch (h->request->search) {
    case SEARCH_DFS:
    case SEARCH_BFS: return 0;
    case SEARCH_BEST_NEB: return count_pending(h->model, state).buffers;
    case SEARCH_BEST_PW: return count_pending(h->model, state).stores;
    case SEARCH_BEST_IPW: return count_pending(h->model, state).inconsistent;
    case SEARCH_BEST_AUTO: return -distance_of(&h->distance, state);
    }
    BUG("unknown order of search");
}
