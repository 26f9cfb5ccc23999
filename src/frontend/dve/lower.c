/* lower.c: a transition is one edge, so that guard, synchronisation and effects are one step.
 *
 * A rendezvous comes first among the effects of its edges: the value is that of the state before, then the receiver's effects follow, then the sender's. A
 * message of a channel that holds messages is evaluated or read after the effects; that there is room, or a message, is a part of the guard. Committed states
 * become provided clauses, and the condition under which stores are committed. What is said in an atomic.txt comes last (atomic.c). */
#include <string.h>

#include "base/bug.h"
#include "frontend/dve/lower.h"

/* ---- Synchronisation ---- */
static const channel *channel_of(dve_lowering *l, const dve_transition *t, uint32_t *variable_out)
{
    uint32_t number = names_find(&l->globals, t->channel.text, strlen(t->channel.text));
    if (number == NAMES_NONE) {
        dve_unknown(l, t->channel, "channel", &l->globals, NULL);
        return NULL;
    }
    if (l->channel_of.data[number] == DVE_NO_CHANNEL) {
        diag_error(l->diag, t->channel.where, "%s is a variable; only channels are synchronised on", t->channel.text);
        return NULL;
    }
    *variable_out = number;
    return &l->program->channels.data[l->program->globals.data[number].initial[0] - 1];
}

static const expr *channel_number(dve_lowering *l, uint32_t number, source_location where)
{
    expr *made = expr_new(l->program->memory, EXPR_GLOBAL, where);
    made->variable = number;
    return made;
}

static void check_values(dve_lowering *l, const dve_transition *t, const channel *c)
{
    if (t->values.count != c->field_count)
        diag_error(l->diag, t->channel.where, "messages of %s have %u value%s, and here %s %zu", c->name, c->field_count, c->field_count == 1 ? "" : "s",
                   t->values.count == 1 ? "is" : "are", t->values.count);
    if (!t->values.count && c->capacity)
        diag_error(l->diag, t->channel.where, "%s holds messages: say what is sent or received", c->name);
}

static effect synchronise(dve_lowering *l, const dve_transition *t, uint32_t number)
{
    arena *memory = l->program->memory;
    uint32_t count = (uint32_t)t->values.count;
    effect made = {.kind = t->sync == DVE_SYNC_SEND ? EFFECT_SEND : EFFECT_RECEIVE, .argument_count = count, .where = t->where};
    made.channel = channel_number(l, number, t->channel.where);
    const expr **arguments = ARENA_ARRAY(memory, const expr *, count + 1);
    pattern *patterns = ARENA_ARRAY(memory, pattern, count + 1);
    for (uint32_t i = 0; i < count; i++)
        if (t->sync == DVE_SYNC_SEND)
            arguments[i] = dve_lower_expr(l, t->values.data[i]);
        else
            patterns[i].target = dve_lower_place(l, t->values.data[i]);
    made.arguments = arguments;
    made.patterns = patterns;
    return made;
}

/* ---- Transitions ---- */
static const expr *both(arena *memory, const expr *a, const expr *b, source_location where)
{
    return a && b ? expr_binary(memory, OP_AND, a, b, where) : a ? a : b;
}

/* Where values wrap, a guard that has no value is false. */
static const expr *lower_guard(dve_lowering *l, const dve_expr *e)
{
    arena *memory = l->program->memory;
    if (!e)
        return NULL;
    const expr *guard = dve_lower_expr(l, e), *fails = l->program->checks_values ? NULL : expr_where_it_fails(memory, guard);
    if (!fails)
        return guard;
    expr *made = expr_new(memory, EXPR_CONDITIONAL, e->where);
    made->a = fails;
    made->b = expr_const(memory, 0, e->where);
    made->c = guard;
    return made;
}

static const expr *has_room(dve_lowering *l, const dve_transition *t, uint32_t number)
{
    expr *made = expr_new(l->program->memory, t->sync == DVE_SYNC_SEND ? EXPR_NOT_FULL : EXPR_NOT_EMPTY, t->channel.where);
    made->a = channel_number(l, number, t->channel.where);
    return made;
}

static effect lower_assignment(dve_lowering *l, const dve_assignment *a)
{
    effect made = {.kind = EFFECT_ASSIGN, .where = a->target->where};
    made.target = dve_lower_place(l, a->target);
    made.value = dve_lower_expr(l, a->value);
    return made;
}

static edge lower_transition(dve_lowering *l, const dve_process *p, const dve_transition *t)
{
    arena *memory = l->program->memory;
    const dve_scope *s = &l->scopes.data[l->process];
    effect *effects = ARENA_ARRAY(memory, effect, t->effects.count + 2);
    uint32_t count = 0, number = 0;
    edge made = {.source = dve_find_state(l, s, p->name.text, t->from), .target = dve_find_state(l, s, p->name.text, t->to), .where = t->where};
    made.guard = lower_guard(l, t->guard);
    const channel *c = t->sync != DVE_SYNC_NONE && t->channel.text ? channel_of(l, t, &number) : NULL;
    if (c)
        check_values(l, t, c);
    if (c && !c->capacity)
        effects[count++] = synchronise(l, t, number);
    for (size_t i = 0; i < t->effects.count; i++)
        effects[count++] = lower_assignment(l, &t->effects.data[i]);
    if (c && c->capacity) {
        effects[count++] = synchronise(l, t, number);
        made.guard = both(memory, has_room(l, t, number), made.guard, t->where);
    }
    made.effects = effects;
    made.effect_count = count;
    bool is_short = t->text[0] == '-'; /* the source is left out */
    made.text = is_short ? arena_printf(memory, "%s %s", t->from.text, t->text) : arena_strdup(memory, t->text);
    return made;
}

static void lower_transitions(dve_lowering *l, const dve_process *p)
{
    for (size_t i = 0; i < p->transitions.count; i++) {
        edge made = lower_transition(l, p, &p->transitions.data[i]);
        vec_push(&l->program->processes.data[l->process].edges, made);
    }
}

/* ---- Assertions ---- */
static const expr *at_node(dve_lowering *l, uint32_t process, uint32_t at, source_location where)
{
    expr *made = expr_new(l->program->memory, EXPR_AT, where);
    made->process = process;
    made->value = (int32_t)at;
    return made;
}

static void lower_assertions(dve_lowering *l, const dve_process *p)
{
    arena *memory = l->program->memory;
    l->meaning = DVE_MEANS_VIEW;
    for (size_t i = 0; i < p->assertions.count; i++) {
        const dve_assertion *a = &p->assertions.data[i];
        uint32_t at = dve_find_state(l, &l->scopes.data[l->process], p->name.text, a->state);
        const expr *fails = expr_unary(memory, OP_NOT, dve_lower_expr(l, a->condition), a->state.where);
        const expr *bad = expr_binary(memory, OP_AND, at_node(l, l->process, at, a->state.where), fails, a->state.where);
        vec_push(&l->program->conditions, ((state_condition){.name = arena_printf(memory, "assert: %s.%s and not (%s)", p->name.text, a->state.text, a->text), .bad = bad, .where = a->state.where}));
    }
    l->meaning = DVE_MEANS_OWN;
}

/* ---- Committed states ---- */
/* Some process other than `but` is in a committed state; NULL where none ever is. */
static const expr *some_committed(dve_lowering *l, uint32_t first, uint32_t end, uint32_t but)
{
    const expr *any = NULL;
    uint32_t process = 0;
    for (size_t i = 0; i < l->file->processes.count; i++) {
        const dve_process *p = &l->file->processes.data[i];
        if (dve_is_property(l, p))
            continue;
        for (size_t k = 0; k < p->committed.count && process >= first && process < end && process != but; k++) {
            uint32_t at = dve_find_state(l, &l->scopes.data[process], p->name.text, p->committed.data[k]);
            const expr *there = at_node(l, process, at, p->committed.data[k].where);
            any = any ? expr_binary(l->program->memory, OP_OR, any, there, p->committed.data[k].where) : there;
        }
        process++;
    }
    return any;
}

static void lower_committed(dve_lowering *l)
{
    arena *memory = l->program->memory;
    uint32_t count = (uint32_t)l->program->processes.count;
    for (uint32_t i = 0; i < count; i++) {
        const expr *others = some_committed(l, 0, count, i), *own = others ? some_committed(l, i, i + 1, count) : NULL;
        if (!others)
            continue;
        const expr *free = expr_unary(memory, OP_NOT, others, others->where);
        l->program->processes.data[i].provided = own ? expr_binary(memory, OP_OR, own, free, own->where) : free;
    }
    const expr *any = some_committed(l, 0, count, count);
    l->program->commits_when = any ? expr_unary(memory, OP_NOT, any, any->where) : NULL;
}

/* ---- The property process ---- */
static void lower_property(dve_lowering *l, const dve_process *p)
{
    process_type *body = l->program->claims.data[0].body;
    l->meaning = DVE_MEANS_STATE;
    l->in_property = true;
    if (p->committed.count || p->assertions.count)
        diag_error(l->diag, p->name.where, "the property process only watches: it has no committed states and no assertions");
    for (size_t i = 0; i < p->accepting.count; i++)
        body->nodes.data[dve_find_state(l, &l->property, p->name.text, p->accepting.data[i])].is_accept = true;
    for (size_t i = 0; i < p->transitions.count; i++) {
        const dve_transition *t = &p->transitions.data[i];
        if (t->sync != DVE_SYNC_NONE || t->effects.count)
            diag_error(l->diag, t->where, "the property process only watches: its transitions have guards alone");
        edge made = {.source = dve_find_state(l, &l->property, p->name.text, t->from), .target = dve_find_state(l, &l->property, p->name.text, t->to),
                     .guard = lower_guard(l, t->guard), .text = arena_strdup(l->program->memory, t->text), .where = t->where};
        vec_push(&body->edges, made);
    }
    l->in_property = false;
    l->meaning = DVE_MEANS_OWN;
}

/* ---- Two that meet may not assign one variable ---- */
static bool is_same_place(const place *a, const place *b)
{
    int32_t at = 0, other = 0;
    bool known = (!a->index || expr_is_const(a->index, &at)) && (!b->index || expr_is_const(b->index, &other));
    return a->kind == PLACE_GLOBAL && b->kind == PLACE_GLOBAL && a->variable == b->variable && known && at == other;
}

static void check_places(dve_lowering *l, const place *a, const edge *other, const channel *c)
{
    for (uint32_t i = 0; i < other->effect_count; i++) {
        const effect *f = &other->effects[i];
        bool same = f->kind == EFFECT_ASSIGN && is_same_place(a, &f->target);
        for (uint32_t k = 0; f->kind == EFFECT_RECEIVE && k < f->argument_count; k++)
            same |= is_same_place(a, &f->patterns[k].target);
        if (same)
            diag_error(l->diag, a->where, "two processes that meet at %s both assign %s (the other one in line %u): only one of them may", c->name,
                       l->program->globals.data[a->variable].name, other->where.line);
    }
}

static const channel *met_at(const dve_lowering *l, const edge *e, effect_kind kind)
{
    if (!e->effect_count || e->effects[0].kind != kind)
        return NULL;
    const channel *c = &l->program->channels.data[l->program->globals.data[e->effects[0].channel->variable].initial[0] - 1];
    return c->capacity ? NULL : c;
}

static void check_meeting(dve_lowering *l, uint32_t sender, const edge *send, const channel *c)
{
    for (uint32_t q = 0; q < l->program->processes.count; q++)
        for (size_t i = 0; i < l->program->processes.data[q].edges.count && q != sender; i++) {
            const edge *receive = &l->program->processes.data[q].edges.data[i];
            if (met_at(l, receive, EFFECT_RECEIVE) != c)
                continue;
            for (uint32_t k = 0; k < send->effect_count; k++)
                if (send->effects[k].kind == EFFECT_ASSIGN)
                    check_places(l, &send->effects[k].target, receive, c);
        }
}

static void check_meetings(dve_lowering *l)
{
    for (uint32_t p = 0; p < l->program->processes.count; p++)
        for (size_t i = 0; i < l->program->processes.data[p].edges.count; i++) {
            const edge *send = &l->program->processes.data[p].edges.data[i];
            const channel *c = met_at(l, send, EFFECT_SEND);
            if (c)
                check_meeting(l, p, send, c);
        }
}

void dve_lower(dve_lowering *l)
{
    if (l->file->is_sync)
        diag_error(l->diag, l->file->system, "system sync, in which all processes move together, is not supported; write system async");
    dve_declare(l);
    if (diag_has_errors(l->diag))
        return;
    uint32_t process = 0;
    for (size_t i = 0; i < l->file->processes.count; i++) {
        const dve_process *p = &l->file->processes.data[i];
        if (dve_is_property(l, p)) {
            lower_property(l, p);
            continue;
        }
        l->process = process++;
        if (p->accepting.count)
            diag_warning(l->diag, p->accepting.data[0].where, "accept means nothing here: %s is not the property process", p->name.text);
        lower_transitions(l, p);
        lower_assertions(l, p);
        l->process = DVE_NO_PROCESS;
    }
    lower_committed(l);
    if (!diag_has_errors(l->diag))
        check_meetings(l);
    if (!diag_has_errors(l->diag))
        dve_apply_atomic(l);
    if (!diag_has_errors(l->diag) && l->input->candidates)
        dve_offer_candidates(l);
}
