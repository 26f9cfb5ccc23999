/* promela_ready.c: when a step is possible.
 *
 * Guard and effects come in order; the first that cannot go on makes the step impossible, the first that fails makes it fail, and a step that fails is possible. So this is
 * a chain "f1 || (c1 && (f2 || (c2 && ...", in terms of the state before the step: what earlier effects have written is in the list of changes. Only what comes before the last thing that one
 * may have to wait for is in it. */
#include "export/promela.h"

typedef struct chain {
    promela_writer *w;
    uint32_t open;
    uint32_t sides[2]; /* positions: of the sender or of the only one, of the receiver */
    bool drained[2];   /* their buffers have been empty since the step began */
    const promela_change *written[2]; /* changes up to this one are no longer pending */
} chain;

static void fail_where(chain *c, const char *fails)
{
    if (!fails)
        return;
    strbuf_printf(c->w->out, "(%s || (", fails);
    c->open += 2;
}

static void wait_for(chain *c, const char *condition)
{
    strbuf_printf(c->w->out, "%s && ", condition);
}

static void end_chain(chain *c)
{
    strbuf_add_char(c->w->out, '1');
    for (; c->open; c->open--)
        strbuf_add_char(c->w->out, ')');
    c->w->changes = NULL;
    c->w->has_flushed = c->w->has_sent = false;
}

static uint32_t side(const chain *c, uint32_t position)
{
    return position != c->sides[0];
}

static void add_change(chain *c, change_kind kind, uint32_t written, const char *at, const char *value)
{
    promela_change *made = ARENA_NEW(c->w->memory, promela_change);
    *made = (promela_change){kind, c->w->self, written, at, value, c->w->changes};
    c->w->changes = made;
}

/* ---- Buffers ---- */
static uint32_t count_pending(const chain *c, uint32_t position)
{
    uint32_t count = 0;
    for (const promela_change *of = c->w->changes; of && of != c->written[side(c, position)]; of = of->older)
        count += of->kind == CHANGE_PENDING && of->owner == position;
    return count;
}

/* What is written out its process sees as before. */
static void drain(chain *c)
{
    uint32_t own = side(c, c->w->self);
    c->w->has_flushed |= promela_is_buffered(c->w) && (!c->drained[own] || count_pending(c, c->w->self));
    c->drained[own] = true;
    c->written[own] = c->w->changes;
}

static void wait_for_empty(chain *c, uint32_t position)
{
    if (promela_is_buffered(c->w) && count_pending(c, position))
        wait_for(c, "0");
    strbuf_add_char(c->w->out, '1');
    promela_write_empty(c->w, position);
    strbuf_add(c->w->out, " && ");
}

/* Of a sync. */
static void wait_unless_left_out(chain *c, uint32_t position, const effect *f)
{
    if (!f->value || position >= 32) {
        wait_for_empty(c, position);
        return;
    }
    strbuf_printf(c->w->out, "(((%s >> %u) & 1) || (1", promela_text(c->w, f->value), position);
    promela_write_empty(c->w, position);
    strbuf_add(c->w->out, ")) && ");
}

static void wait_until_drained(chain *c, bool flush)
{
    if (flush) {
        drain(c);
        return;
    }
    if (!c->drained[side(c, c->w->self)] || count_pending(c, c->w->self))
        wait_for_empty(c, c->w->self);
    c->drained[side(c, c->w->self)] = true;
}

/* There is room for one more store to that element. */
static const char *room(chain *c, const char *at)
{
    promela_writer *w = c->w;
    const char *count = c->drained[side(c, w->self)] ? "0" : arena_printf(w->memory, promela_has_words(w) ? "n%u" : "n%u[%s]", w->self, at);
    for (const promela_change *of = w->changes; of && of != c->written[side(c, w->self)]; of = of->older)
        if (of->kind == CHANGE_PENDING && of->owner == w->self)
            count = promela_has_words(w) ? arena_printf(w->memory, "%s + 1", count) : arena_printf(w->memory, "%s + (%s == %s)", count, at, of->at);
    return arena_printf(w->memory, "(%s < %u)", count, w->bound);
}

static void store(chain *c, const place *target, const char *at, const char *value)
{
    promela_writer *w = c->w;
    bool is_buffered = w->program->globals.data[target->variable].class == VARIABLE_RELAXED && promela_is_buffered(w);
    if (is_buffered && target->is_atomic && !promela_overwrites(w))
        drain(c);
    if (!is_buffered || target->is_atomic) {
        add_change(c, CHANGE_MEMORY, target->variable, at, value);
        return;
    }
    if (!promela_overwrites(w) && w->machine.overflow_is_error)
        fail_where(c, arena_printf(w->memory, "!%s", room(c, at)));
    else if (!promela_overwrites(w))
        wait_for(c, room(c, at));
    add_change(c, CHANGE_PENDING, target->variable, at, value);
}

/* ---- Effects ---- */
static void assign(chain *c, const place *target, const char *value)
{
    promela_writer *w = c->w;
    if (target->kind == PLACE_NONE)
        return;
    bool is_local = target->kind == PLACE_LOCAL;
    const variable *v = is_local ? &promela_type(w)->locals.data[target->variable] : &w->program->globals.data[target->variable];
    fail_where(c, promela_fails(w, target->index));
    fail_where(c, promela_misfits(w, v->type, value));
    const char *at = promela_element(w, v, target->index);
    value = promela_kept(w, v->type, value);
    if (is_local)
        add_change(c, CHANGE_LOCAL, target->variable, at, value);
    else
        store(c, target, at, value);
}

static void locked(chain *c, const effect *f)
{
    promela_writer *w = c->w;
    const variable *v = &w->program->globals.data[f->target.variable];
    wait_until_drained(c, f->flush);
    fail_where(c, promela_fails(w, f->target.index));
    fail_where(c, promela_fails(w, f->value));
    fail_where(c, promela_fails(w, f->expected));
    const char *at = promela_element(w, v, f->target.index), *old = promela_view(w, w->self, f->target.variable, at), *value = promela_text(w, f->value), *result = old;
    if (f->kind == EFFECT_FETCH_ADD)
        value = arena_printf(w->memory, "(%s + %s)", old, value);
    value = promela_kept(w, v->type, value);
    if (effect_compares(f->kind)) {
        const char *same = arena_printf(w->memory, "(%s == %s)", old, promela_text(w, f->expected));
        value = arena_printf(w->memory, "(%s -> %s : %s)", same, value, old);
        result = f->kind == EFFECT_CAS ? same : old;
    }
    add_change(c, CHANGE_MEMORY, f->target.variable, at, value);
    assign(c, &f->result, result);
}

static void send(chain *c, const effect *f)
{
    const channel *to = c->w->channels.data[c->w->channel - 1].declaration;
    wait_for(c, arena_printf(c->w->memory, "len%u < %u", c->w->channel, to->capacity));
    for (uint32_t i = 0; i < f->argument_count && i < to->field_count; i++) {
        fail_where(c, promela_fails(c->w, f->arguments[i]));
        fail_where(c, promela_misfits(c->w, to->fields[i], promela_text(c->w, f->arguments[i])));
    }
    c->w->has_sent = true;
}

static void receive(chain *c, const effect *f)
{
    promela_writer *w = c->w;
    uint32_t fields = w->channels.data[w->channel - 1].declaration->field_count;
    fail_where(c, promela_search_fails(w, f, w->channel));
    wait_for(c, promela_message_there(w, f, w->channel));
    const char **received = ARENA_ARRAY(w->memory, const char *, fields + 1);
    for (uint32_t i = 0; i < fields; i++)
        received[i] = promela_received(w, f, w->channel, i);
    w->has_sent = true;
    for (uint32_t i = 0; i < f->argument_count && i < fields; i++)
        if (!f->patterns[i].match)
            assign(c, &f->patterns[i].target, received[i]);
}

static void write_memory(chain *c, const effect *f)
{
    promela_writer *w = c->w;
    const variable *v = &w->program->globals.data[f->target.variable];
    fail_where(c, promela_fails(w, f->value));
    fail_where(c, promela_fails(w, f->target.index));
    add_change(c, CHANGE_MEMORY, f->target.variable, promela_element(w, v, f->target.index), promela_kept(w, v->type, promela_text(w, f->value)));
}

static void follow(chain *c, const effect *f)
{
    switch (f->kind) {
    case EFFECT_ASSIGN:
        fail_where(c, promela_fails(c->w, f->value));
        assign(c, &f->target, promela_text(c->w, f->value));
        return;
    case EFFECT_FENCE: wait_until_drained(c, f->flush); return;
    case EFFECT_SYNC:
        for (uint32_t k = 0; k < c->w->position_count; k++)
            wait_unless_left_out(c, k, f);
        return;
    case EFFECT_RUN: wait_until_drained(c, f->flush); return;
    case EFFECT_EXCHANGE:
    case EFFECT_FETCH_ADD:
    case EFFECT_CAS:
    case EFFECT_COMPARE_EXCHANGE: locked(c, f); return;
    case EFFECT_WRITE_MEMORY: write_memory(c, f); return;
    case EFFECT_ASSERT: fail_where(c, promela_fails(c->w, f->value)); return;
    case EFFECT_SEND: send(c, f); return;
    case EFFECT_RECEIVE: receive(c, f); return;
    case EFFECT_BARRIER:
    case EFFECT_PRINT: return;
    }
}

/* ---- How far one has to look ---- */
typedef struct store_scan {
    const program *program;
    bool stores;
} store_scan;

static void note_store(void *data, const place *target, visit_write how)
{
    store_scan *s = data;
    s->stores |= how == VISIT_ASSIGN && target->kind == PLACE_GLOBAL && s->program->globals.data[target->variable].class == VARIABLE_RELAXED && !target->is_atomic;
}

/* The result of an effect that drains the buffer finds it empty. */
static bool may_wait(promela_writer *w, const effect *f)
{
    store_scan s = {.program = w->program};
    if (f->kind == EFFECT_SEND || f->kind == EFFECT_RECEIVE)
        return true;
    if (!promela_is_buffered(w))
        return false;
    if (effect_drains(f->kind) && !f->flush)
        return true;
    visit_effect(&(program_visitor){.place = note_store, .data = &s}, f);
    return s.stores && !effect_drains(f->kind) && !promela_overwrites(w) && !w->machine.overflow_is_error;
}

/* The number of effects up to the last that may wait. */
static uint32_t last_wait(promela_writer *w, const edge *e, uint32_t first)
{
    uint32_t end = first;
    for (uint32_t i = first; i < e->effect_count; i++)
        if (may_wait(w, &e->effects[i]))
            end = i + 1;
    return end;
}

static void follow_all(chain *c, const edge *e, uint32_t first, uint32_t end)
{
    for (uint32_t i = first; i < end; i++) {
        if (e->effects[i].kind == EFFECT_RUN && i + 1 < end)
            promela_refuse(c->w, e->where, "a step that may have to wait after creating a process is not translated");
        follow(c, &e->effects[i]);
    }
}

/* ---- Edges ---- */
static void write_position(promela_writer *w, const edge *e)
{
    strbuf_printf(w->out, "pc%u == %u && ", w->self, promela_node(w, w->type, e->source));
}

static const char *named(promela_writer *w, const effect *f)
{
    return promela_known_channel(w, f->channel) ? NULL : promela_text(w, f->channel);
}

static void wait_for_channel(chain *c, const effect *f)
{
    const char *name = named(c->w, f);
    if (!name)
        return;
    fail_where(c, promela_either(c->w, promela_fails(c->w, f->channel), promela_no_channel(c->w, name)));
    if (c->w->channel)
        wait_for(c, promela_is_channel(c->w, name, c->w->channel));
}

static void wait_for_guard(chain *c, const edge *e)
{
    promela_writer *w = c->w;
    const expr *conditions[] = {w->held == HOLD_D_STEP ? NULL : promela_type(w)->provided, e->guard};
    write_position(w, e);
    for (uint32_t i = 0; i < 2; i++) {
        fail_where(c, promela_fails(w, conditions[i]));
        if (conditions[i])
            wait_for(c, promela_text(w, conditions[i]));
    }
    if (edge_waits(e, w->machine))
        wait_until_drained(c, false);
}

void promela_write_ready(promela_writer *w, const edge *e)
{
    chain c = {.w = w, .sides = {w->self, w->self}};
    wait_for_guard(&c, e);
    if (w->channel)
        wait_for_channel(&c, promela_message(e));
    follow_all(&c, e, 0, last_wait(w, e, 0));
    end_chain(&c);
}

bool promela_write_fails_alone(promela_writer *w, const edge *e)
{
    chain c = {.w = w, .sides = {w->self, w->self}};
    wait_for_guard(&c, e);
    if (!promela_known_channel(w, promela_message(e)->channel))
        wait_for_channel(&c, promela_message(e));
    bool can_fail = c.open > 0;
    strbuf_add(w->out, "0 && ");
    end_chain(&c);
    return can_fail;
}

/* A guard that fails is found when its process is about to move by itself. */
static void write_side(chain *c, const edge *e)
{
    promela_writer *w = c->w;
    const expr *conditions[] = {w->held == HOLD_D_STEP && w->self == c->sides[0] ? NULL : promela_type(w)->provided, e->guard};
    write_position(w, e);
    for (uint32_t i = 0; i < 2; i++) {
        const char *fails = promela_fails(w, conditions[i]);
        if (fails)
            wait_for(c, arena_printf(w->memory, "!%s", fails));
        if (conditions[i])
            wait_for(c, promela_text(w, conditions[i]));
    }
    if (edge_waits(e, w->machine))
        wait_until_drained(c, false);
}

static void be(promela_writer *w, uint32_t position, uint32_t type)
{
    w->self = position;
    w->type = type;
}

/* What the sender evaluates, and what the receiver compares it with. */
static void write_message(chain *c, uint32_t sending_type, const effect *out, uint32_t receiving_type, const effect *in, const char **message)
{
    promela_writer *w = c->w;
    const channel *over = w->channels.data[w->channel - 1].declaration;
    be(w, c->sides[0], sending_type);
    for (uint32_t i = 0; i < over->field_count; i++) {
        const expr *argument = i < out->argument_count ? out->arguments[i] : NULL;
        const char *value = argument ? promela_text(w, argument) : "0";
        fail_where(c, promela_fails(w, argument));
        fail_where(c, promela_misfits(w, over->fields[i], value));
        message[i] = promela_kept(w, over->fields[i], value);
    }
    be(w, c->sides[1], receiving_type);
    for (uint32_t i = 0; i < in->argument_count && i < over->field_count; i++)
        if (in->patterns[i].match) {
            fail_where(c, promela_fails(w, in->patterns[i].match));
            wait_for(c, arena_printf(w->memory, "%s == %s", promela_text(w, in->patterns[i].match), message[i]));
        }
}

void promela_write_meeting_ready(promela_writer *w, const edge *send_edge, uint32_t receiver, uint32_t receiving_type, const edge *receive_edge)
{
    uint32_t sender = w->self, sending_type = w->type;
    chain c = {.w = w, .sides = {sender, receiver}};
    const effect *out = &send_edge->effects[0], *in = &receive_edge->effects[0];
    const channel *over = w->channels.data[w->channel - 1].declaration;
    const char **message = ARENA_ARRAY(w->memory, const char *, over->field_count + 1);
    write_side(&c, send_edge);
    be(w, receiver, receiving_type);
    write_side(&c, receive_edge);
    wait_for_channel(&c, in);
    be(w, sender, sending_type);
    wait_for_channel(&c, out);
    write_message(&c, sending_type, out, receiving_type, in, message);
    for (uint32_t i = 0; i < in->argument_count && i < over->field_count; i++)
        if (!in->patterns[i].match)
            assign(&c, &in->patterns[i].target, message[i]);
    uint32_t end = last_wait(w, send_edge, 1);
    follow_all(&c, receive_edge, 1, end > 1 ? receive_edge->effect_count : last_wait(w, receive_edge, 1));
    be(w, sender, sending_type);
    follow_all(&c, send_edge, 1, end);
    end_chain(&c);
}
