/* witness.c: from a finding to a run.
 *
 * The store keeps only which state each was first reached from; the steps in between are found by taking them again. */
#include <string.h>

#include "base/bug.h"
#include "engine/explicit/search.h"

typedef struct seeker {
    layout *layout;
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
    CHECK(of && layout_pack(k->layout, of, x->slots, k->packed)); /* the state is in the store, so its values fit; so do those of its siblings, which are too */
    if (memcmp(k->packed, k->wanted, k->layout->limbs * sizeof *k->packed))
        return true;
    append_trail(k, x);
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

/* Takes all steps of the state until the seeker has what it wants. */
static void seek(search *s, state_ref number, seeker *k, bool timeout)
{
    const uint64_t *state = store_state(&s->store, number);
    const packing *of = layout_of(s->layout, state);
    successors_sink sink = {.rest = rest, .violation = violated, .data = k};
    for (uint32_t p = of->shape->process_count; p-- > 0 && !k->found;) {
        packing_load(of, state, &s->successors);
        successors_begin(&s->successors);
        successors_by_steps(&s->successors, (process_ref){p}, timeout, &sink);
        if (k->found)
            break;
        packing_load(of, state, &s->successors);
        successors_by_commits(&s->successors, (process_ref){p}, &sink);
    }
}

typedef struct witness {
    search *search;
    limb_vec packed; /* scratch */
    run steps;
} witness;

static state_ref parent(void *data, state_ref of)
{
    return ((witness *)data)->search->store.parents[of.index];
}

static void take(void *data, state_ref from, state_ref to)
{
    witness *w = data;
    search *s = w->search;
    seeker k = {.layout = s->layout, .wanted = store_state(&s->store, to), .packed = w->packed.data, .steps = &w->steps};
    seek(s, from, &k, false);
    if (!k.found)
        seek(s, from, &k, true);
    CHECK(k.found);
}

violation witness_build(search *s, const finding *f)
{
    witness w = {.search = s};
    vec_reserve(&w.packed, s->store.limbs);
    witness_follow(f->state, parent, take, &w);
    if (f->process.index != NOBODY) { /* then the first state was made */
        seeker k = {.layout = s->layout, .property = f->property, .steps = &w.steps};
        seek(s, f->state, &k, f->timeout);
        CHECK(k.found);
    }
    vec_release(&w.packed);
    return (violation){.property = f->property, .steps = w.steps, .loop = NO_LOOP};
}
