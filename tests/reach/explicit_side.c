/* explicit_side.c: the states that the explicit engine finds, bound by bound, as items. */
#include <string.h>

#include "base/clock.h"
#include "sides.h"

static const uint32_t bounds[] = {1, 2, 4};

static void add(comparison *c, item_row *row, item_kind kind, const shape *of, const int32_t *slots, uint32_t process)
{
    item_of_slots(row, kind, c->program, of, slots, process);
    intern_row(&c->items, row->data, row->count);
}

typedef struct cell_row {
    int32_t *first;
} cell_row;

static int32_t get_cell(void *data, uint32_t position)
{
    return ((cell_row *)data)->first[position];
}

bool explicit_is_empty(const comparison *c, const shape *of, int32_t *slots)
{
    for (uint32_t p = 0; p < of->process_count; p++) {
        cell_row cells = {slots + of->process[p].buffer};
        buffer_cells access = {.get = get_cell, .data = &cells, .locations = c->rows->stores[of->process[p].type].count, .bound = c->rows->bound};
        if (!c->rows->buffers->is_empty(&access))
            return false;
    }
    return true;
}

bool explicit_is_deadlock(comparison *c, shape *of, const int32_t *slots)
{
    successors *x = &c->search.successors;
    bool all_end = true;
    for (uint32_t p = 0; p < of->process_count; p++) {
        successors_load(x, of, slots);
        const node *n = &c->program->processes.data[of->process[p].type].nodes.data[x->slots[of->process[p].pc]];
        all_end &= n->is_end || n->is_final;
        if (successors_has_step(x, (process_ref){p}))
            return false;
    }
    return !all_end;
}

static void add_state(comparison *c, shape *of, int32_t *slots, item_row *row)
{
    bool empty = explicit_is_empty(c, of, slots);
    for (uint32_t p = 0; p < of->process_count; p++) {
        add(c, row, ITEM_PAIR, of, slots, p);
        if (empty)
            add(c, row, ITEM_PAIR_EMPTY, of, slots, p);
    }
    /* the events engine removes ended processes only where somebody can tell */
    if (c->whole_states && (of->process_count == c->program->start.count || footprints_deaths_matter(c->request.footprints))) {
        add(c, row, ITEM_TUPLE, of, slots, ITEM_ALL);
        if (empty)
            add(c, row, ITEM_TUPLE_EMPTY, of, slots, ITEM_ALL);
    }
    if (empty && explicit_is_deadlock(c, of, slots))
        add(c, row, ITEM_DEADLOCK, of, slots, ITEM_ALL);
}

static void add_states(comparison *c)
{
    item_row row = {0};
    VEC(int32_t) slots = {0};
    for (uint32_t i = 0; i < c->search.store.count; i++) {
        const uint64_t *limbs = store_state(&c->search.store, (state_ref){i});
        const packing *packed = layout_of(c->search.layout, limbs);
        shape *of = packed->shape;
        vec_reserve(&slots, of->slot_count + 1);
        packing_unpack(packed, limbs, slots.data);
        add_state(c, of, slots.data, &row);
    }
    vec_release(&slots);
    vec_release(&row);
}

void explicit_collect(comparison *c)
{
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds && !c->complete; i++) {
        explicit_release(c);
        machine on = c->machine;
        on.buffer = bounds[i];
        c->rows = rows_new(c->request.footprints, on, memory_model_for(on.memory, &c->request.footprints->all), c->unbuffered);
        c->rows->cuts = true;
        engine_request r = c->request;
        r.max_states = c->max_states;
        search_run(&c->search, &r, c->rows, 0, clock_seconds());
        bool unfinished = c->search.limit || c->search.successors.met_bound;
        for (size_t k = 0; k < c->search.findings.count; k++)
            c->explicit_violated[c->search.findings.data[k].property.index] = true;
        add_states(c);
        c->complete = !unfinished;
        if (c->search.limit)
            break; /* a larger bound has no fewer states */
    }
    c->explicit_items = intern_count(&c->items);
}

void explicit_release(comparison *c)
{
    if (!c->rows)
        return;
    search_release(&c->search);
    rows_free(c->rows);
    c->rows = NULL;
}
