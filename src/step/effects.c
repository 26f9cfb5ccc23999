/* effects.c: what one effect of an edge does to the row. */
#include "base/bug.h"
#include "step/successors_internal.h"

static const process_type *own_type(const successors *x)
{
    return &x->rows->program->processes.data[shape_process(x->shape, x->self)->type];
}

/* The element that a place names; false on an error. */
static bool place_element(successors *x, const place *target, uint32_t *element)
{
    *element = target->index ? (uint32_t)value_of(x, target->index) : 0;
    return !x->error.error;
}

bool value_is_kept(successors *x, value_type type, int32_t *value, source_location where)
{
    bool kept = !x->rows->program->checks_values || value_fits(type, *value);
    if (!kept)
        eval_fail_value(&x->error, type, *value, where);
    *value = value_wrap(type, *value);
    return kept;
}

outcome assign(successors *x, const place *target, int32_t value)
{
    uint32_t element;
    if (target->kind == PLACE_NONE)
        return OUTCOME_DONE;
    if (!place_element(x, target, &element))
        return OUTCOME_ERROR;
    if (target->kind == PLACE_LOCAL) {
        const variable *v = &own_type(x)->locals.data[target->variable];
        if (!value_is_kept(x, v->type, &value, target->where))
            return OUTCOME_ERROR;
        slot_set(x, shape_process(x->shape, x->self)->locals + v->offset + element, value);
        return OUTCOME_DONE;
    }
    const variable *v = &x->rows->program->globals.data[target->variable];
    if (!value_is_kept(x, v->type, &value, target->where))
        return OUTCOME_ERROR;
    if (target->is_atomic) {
        buffer_write_through(x, x->self, v->offset + element, value);
        return OUTCOME_DONE;
    }
    if (v->class == VARIABLE_RELAXED)
        return buffer_store(x, x->self, v->offset + element, value);
    slot_set(x, v->offset + element, value);
    return OUTCOME_DONE;
}

static outcome evaluate(successors *x, const expr *e, int32_t *value)
{
    *value = e ? value_of(x, e) : 0;
    return x->error.error ? OUTCOME_ERROR : OUTCOME_DONE;
}

/* The own buffer is empty, or has been made so. */
static outcome drain(successors *x, bool flush)
{
    if (flush)
        buffer_flush(x, x->self);
    return buffer_is_empty(x, x->self) ? OUTCOME_DONE : OUTCOME_BLOCKED;
}

static outcome synchronise(successors *x, const effect *e)
{
    int32_t left_out;
    if (evaluate(x, e->value, &left_out) != OUTCOME_DONE)
        return OUTCOME_ERROR;
    x->left_out = e->value ? (uint32_t)left_out : 0;
    for (process_ref p = {0}; p.index < x->shape->process_count; p.index++)
        if (!sync_leaves_out(x->left_out, p.index) && !buffer_is_empty(x, p))
            return OUTCOME_BLOCKED;
    return OUTCOME_DONE;
}

/* Exchange, fetch-and-add, compare-and-swap, compare-and-exchange: operands are read on the own view, which after the drain is memory. */
static outcome atomic_operation(successors *x, const effect *e)
{
    uint32_t element;
    int32_t value, expected;
    if (drain(x, e->flush) != OUTCOME_DONE)
        return OUTCOME_BLOCKED;
    if (!place_element(x, &e->target, &element) || evaluate(x, e->value, &value) != OUTCOME_DONE ||
        evaluate(x, e->expected, &expected) != OUTCOME_DONE)
        return OUTCOME_ERROR;
    const variable *v = &x->rows->program->globals.data[e->target.variable];
    uint32_t slot = v->offset + element;
    int32_t old = slot_get(x, slot), result = old;
    if (e->kind == EFFECT_FETCH_ADD)
        value = (int32_t)((uint32_t)old + (uint32_t)value);
    if (e->kind == EFFECT_CAS)
        result = old == expected;
    if (!effect_compares(e->kind) || old == expected)
        slot_set(x, slot, value_wrap(v->type, value));
    return assign(x, &e->result, result);
}

static outcome write_memory(successors *x, const effect *e)
{
    uint32_t element;
    int32_t value;
    if (evaluate(x, e->value, &value) != OUTCOME_DONE || !place_element(x, &e->target, &element))
        return OUTCOME_ERROR;
    const variable *v = &x->rows->program->globals.data[e->target.variable];
    slot_set(x, v->offset + element, value_wrap(v->type, value));
    return OUTCOME_DONE;
}

static outcome assertion(successors *x, const effect *e)
{
    int32_t value;
    if (evaluate(x, e->value, &value) != OUTCOME_DONE)
        return OUTCOME_ERROR;
    property_ref violated = value ? NO_PROPERTY : property_of_assertion(x->properties, e);
    if (!property_is(violated, NO_PROPERTY) && !x->sink->violation(x->sink->data, x, violated))
        x->stopped = true;
    return OUTCOME_DONE;
}

static outcome assign_value(successors *x, const effect *e)
{
    int32_t value;
    return evaluate(x, e->value, &value) == OUTCOME_DONE ? assign(x, &e->target, value) : OUTCOME_ERROR;
}

/* A new process: locals are its arguments, its own channels' numbers, or what their initialisers say. */
outcome create_process(successors *x, uint32_t type, uint32_t argument_count, const int32_t *arguments)
{
    process_ref creator = x->self;
    x->shape = rows_push(x->rows, x->shape, type);
    successors_reserve_slots(x);
    process_ref self = {x->shape->process_count - 1};
    const process_type *t = &x->rows->program->processes.data[type];
    const process_slots *slots = shape_process(x->shape, self);
    for (uint32_t i = slots->pc; i < x->shape->slot_count; i++)
        slot_set(x, i, 0);
    slot_set(x, slots->pc, (int32_t)t->entry);
    for (uint32_t i = 0; i < argument_count; i++)
        slot_set(x, slots->locals + t->locals.data[i].offset, value_wrap(t->locals.data[i].type, arguments[i]));
    for (uint32_t i = 0; i < t->channels.count; i++) {
        const channel *c = &t->channels.data[i];
        slot_set(x, slots->locals + t->locals.data[c->variable].offset + c->element, (int32_t)(slots->first_channel + i));
    }
    x->self = self;
    for (uint32_t i = t->parameter_count; i < t->locals.count; i++) {
        const variable *v = &t->locals.data[i];
        for (uint32_t e = 0; v->initial && e < v->count; e++)
            slot_set(x, slots->locals + v->offset + e, v->initial[e]);
        for (uint32_t e = 0; v->initializer && e < v->count; e++) {
            int32_t value = value_of(x, v->initializer);
            if (x->error.error)
                return OUTCOME_ERROR;
            slot_set(x, slots->locals + v->offset + e, value_wrap(v->type, value));
        }
    }
    x->self = creator;
    return OUTCOME_DONE;
}

static outcome run_process(successors *x, const effect *e)
{
    enum { MAX_ARGUMENTS = 255 };
    int32_t arguments[MAX_ARGUMENTS];
    CHECK(e->argument_count <= MAX_ARGUMENTS);
    if (drain(x, e->flush) != OUTCOME_DONE)
        return OUTCOME_BLOCKED;
    for (uint32_t i = 0; i < e->argument_count; i++)
        if (evaluate(x, e->arguments[i], &arguments[i]) != OUTCOME_DONE)
            return OUTCOME_ERROR;
    if (x->shape->process_count + x->rows->program->pid_base >= PROGRAM_MAX_PROCESSES) {
        x->error_text = "more than 255 processes";
        return OUTCOME_ERROR;
    }
    uint32_t number = x->shape->process_count + x->rows->program->pid_base;
    if (create_process(x, e->process, e->argument_count, arguments) != OUTCOME_DONE)
        return OUTCOME_ERROR;
    return assign(x, &e->result, (int32_t)number);
}

outcome effect_apply(successors *x, const effect *e)
{
    switch (e->kind) {
    case EFFECT_ASSIGN: return assign_value(x, e);
    case EFFECT_WRITE_MEMORY: return write_memory(x, e);
    case EFFECT_FENCE: return drain(x, e->flush);
    case EFFECT_SYNC: return synchronise(x, e);
    case EFFECT_BARRIER: buffer_barrier(x, x->self); return OUTCOME_DONE;
    case EFFECT_EXCHANGE:
    case EFFECT_FETCH_ADD:
    case EFFECT_CAS:
    case EFFECT_COMPARE_EXCHANGE: return atomic_operation(x, e);
    case EFFECT_ASSERT: return assertion(x, e);
    case EFFECT_SEND: return channel_send(x, e);
    case EFFECT_RECEIVE: return channel_receive(x, e);
    case EFFECT_RUN: return run_process(x, e);
    case EFFECT_PRINT: return OUTCOME_DONE;
    }
    BUG("unknown effect");
}
