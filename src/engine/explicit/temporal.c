/* temporal.c: the explicit engine on temporal properties: one search of the product for a given bound on buffers.
 *
 * Where the bound is our own, a store that meets it is not followed, but its process counts as one that can go on: a run that was found is one of larger buffers too,
 * and fair there. */
#include "engine/explicit/explicit.h"

#include "engine/explicit/product.h"

const char *explicit_refuses_temporal(const engine_request *request)
{
    if (memory_is_approximation(request->machine.memory))
        return "an approximation of TSO knows states only, and a temporal property is about runs";
    if (request->reduction == REDUCTION_AMPLE || request->reduction == REDUCTION_SLEEP)
        return "ample and sleep sets are not made for temporal properties";
    return NULL;
}

/* Enough for what is due of the processes of the start; others may come. */
static uint32_t first_words(const rows *r)
{
    uint32_t processes = (uint32_t)r->program->start.count, stores = 1;
    for (size_t i = 0; i < r->program->start.count; i++)
        stores += r->stores[r->program->start.data[i]].count;
    uint32_t for_processes = (processes + DUES_SPLIT - 1) / DUES_SPLIT, for_stores = (stores + 63 - DUES_SPLIT) / (64 - DUES_SPLIT);
    return for_processes > for_stores ? for_processes : for_stores;
}

static rows *rows_of(const bounded_search *b)
{
    const engine_request *r = b->request;
    rows *of = rows_new(r->footprints, b->on, memory_model_for(b->on.memory, &r->footprints->all), b->unbuffered);
    of->cuts = r->machine.buffer == 0;
    rows_stop_in_blocks(of);
    return of;
}

static void add_violation(product *p, product_end how, engine_result *result)
{
    violation found = {0};
    lasso_build(p, how, &found.steps, &found.loop);
    violations_add(&result->violations, found);
    result->statistics.errors = 1;
}

void explicit_search_temporal(bounded_search *b, engine_result *result)
{
    const engine_request *r = b->request;
    uint32_t words = 0;
    product_end end;
    do {
        product p;
        rows *of = rows_of(b);
        words = words ? 2 * words : first_words(of);
        end = product_run(&p, r, of, b->still, words, b->start);
        if (end != PRODUCT_OUTGROWN) {
            bool exceeded = p.graph.successors.met_bound && !r->machine.buffer;
            product_statistics(&p, &result->statistics);
            engine_log_end(r, "explicit", p.limit, &result->statistics);
            if (end == PRODUCT_LOOP || end == PRODUCT_BAD)
                add_violation(&p, end, result);
            result->bound = end == PRODUCT_LIMIT ? result->bound : b->on.buffer;
            result->reason = p.limit;
            result->complete = end == PRODUCT_HOLDS && !exceeded;
            b->final = end != PRODUCT_HOLDS || !exceeded;
            b->stored = p.count;
        }
        product_release(&p);
        rows_free(of);
    } while (end == PRODUCT_OUTGROWN);
}
