/* order_side.c: what the explicit engine finds with ample sets and with sleep sets. Ample sets leave out states, but no global, no deadlock and no violation;
 * sleep sets leave out steps alone. */
#include "base/clock.h"
#include "sides.h"

static void collect_states(comparison *c, intern *set)
{
    VEC(int32_t) slots = {0};
    for (uint32_t i = 0; i < c->search.store.count; i++) {
        const uint64_t *limbs = store_state(&c->search.store, (state_ref){i});
        const packing *packed = layout_of(c->search.layout, limbs);
        shape *of = packed->shape;
        vec_reserve(&slots, of->slot_count + 1);
        packing_unpack(packed, limbs, slots.data);
        intern_row(set, slots.data, of->slot_count);
    }
    vec_release(&slots);
}

static void compare_states(comparison *c, comparison *other)
{
    intern plain = {0}, found = {0};
    collect_states(c, &plain);
    collect_states(other, &found);
    size_t count = intern_count(&plain);
    for (uint32_t i = 0; i < intern_count(&found); i++)
        if (intern_row(&plain, intern_get(&found, i), intern_length(&found, i)) >= count)
            note_trouble(c, "a state only with sleep sets", NULL, 0);
    if (intern_count(&found) < count)
        note_trouble(c, "a state lost by sleep sets", NULL, 0);
    if (other->search.transitions > c->search.transitions)
        note_trouble(c, "more steps with sleep sets", NULL, 0);
    intern_release(&plain);
    intern_release(&found);
}

static void compare_globals(comparison *c, comparison *other)
{
    intern plain = {0}, found = {0};
    collect_globals(c, &plain);
    collect_globals(other, &found);
    compare_sets(c, &plain, &found);
    if (other->search.counts.final_states != c->search.counts.final_states)
        note_trouble(c, "another number of final states with ample sets", NULL, 0);
    if (other->search.store.count > c->search.store.count)
        note_trouble(c, "more states with ample sets", NULL, 0);
    intern_release(&plain);
    intern_release(&found);
}

static bool is_violated(const search *s, property_ref which)
{
    for (size_t k = 0; k < s->findings.count; k++)
        if (property_is(s->findings.data[k].property, which))
            return true;
    return false;
}

static void compare_with(comparison *c, reduction_kind reduction, search_order order)
{
    comparison other = *c;
    engine_request r = c->request;
    machine on = c->machine;
    r.reduction = reduction;
    r.search = order;
    on.buffer = c->rows->bound;
    other.rows = rows_new(c->request.footprints, on, memory_model_for(on.memory, &c->request.footprints->all), c->unbuffered);
    other.rows->cuts = true;
    search_run(&other.search, &r, other.rows, 0, clock_seconds());
    if (!other.search.limit) {
        if (reduction == REDUCTION_SLEEP)
            compare_states(c, &other);
        else if (c->complete)
            compare_globals(c, &other);
        for (uint32_t i = 0; i < c->properties->items.count; i++)
            if (is_violated(&other.search, (property_ref){i}) != is_violated(&c->search, (property_ref){i}) && (c->complete || reduction == REDUCTION_SLEEP))
                note_trouble(c, reduction == REDUCTION_SLEEP ? "another verdict with sleep sets" : "another verdict with ample sets", NULL, 0);
    }
    if (reduction == REDUCTION_AMPLE)
        c->ample_states = other.search.store.count;
    search_release(&other.search);
    rows_free(other.rows);
}

void order_compare(comparison *c)
{
    if (c->search.limit || !c->search.store.count)
        return;
    compare_with(c, REDUCTION_AMPLE, SEARCH_DFS);
    compare_with(c, REDUCTION_SLEEP, SEARCH_DFS);
    compare_with(c, REDUCTION_SLEEP, SEARCH_BFS);
}
