/* witness.c: from a finding to a run.
 *
 * The store keeps only which state each was first reached from; the steps in between are found by taking them again. Where a state stands for others, the run goes
 * through one of them: each step leads from the row at hand to one for which the next state of the store stands. */
#include <string.h>

#include "base/bug.h"
#include "engine/explicit/search.h"

typedef struct seeker {
    layout *layout;
    canonical_rows *canonical;
    shape *shape;           /* of the row at hand */
    row_vec *row;
    const uint64_t *wanted; /* a packed state; NULL: a violation is looked for */
    uint64_t *packed;
    property_ref property;
    run *steps;
    bool found;
} seeker;

static void append_trail(seeker *k, const successors *x)
{
    for (size_t i = 0; i < x->trail.count; i++)
        vec_push(k->steps, x->trail.data[i]);
    if (x->in_step)
        vec_push(k->steps, x->current);
    k->found = true;
}

static bool rest(void *data, successors *x)
{
    seeker *k = data;
    if (!k->wanted)
        return true;
    const packing *of = layout_of_shape(k->layout, x->shape);
    CHECK(of && layout_pack(k->layout, of, canonical_row(k->canonical, x->shape, x->slots), k->packed)); /* the state is in the store, so its values fit; so do those of its siblings, which are too */
    if (memcmp(k->packed, k->wanted, k->layout->limbs * sizeof *k->packed))
        return true;
    append_trail(k, x);
    k->shape = x->shape;
    vec_reserve(k->row, x->shape->slot_count);
    memcpy(k->row->data, x->slots, x->shape->slot_count * sizeof *x->slots);
    return false;
}

static bool violated(void *data, successors *x, property_ref which)
{
    seeker *k = data;
    if (k->wanted || !property_is(which, k->property))
        return true;
    append_trail(k, x);
    return false;
}

/* Takes all steps of the row until the seeker has what it wants. */
static void seek(search *s, seeker *k, bool timeout)
{
    shape *of = k->shape;
    successors_sink sink = {.rest = rest, .violation = violated, .data = k};
    for (uint32_t p = of->process_count; p-- > 0 && !k->found;) {
        if (search_is_still(s, (process_ref){p}))
            continue;
        successors_load(&s->successors, of, k->row->data);
        successors_begin(&s->successors);
        successors_by_steps(&s->successors, (process_ref){p}, timeout, &sink);
        if (k->found)
            break;
        successors_load(&s->successors, of, k->row->data);
        successors_by_commits(&s->successors, (process_ref){p}, &sink);
    }
}

typedef struct witness {
    search *search;
    limb_vec packed; /* scratch */
    shape *shape;    /* of the row */
    row_vec row;     /* where the run has come to */
    run steps;
} witness;

static state_ref parent(void *data, state_ref of)
{
    return ((witness *)data)->search->store.parents[of.index];
}

static seeker seeker_from(witness *w)
{
    search *s = w->search;
    return (seeker){.layout = s->layout, .canonical = &s->canonical, .shape = w->shape, .row = &w->row, .packed = w->packed.data, .steps = &w->steps};
}

static void take(void *data, state_ref from, state_ref to)
{
    witness *w = data;
    seeker k = seeker_from(w);
    (void)from;
    k.wanted = store_state(&w->search->store, to);
    seek(w->search, &k, false);
    if (!k.found)
        seek(w->search, &k, true);
    CHECK(k.found);
    w->shape = k.shape;
}

/* The run begins with the first state, which stands for itself alone. */
static void begin(witness *w)
{
    const uint64_t *state = store_state(&w->search->store, (state_ref){0});
    const packing *of = layout_of(w->search->layout, state);
    w->shape = of->shape;
    vec_reserve(&w->row, of->shape->slot_count);
    packing_unpack(of, state, w->row.data);
}

violation witness_build(search *s, const finding *f)
{
    witness w = {.search = s};
    vec_reserve(&w.packed, s->store.limbs);
    if (!state_is(f->state, STATE_NONE))
        begin(&w);
    witness_follow(f->state, parent, take, &w);
    if (f->process.index != NOBODY) { /* then the first state was made */
        seeker k = seeker_from(&w);
        k.property = f->property;
        seek(s, &k, f->timeout);
        CHECK(k.found);
    }
    vec_release(&w.packed);
    vec_release(&w.row);
    return (violation){.property = f->property, .steps = w.steps, .loop = NO_LOOP};
}
