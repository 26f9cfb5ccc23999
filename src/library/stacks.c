/* stacks.c: a search through all states that keeps the shapes of their rows alone. */
#include "library/stacks.h"

#include <string.h>

#include "base/intern.h"
#include "step/successors.h"

typedef struct stack_search {
    rows *rows;
    successors successors;
    intern states; /* shape and row */
    VEC(int32_t) row;
} stack_search;

static bool on_rest(void *data, successors *x)
{
    stack_search *s = data;
    uint32_t length = x->shape->slot_count;
    vec_reserve(&s->row, length + 1);
    s->row.data[0] = (int32_t)x->shape->id;
    memcpy(s->row.data + 1, x->slots, length * sizeof *s->row.data);
    intern_row(&s->states, s->row.data, length + 1);
    return true;
}

static bool on_violation(void *data, successors *x, property_ref violated)
{
    (void)data, (void)x, (void)violated;
    return true;
}

static bool take_steps(stack_search *s, uint32_t number, bool timeout)
{
    const successors_sink sink = {.rest = on_rest, .violation = on_violation, .data = s};
    bool moved = false;
    shape *here = s->rows->shapes.data[intern_get(&s->states, number)[0]];
    for (process_ref p = {0}; p.index < here->process_count; p.index++) {
        successors_load(&s->successors, here, intern_get(&s->states, number) + 1);
        successors_begin(&s->successors);
        moved |= successors_by_steps(&s->successors, p, timeout, &sink);
        successors_load(&s->successors, here, intern_get(&s->states, number) + 1);
        moved |= successors_by_commits(&s->successors, p, &sink);
    }
    return moved;
}

static void keep_shapes(const stack_search *s, arena *memory, export_stacks *out)
{
    size_t types = s->rows->program->processes.count;
    for (size_t i = 0; i < s->rows->shapes.count; i++)
        if (s->rows->shapes.data[i]->process_count > out->height)
            out->height = s->rows->shapes.data[i]->process_count;
    bool *may_be = ARENA_ARRAY(memory, bool, out->height * types + 1);
    for (size_t i = 0; i < s->rows->shapes.count; i++)
        for (uint32_t k = 0; k < s->rows->shapes.data[i]->process_count; k++)
            may_be[k * types + s->rows->shapes.data[i]->process[k].type] = true;
    out->may_be = may_be;
}

bool stacks_find(const model *m, machine on, uint64_t most, arena *memory, export_stacks *out)
{
    const bool *unbuffered = ARENA_ARRAY(memory, bool, m->program->global_count + 1);
    stack_search s = {.rows = rows_new(m->footprints, on, memory_model_for(on.memory, &m->footprints->all), unbuffered)};
    *out = (export_stacks){0};
    successors_init(&s.successors, s.rows, &m->properties);
    bool good = successors_initial(&s.successors) && on_rest(&s, &s.successors);
    for (uint32_t i = 0; good && i < intern_count(&s.states); i++) {
        if (!take_steps(&s, i, false))
            take_steps(&s, i, true);
        good = intern_count(&s.states) <= most;
    }
    if (good)
        keep_shapes(&s, memory, out);
    successors_release(&s.successors);
    intern_release(&s.states);
    vec_release(&s.row);
    rows_free(s.rows);
    return good;
}
