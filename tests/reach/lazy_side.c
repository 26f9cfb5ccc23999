/* lazy_side.c: what the explicit engine finds with its own reduction. It leaves out most states, but no global, no deadlock and no violation. */
#include "base/clock.h"
#include "engine/lazy/lazy.h"
#include "sides.h"

typedef VEC(uint32_t) config_vec;

enum { ITEM_NOBODY = UINT32_MAX - 1, MAX_DEADLOCKS = 10000 };

/* The properties that the reduction takes; `number` has their place in the whole list. */
static property_list properties_for(const engine_request *r, uint32_t *number)
{
    const property_list *all = r->properties;
    property_list kept = {.memory = all->memory};
    for (uint32_t i = 0; i < all->items.count; i++) {
        if (footprint_looks_at_processes(&r->footprints->questions[i]))
            continue;
        number[kept.items.count] = i;
        vec_push(&kept.items, all->items.data[i]);
    }
    return kept;
}

static void add_item(comparison *c, intern *set, item_kind kind, const shape *of, const int32_t *slots)
{
    item_row row = {0};
    item_of_slots(&row, kind, c->program, of, slots, kind == ITEM_DEADLOCK ? ITEM_ALL : ITEM_NOBODY);
    intern_row(set, row.data, row.count);
    vec_release(&row);
}

void collect_globals(comparison *c, intern *set)
{
    VEC(int32_t) slots = {0};
    for (uint32_t i = 0; i < c->search.store.count; i++) {
        const uint64_t *limbs = store_state(&c->search.store, (state_ref){i});
        const packing *packed = layout_of(c->search.layout, limbs);
        shape *of = packed->shape;
        vec_reserve(&slots, of->slot_count + 1);
        packing_unpack(packed, limbs, slots.data);
        add_item(c, set, ITEM_PAIR, of, slots.data);
        if (explicit_is_empty(c, of, slots.data) && explicit_is_deadlock(c, of, slots.data))
            add_item(c, set, ITEM_DEADLOCK, of, slots.data);
    }
    vec_release(&slots);
}

/* The configurations of the process in which it has nothing pending and can do nothing. */
static void add_stuck(const lazy *l, uint32_t process, config_vec *out)
{
    const quiet_graph *g = &l->graph.data[process];
    for (uint32_t n = 0; n < g->node_count; n++) {
        const quiet_node *at = &l->graphs.nodes.data[g->first_node + n];
        if (!at->courses.any && word_is(config_word(&l->configs, at->config), l->configs.empty_word))
            vec_push(out, at->config.index);
    }
}

static bool is_end(const lazy *l, config_ref config)
{
    key_ref key = config_key(&l->configs, config);
    const node *n = &l->request->program->processes.data[key_get(&l->space, key, KEY_TYPE)].nodes.data[key_get(&l->space, key, KEY_NODE)];
    return n->is_end || n->is_final;
}

/* The product of all processes' stuck configurations. */
static void collect_deadlocks(comparison *c, lazy *l, intern *set)
{
    config_vec stuck = {0}, first = {0}, pick = {0};
    uint32_t count = (uint32_t)l->graph.count, moved = 0;
    for (uint32_t p = 0; p < count; p++) {
        vec_push(&first, (uint32_t)stuck.count);
        vec_push(&pick, (uint32_t)stuck.count);
        add_stuck(l, p, &stuck);
        if (stuck.count == vec_last(&first))
            moved = count;
    }
    vec_push(&first, (uint32_t)stuck.count);
    for (uint32_t made = 0; moved < count && made < MAX_DEADLOCKS; made++) {
        bool all_end = true;
        space_load_global(&l->space, lazy_global(l->now.data));
        for (uint32_t p = 0; p < count; p++) {
            config_ref config = {stuck.data[pick.data[p]]};
            all_end &= is_end(l, config);
            space_load_process(&l->space, config_key(&l->configs, config), l->space.no_view);
        }
        if (!all_end)
            add_item(c, set, ITEM_DEADLOCK, l->space.successors.shape, l->space.successors.slots);
        for (moved = 0; moved < count && ++pick.data[moved] == first.data[moved + 1]; moved++)
            pick.data[moved] = first.data[moved];
    }
    vec_release(&stuck);
    vec_release(&first);
    vec_release(&pick);
}

static bool stop_at_once(lazy *l, const lazy_event *e, void *data)
{
    (void)l, (void)e, (void)data;
    return false;
}

static void collect_reduced(comparison *c, lazy *l, intern *set)
{
    for (uint32_t i = 0; i < intern_count(&l->states); i++) {
        lazy_successors(l, (state_ref){i}, stop_at_once, NULL); /* its graphs */
        space_load_global(&l->space, lazy_global(l->now.data));
        add_item(c, set, ITEM_PAIR, l->space.successors.shape, l->space.successors.slots);
        collect_deadlocks(c, l, set);
    }
}

void compare_sets(comparison *c, intern *plain, intern *reduced)
{
    size_t count = intern_count(plain);
    VEC(bool) seen = {0};
    for (size_t i = 0; i < count; i++)
        vec_push(&seen, false);
    for (uint32_t i = 0; i < intern_count(reduced); i++) {
        uint32_t number = intern_row(plain, intern_get(reduced, i), intern_length(reduced, i));
        if (number < count)
            seen.data[number] = true;
        else
            note_trouble(c, "only with reduction:", intern_get(reduced, i), intern_length(reduced, i));
    }
    for (uint32_t i = 0; i < count; i++)
        if (!seen.data[i])
            note_trouble(c, "lost by reduction:", intern_get(plain, i), intern_length(plain, i));
    vec_release(&seen);
}

static void compare_violations(comparison *c, const lazy *l, const uint32_t *number)
{
    arena *memory = arena_new();
    for (uint32_t i = 0; i < l->request->properties->items.count; i++) {
        bool found = false;
        for (size_t k = 0; k < l->findings.count; k++)
            found |= l->findings.data[k].property.index == i;
        if (found != c->explicit_violated[number[i]])
            note_trouble(c, arena_printf(memory, "%s by reduction: a violation of %s", found ? "added" : "lost", l->request->properties->items.data[i].name),
                         NULL, 0);
    }
    arena_free(memory);
}

void lazy_compare(comparison *c)
{
    if (c->search.limit || !c->search.store.count)
        return;
    uint32_t number[256];
    if (c->properties->items.count > sizeof number / sizeof *number)
        return;
    property_list kept = properties_for(&c->request, number);
    engine_request r = c->request;
    footprints *of_kept = property_footprints(&kept, c->program);
    r.properties = &kept;
    r.footprints = of_kept;
    if (!lazy_refuses(&r)) {
        lazy l;
        lazy_run(&l, &r, c->unbuffered, c->rows->bound, clock_seconds());
        if (!l.limit) {
            intern plain = {0}, reduced = {0};
            if (l.courses.met_bound && !c->search.successors.met_bound)
                note_trouble(c, "a store meets the bound only with reduction", NULL, 0);
            collect_globals(c, &plain);
            collect_reduced(c, &l, &reduced);
            compare_sets(c, &plain, &reduced);
            compare_violations(c, &l, number);
            c->reduced_states = intern_count(&l.states);
            intern_release(&plain);
            intern_release(&reduced);
        }
        lazy_release(&l);
    }
    footprints_free(of_kept);
    vec_release(&kept.items);
}
