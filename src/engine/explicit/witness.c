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
    uint32_t property;
    run *steps;
    bool found;
    violation *out;
    arena *memory;
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

static bool violated(void *data, successors *x, uint32_t index)
{
    seeker *k = data;
    if (k->wanted || index != k->property)
        return true;
    append_trail(k, x);
    if (x->error_text || x->error.error) {
        k->out->message = x->error_text ? arena_strdup(k->memory, x->error_text) : eval_error_text(k->memory, &x->error);
        k->out->where = x->error_text ? x->error_where : x->error.where;
    }
    return false;
}

/* Takes all steps of the state until the seeker has what it wants. */
static void seek(search *s, uint32_t number, seeker *k, bool timeout)
{
    const uint64_t *state = store_state(&s->store, number);
    const packing *of = layout_of(s->layout, state);
    successors_sink sink = {.rest = rest, .violation = violated, .data = k};
    for (uint32_t p = of->shape->process_count; p-- > 0 && !k->found;) {
        packing_load(of, state, &s->successors);
        successors_begin(&s->successors);
        successors_by_steps(&s->successors, p, timeout, &sink);
        if (k->found)
            break;
        packing_load(of, state, &s->successors);
        successors_by_commits(&s->successors, p, &sink);
    }
}

void witness_build(search *s, const finding *f, violation *out, arena *memory)
{
    *out = (violation){.property = f->property, .loop = NO_LOOP};
    if (f->state == STORE_NONE) { /* the first state could not be made */
        out->message = eval_error_text(memory, &s->successors.error);
        out->where = s->successors.error.where;
        return;
    }
    VEC(uint32_t) path = {0};
    for (uint32_t n = f->state; n != STORE_NONE; n = s->store.parents[n])
        vec_push(&path, n);
    limb_vec packed = {0};
    vec_reserve(&packed, s->store.limbs);
    for (size_t i = path.count - 1; i > 0; i--) {
        seeker k = {.layout = s->layout, .wanted = store_state(&s->store, path.data[i - 1]), .packed = packed.data, .steps = &out->steps};
        seek(s, path.data[i], &k, false);
        if (!k.found)
            seek(s, path.data[i], &k, true);
        CHECK(k.found);
    }
    if (f->process != NOBODY) {
        seeker k = {.layout = s->layout, .property = f->property, .steps = &out->steps, .out = out, .memory = memory};
        seek(s, f->state, &k, f->timeout);
        CHECK(k.found);
    }
    vec_release(&path);
    vec_release(&packed);
}
