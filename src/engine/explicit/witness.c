/* witness.c: from a finding to a run.
 *
 * The store keeps only which state each was first reached from; the steps in between are found by taking them again. */
#include <string.h>

#include "base/bug.h"
#include "engine/explicit/search.h"

typedef struct seeker {
    model *model;
    const uint64_t *wanted; /* a packed state; NULL: a violation is looked for */
    uint64_t *packed;
    uint32_t property;
    run *steps;
    bool found;
    violation *out;
    arena *memory;
} seeker;

static void append_trail(seeker *k, const exec *x)
{
    for (size_t i = 0; i < x->trail.count; i++)
        vec_push(k->steps, x->trail.data[i]);
    if (x->in_step)
        vec_push(k->steps, x->current);
    k->found = true;
}

static bool rest(void *data, exec *x)
{
    seeker *k = data;
    if (!k->wanted)
        return true;
    bool packed = model_pack(k->model, x->shape, x->slots, k->packed);
    CHECK(packed); /* the state is in the store, so its values fit; so do those of its siblings, which are too */
    if (memcmp(k->packed, k->wanted, k->model->words * sizeof *k->packed))
        return true;
    append_trail(k, x);
    return false;
}

static bool violated(void *data, exec *x, uint32_t index)
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
    shape *of = model_shape_of(s->model, state);
    exec_sink sink = {rest, violated, k};
    for (uint32_t p = of->process_count; p-- > 0 && !k->found;) {
        exec_load(&s->exec, of, state);
        exec_begin(&s->exec);
        exec_process(&s->exec, p, timeout, &sink);
        if (k->found)
            break;
        exec_load(&s->exec, of, state);
        exec_commits(&s->exec, p, &sink);
    }
}

void witness_build(search *s, const finding *f, violation *out, arena *memory)
{
    *out = (violation){.property = f->property};
    if (f->state == STORE_NONE) { /* the first state could not be made */
        out->message = eval_error_text(memory, &s->exec.error);
        out->where = s->exec.error.where;
        return;
    }
    VEC(uint32_t) path = {0};
    for (uint32_t n = f->state; n != STORE_NONE; n = s->store.parents[n])
        vec_push(&path, n);
    word_vec packed = {0};
    vec_reserve(&packed, s->store.words);
    for (size_t i = path.count - 1; i > 0; i--) {
        seeker k = {.model = s->model, .wanted = store_state(&s->store, path.data[i - 1]), .packed = packed.data, .steps = &out->steps};
        seek(s, path.data[i], &k, false);
        if (!k.found)
            seek(s, path.data[i], &k, true);
        CHECK(k.found);
    }
    if (f->process != UINT32_MAX) {
        seeker k = {.model = s->model, .property = f->property, .steps = &out->steps, .out = out, .memory = memory};
        seek(s, f->state, &k, f->timeout);
        CHECK(k.found);
    }
    vec_release(&path);
    vec_release(&packed);
}
