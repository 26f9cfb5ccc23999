/* values.c: what an expression means in a state. */
#include "step/successors_internal.h"

int32_t view_of(successors *x, process_ref process, uint32_t element)
{
    int32_t value;
    if (process.index < x->shape->process_count && buffer_pending(x, process, element, &value))
        return value;
    return slot_get(x, element);
}

/* The process that e speaks of: with this number, or the lowest of its type; NOBODY where there is none. */
static process_ref find_process(const successors *x, const expr *e, int32_t pid)
{
    const shape *s = x->shape;
    if (e->pid) {
        int64_t position = (int64_t)pid - x->rows->program->pid_base;
        bool exists = position >= 0 && position < s->process_count && s->process[position].type == e->process;
        return (process_ref){exists ? (uint32_t)position : NOBODY};
    }
    for (process_ref p = {0}; p.index < s->process_count; p.index++)
        if (shape_process(s, p)->type == e->process)
            return p;
    return (process_ref){NOBODY};
}

static int32_t is_at(successors *x, const expr *e, int32_t pid)
{
    if (e->pid) {
        process_ref p = find_process(x, e, pid);
        return p.index != NOBODY && successors_node(x, p) == (uint32_t)e->value;
    }
    for (process_ref p = {0}; p.index < x->shape->process_count; p.index++)
        if (shape_process(x->shape, p)->type == e->process && successors_node(x, p) == (uint32_t)e->value)
            return 1;
    return 0;
}

static int32_t remote_value(successors *x, const expr *e, int32_t index, int32_t pid, eval_state *state)
{
    process_ref p = find_process(x, e, pid);
    const program *of = x->rows->program;
    if (e->kind == EXPR_VIEW)
        return view_of(x, p, of->globals.data[e->variable].offset + (uint32_t)index);
    if (p.index == NOBODY && e->value)
        return 0;
    if (p.index == NOBODY) {
        state->error = EVAL_NO_PROCESS;
        state->where = e->where;
        return 0;
    }
    uint32_t offset = of->processes.data[e->process].locals.data[e->variable].offset;
    return slot_get(x, shape_process(x->shape, p)->locals + offset + (uint32_t)index);
}

static int32_t channel_value(successors *x, const expr *e, int32_t number, eval_state *state)
{
    const channel_slots *c = channel_find(x, number);
    if (!c) {
        state->error = EVAL_NO_CHANNEL;
        state->where = e->where;
        return 0;
    }
    int32_t capacity = (int32_t)c->declaration->capacity;
    int32_t length = capacity ? slot_get(x, c->first) : 0;
    if (e->kind == EXPR_LENGTH)
        return length;
    if (e->kind == EXPR_EMPTY || e->kind == EXPR_NOT_EMPTY)
        return (length == 0) == (e->kind == EXPR_EMPTY);
    return (length == capacity) == (e->kind == EXPR_FULL);
}

static int32_t leaf(void *data, const expr *e, int32_t index, int32_t pid, eval_state *state)
{
    successors *x = data;
    const program *p = x->rows->program;
    switch (e->kind) {
    case EXPR_GLOBAL: return view_of(x, x->self, p->globals.data[e->variable].offset + (uint32_t)index);
    case EXPR_MEMORY: return slot_get(x, p->globals.data[e->variable].offset + (uint32_t)index);
    case EXPR_LOCAL: {
        const process_slots *own = shape_process(x->shape, x->self);
        return slot_get(x, own->locals + p->processes.data[own->type].locals.data[e->variable].offset + (uint32_t)index);
    }
    case EXPR_VIEW:
    case EXPR_REMOTE: return remote_value(x, e, index, pid, state);
    case EXPR_AT: return is_at(x, e, pid);
    case EXPR_PID: return (int32_t)(x->self.index + p->pid_base);
    case EXPR_PROCESS_COUNT: return (int32_t)(x->shape->process_count + p->pid_base);
    case EXPR_TIMEOUT: return x->timeout;
    case EXPR_LENGTH:
    case EXPR_EMPTY:
    case EXPR_NOT_EMPTY:
    case EXPR_FULL:
    case EXPR_NOT_FULL: return channel_value(x, e, index, state);
    case EXPR_POLL: {
        int32_t number = value_of(x, e->poll->channel);
        return channel_poll(x, e->poll, number);
    }
    case EXPR_CONST:
    case EXPR_UNARY:
    case EXPR_BINARY:
    case EXPR_CONDITIONAL:
    case EXPR_BOUND: break;
    }
    return 0;
}

int32_t value_of(successors *x, const expr *e)
{
    eval_source row = {leaf, x};
    return expr_eval(e, &row, &x->error);
}
