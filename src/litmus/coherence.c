/* coherence.c: the final states of a test whose accesses are all at one location.
 *
 * At one location every memory model that we have is sequentially consistent: a run is an order of all accesses that keeps the order of each thread. So
 * all such orders are tried. */
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "base/intern.h"
#include "litmus/cycle.h"

typedef struct orders {
    const access *accesses;
    uint32_t count;
    uint32_t place[CYCLE_MAX_COHERENCE]; /* of what each access reads, in a final state */
    uint32_t width;                      /* of a final state */
    intern found;
} orders;

/* Tries every order that goes on from here: `taken` is a mask of the accesses so far, which left the values `so_far`. The recursion is as deep as there
 * are accesses, ten at most. */
static void go_on(orders *o, uint32_t taken, final_values so_far)
{
    int32_t memory = so_far.values[o->width - 1];
    if (taken + 1 == 1u << o->count) {
        intern_row(&o->found, so_far.values, o->width);
        return;
    }
    for (uint32_t i = 0; i < o->count; i++) {
        bool is_first = i == 0 || o->accesses[i - 1].thread != o->accesses[i].thread;
        if (taken >> i & 1 || !(is_first || taken >> (i - 1) & 1))
            continue;
        final_values next = so_far;
        if (o->accesses[i].reads)
            next.values[o->place[i]] = memory;
        if (o->accesses[i].writes)
            next.values[o->width - 1] = o->accesses[i].value;
        go_on(o, taken | 1u << i, next);
    }
}

static int compare(const void *a, const void *b)
{
    const int32_t *x = ((const final_values *)a)->values, *y = ((const final_values *)b)->values;
    for (uint32_t i = 0; i <= CYCLE_MAX_COHERENCE; i++)
        if (x[i] != y[i])
            return x[i] < y[i] ? -1 : 1;
    return 0;
}

void coherence_states(const access *accesses, uint32_t count, final_values_list *out)
{
    orders o = {.accesses = accesses, .count = count};
    CHECK(count && count <= CYCLE_MAX_COHERENCE);
    for (uint32_t i = 0; i < count; i++) {
        o.place[i] = o.width;
        o.width += accesses[i].reads;
    }
    o.width++;
    go_on(&o, 0, (final_values){0});
    for (uint32_t i = 0; i < intern_count(&o.found); i++) {
        final_values row = {0};
        memcpy(row.values, intern_get(&o.found, i), o.width * sizeof *row.values);
        vec_push(out, row);
    }
    qsort(out->data, out->count, sizeof *out->data, compare);
    intern_release(&o.found);
}
