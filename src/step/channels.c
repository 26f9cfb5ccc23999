/* channels.c: buffered channels among the slots, and rendezvous. */
#include "base/bug.h"
#include "step/successors_internal.h"

enum { MAX_FIELDS = 64 };

const channel_slots *channel_find(successors *x, int32_t number)
{
    return number >= 1 && (uint32_t)number <= x->shape->channel_count ? &x->shape->channel[number - 1] : NULL;
}

/* The channel that an effect works on; NULL on an error. */
static const channel_slots *channel_of(successors *x, const effect *e)
{
    int32_t number = value_of(x, e->channel);
    if (x->error.error)
        return NULL;
    const channel_slots *c = channel_find(x, number);
    if (!c) {
        x->error.error = EVAL_NO_CHANNEL;
        x->error.where = e->where;
    }
    return c;
}

static uint32_t message_slot(const channel_slots *c, uint32_t message, uint32_t position)
{
    return c->first + 1 + message * c->declaration->field_count + position;
}

/* The message that a send would put; false on an error. */
static bool evaluate_message(successors *x, const effect *e, const channel *c, int32_t *message)
{
    CHECK(c->field_count <= MAX_FIELDS);
    for (uint32_t i = 0; i < c->field_count; i++) {
        int32_t value = i < e->argument_count ? value_of(x, e->arguments[i]) : 0;
        if (x->error.error)
            return false;
        if (!value_is_kept(x, c->fields[i], &value, e->where))
            return false;
        message[i] = value;
    }
    return true;
}

/* True when message a comes before b, comparing the first field that differs. */
static bool comes_before(successors *x, const channel_slots *c, const int32_t *a, uint32_t b)
{
    for (uint32_t i = 0; i < c->declaration->field_count; i++) {
        int32_t other = slot_get(x, message_slot(c, b, i));
        if (a[i] != other)
            return a[i] < other;
    }
    return false;
}

static void copy_message(successors *x, const channel_slots *c, uint32_t from, uint32_t to)
{
    for (uint32_t i = 0; i < c->declaration->field_count; i++)
        slot_set(x, message_slot(c, to, i), slot_get(x, message_slot(c, from, i)));
}

outcome channel_send(successors *x, const effect *e)
{
    int32_t message[MAX_FIELDS];
    const channel_slots *c = channel_of(x, e);
    if (!c)
        return OUTCOME_ERROR;
    if (c->declaration->capacity == 0)
        return OUTCOME_RENDEZVOUS;
    uint32_t length = (uint32_t)slot_get(x, c->first);
    if (length == c->declaration->capacity)
        return OUTCOME_BLOCKED;
    if (!evaluate_message(x, e, c->declaration, message))
        return OUTCOME_ERROR;
    uint32_t at = length;
    if (e->sorted)
        for (at = 0; at < length && !comes_before(x, c, message, at); at++)
            ;
    for (uint32_t i = length; i > at; i--)
        copy_message(x, c, i - 1, i);
    for (uint32_t i = 0; i < c->declaration->field_count; i++)
        slot_set(x, message_slot(c, at, i), message[i]);
    slot_set(x, c->first, (int32_t)length + 1);
    return OUTCOME_DONE;
}

/* True when the values fit the receive's patterns; false too on an error. */
static bool fits(successors *x, const effect *e, const int32_t *message, uint32_t field_count)
{
    for (uint32_t i = 0; i < e->argument_count && i < field_count; i++)
        if (e->patterns[i].match && (value_of(x, e->patterns[i].match) != message[i] || x->error.error))
            return false;
    return true;
}

/* The position of the message that a receive takes; its values too. False when none fits. */
static bool find_message(successors *x, const effect *e, const channel_slots *c, uint32_t *position, int32_t *message)
{
    uint32_t length = (uint32_t)slot_get(x, c->first), fields = c->declaration->field_count;
    CHECK(fields <= MAX_FIELDS);
    for (uint32_t at = 0; at < (e->random ? length : length ? 1 : 0); at++) {
        for (uint32_t i = 0; i < fields; i++)
            message[i] = slot_get(x, message_slot(c, at, i));
        *position = at;
        if (fits(x, e, message, fields))
            return true;
        if (x->error.error)
            return false;
    }
    return false;
}

static outcome deliver(successors *x, const effect *e, const int32_t *message, uint32_t field_count)
{
    for (uint32_t i = 0; i < e->argument_count && i < field_count; i++)
        if (!e->patterns[i].match) {
            outcome result = assign(x, &e->patterns[i].target, message[i]);
            if (result != OUTCOME_DONE)
                return result;
        }
    return OUTCOME_DONE;
}

bool channel_poll(successors *x, const effect *e, int32_t number)
{
    int32_t message[MAX_FIELDS];
    uint32_t position;
    const channel_slots *c = channel_find(x, number);
    if (!c && !x->error.error) {
        x->error.error = EVAL_NO_CHANNEL;
        x->error.where = e->where;
    }
    return c && c->declaration->capacity && find_message(x, e, c, &position, message);
}

outcome channel_receive(successors *x, const effect *e)
{
    int32_t message[MAX_FIELDS];
    uint32_t position;
    const channel_slots *c = channel_of(x, e);
    if (!c)
        return OUTCOME_ERROR;
    if (c->declaration->capacity == 0) /* only ever taken together with its sender */
        return OUTCOME_BLOCKED;
    if (!find_message(x, e, c, &position, message))
        return x->error.error ? OUTCOME_ERROR : OUTCOME_BLOCKED;
    if (!e->peek) {
        uint32_t length = (uint32_t)slot_get(x, c->first);
        for (uint32_t i = position; i + 1 < length; i++)
            copy_message(x, c, i + 1, i);
        for (uint32_t i = 0; i < c->declaration->field_count; i++)
            slot_set(x, message_slot(c, length - 1, i), 0);
        slot_set(x, c->first, (int32_t)length - 1);
    }
    return deliver(x, e, message, c->declaration->field_count);
}

/* The rendezvous of an edge comes first; the rest follows once two have met. */
static const effect *rendezvous_effect(const edge *e, effect_kind kind)
{
    return e->effect_count && e->effects[0].kind == kind ? &e->effects[0] : NULL;
}

static outcome follow(successors *x, process_ref process, const edge *e)
{
    outcome result = OUTCOME_DONE;
    x->self = process;
    for (uint32_t k = 1; k < e->effect_count && result == OUTCOME_DONE; k++)
        result = effect_apply(x, &e->effects[k]);
    return result;
}

outcome rendezvous(successors *x, process_ref sender, const edge *send, process_ref receiver, const edge *receive)
{
    const effect *out = rendezvous_effect(send, EFFECT_SEND), *in = rendezvous_effect(receive, EFFECT_RECEIVE);
    int32_t message[MAX_FIELDS];
    CHECK(out);
    if (!in)
        return OUTCOME_BLOCKED;
    x->self = receiver;
    if (receive->guard && (!value_of(x, receive->guard) || x->error.error)) {
        x->error = (eval_state){0}; /* a guard that fails is found when the receiver itself is about to move */
        return OUTCOME_BLOCKED;
    }
    if (edge_must_wait(x, receiver, receive))
        return OUTCOME_BLOCKED;
    const channel_slots *from = channel_of(x, in);
    x->self = sender;
    const channel_slots *to = from ? channel_of(x, out) : NULL;
    if (!from || !to)
        return OUTCOME_ERROR;
    if (from != to)
        return OUTCOME_BLOCKED;
    if (!evaluate_message(x, out, to->declaration, message))
        return OUTCOME_ERROR;
    x->self = receiver;
    if (!fits(x, in, message, to->declaration->field_count))
        return x->error.error ? OUTCOME_ERROR : OUTCOME_BLOCKED;
    outcome result = deliver(x, in, message, to->declaration->field_count);
    if (result == OUTCOME_DONE)
        result = follow(x, receiver, receive);
    if (result == OUTCOME_DONE)
        result = follow(x, sender, send);
    if (result != OUTCOME_DONE)
        return result;
    slot_set(x, shape_process(x->shape, sender)->pc, (int32_t)send->target);
    slot_set(x, shape_process(x->shape, receiver)->pc, (int32_t)receive->target);
    return OUTCOME_DONE;
}
