/* promela_step.c: steps, meetings, commits and removals as options of the one process. */
#include "export/promela.h"

/* ---- When a step is possible ---- */
typedef struct store_scan {
    promela_writer *writer;
    uint32_t stores;
    const place *only;
} store_scan;

static void count_store(void *data, const place *target, visit_write how)
{
    store_scan *s = data;
    if (how != VISIT_ASSIGN || target->kind != PLACE_GLOBAL || s->writer->program->globals.data[target->variable].class != VARIABLE_RELAXED)
        return;
    s->stores++;
    s->only = target;
}

/* Room for what the edge stores. */
static void write_room(promela_writer *w, const edge *e)
{
    store_scan s = {.writer = w};
    for (uint32_t i = 0; i < e->effect_count; i++) {
        if (s.stores && effect_drains(e->effects[i].kind) && promela_is_buffered(w))
            promela_refuse(w, e->where, "a step drains the buffer after a store of its own");
        visit_effect(&(program_visitor){.place = count_store, .data = &s}, &e->effects[i]);
    }
    if (!s.stores || !promela_is_buffered(w) || promela_overwrites(w))
        return;
    if (promela_has_words(w)) {
        strbuf_printf(w->out, " && n%u + %u <= %u", w->self, s.stores, w->bound);
    } else if (s.stores > 1) {
        promela_refuse(w, e->where, "under pso a step with two stores is not translated");
    } else {
        const expr *fails = s.only->index ? expr_where_it_fails(w->memory, s.only->index) : NULL;
        strbuf_add(w->out, " && (");
        if (fails) {
            promela_write_expr(w, fails);
            strbuf_add(w->out, " || ");
        }
        strbuf_printf(w->out, "n%u[%u", w->self, w->program->globals.data[s.only->variable].offset);
        if (s.only->index) {
            strbuf_add(w->out, " + ");
            promela_write_expr(w, s.only->index);
        }
        strbuf_printf(w->out, "] < %u)", w->bound);
    }
}

static bool is_rendezvous(promela_writer *w, const edge *e, effect_kind kind)
{
    return e->effect_count && e->effects[0].kind == kind && !w->program->channels.data[promela_channel_number(w, e->effects[0].channel) - 1].capacity;
}

static void write_message_there(promela_writer *w, const effect *f)
{
    uint32_t number = promela_channel_number(w, f->channel);
    const channel *c = &w->program->channels.data[number - 1];
    if (f->kind == EFFECT_SEND) {
        strbuf_printf(w->out, " && len%u < %u", number, c->capacity);
        return;
    }
    strbuf_add(w->out, " && ");
    promela_write_message_fits(w, f);
}

/* Where the process is, its guard, and what its effects wait for, but for a partner. */
static void write_ready(promela_writer *w, const edge *e)
{
    const process_type *t = promela_type_at(w, w->self);
    const expr *fails = e->guard ? expr_where_it_fails(w->memory, e->guard) : NULL;
    strbuf_printf(w->out, "pc%u == %u", w->self, e->source);
    if (t->provided && w->held != HOLD_D_STEP) {
        strbuf_add(w->out, " && ");
        promela_write_expr(w, t->provided);
    }
    strbuf_add(w->out, " && (");
    if (fails) {
        promela_write_expr(w, fails);
        strbuf_add(w->out, " || ");
    }
    if (e->guard)
        promela_write_expr(w, e->guard);
    else
        strbuf_add_char(w->out, '1');
    if (edge_waits(e, w->machine))
        promela_write_empty(w, w->self);
    for (uint32_t i = 0; i < e->effect_count; i++) {
        const effect *f = &e->effects[i];
        if (f->kind == EFFECT_SYNC)
            for (uint32_t k = 0; k < w->program->start.count; k++)
                promela_write_empty(w, k);
        else if (effect_drains(f->kind) && !f->flush)
            promela_write_empty(w, w->self);
        bool is_message = f->kind == EFFECT_SEND || f->kind == EFFECT_RECEIVE;
        if (is_message && !is_rendezvous(w, e, f->kind))
            write_message_there(w, f);
    }
    write_room(w, e);
    strbuf_add_char(w->out, ')');
}

/* Other edges of the node that would have to be impossible. */
static void write_precedence(promela_writer *w, const edge *e)
{
    const process_type *t = promela_type_at(w, w->self);
    const node *n = &t->nodes.data[e->source];
    for (uint32_t i = n->first_edge; i < n->first_edge + n->edge_count; i++) {
        const edge *other = &t->edges.data[i];
        bool is_first = other < e && (e->is_else || w->held == HOLD_D_STEP || (e->d_step && other->d_step == e->d_step));
        if (other == e || !(is_first || other->priority > e->priority))
            continue;
        if (is_rendezvous(w, other, EFFECT_SEND) || is_rendezvous(w, other, EFFECT_RECEIVE) || other->is_else)
            promela_refuse(w, e->where, "an else or an escape of unless beside a rendezvous is not translated");
        strbuf_add(w->out, " && !(");
        write_ready(w, other);
        strbuf_add_char(w->out, ')');
    }
}

/* ---- Steps ---- */
void promela_begin_step(promela_writer *w)
{
    strbuf_add(w->out, w->is_stuck ? ":: atomic { d_step { !failed && " : ":: d_step { !failed && ");
}

static void end_step(promela_writer *w, const char *then)
{
    then = w->is_stuck && !*then ? "; goto again }" : then;
    strbuf_printf(w->out, " new_value = 0; goto out%u; bad%u: FAIL; out%u: skip }%s\n", w->steps, w->steps, w->steps, then);
    w->steps++;
}

/* The value of `holder` while a process is inside a block; d_steps are above all others. */
static uint32_t holder(const promela_writer *w, hold_kind hold)
{
    return hold == HOLD_NONE ? 0 : hold == HOLD_ATOMIC ? w->self + 1 : PROGRAM_MAX_PROCESSES + w->self + 1;
}

/* A step as an option of one of three loops: of processes at rest, or of the one inside an atomic or d_step block. It goes on in the loop of what it leads into. */
static void write_edge(promela_writer *w, const edge *e)
{
    bool leaves = e->hold != HOLD_NONE && e->hold != w->held;
    if (leaves)
        strbuf_add(w->out, e->hold == HOLD_D_STEP || w->held == HOLD_D_STEP ? ":: atomic { " : ":: ATOMIC { ");
    if (leaves)
        strbuf_add(w->out, "d_step { !failed && ");
    else
        promela_begin_step(w);
    if (w->held != HOLD_NONE)
        strbuf_printf(w->out, "holder == %u && ", holder(w, w->held));
    write_ready(w, e);
    write_precedence(w, e);
    strbuf_add(w->out, " ->");
    promela_write_failure(w, e->guard);
    for (uint32_t i = 0; i < e->effect_count; i++)
        promela_write_effect(w, &e->effects[i]);
    strbuf_printf(w->out, " pc%u = %u;", w->self, e->target);
    if (e->hold != w->held)
        strbuf_printf(w->out, " holder = %u;", holder(w, e->hold));
    end_step(w, leaves ? e->hold == HOLD_D_STEP ? "; goto stepping }" : "; goto held }" : "");
    w->has_blocks |= leaves;
}

/* A receiver's guard that fails is found when the receiver is about to move. */
static void write_failing_guard(promela_writer *w, const edge *e)
{
    const expr *fails = e->guard ? expr_where_it_fails(w->memory, e->guard) : NULL;
    if (!fails)
        return;
    promela_begin_step(w);
    strbuf_printf(w->out, "pc%u == %u && ", w->self, e->source);
    if (promela_type_at(w, w->self)->provided) {
        promela_write_expr(w, promela_type_at(w, w->self)->provided);
        strbuf_add(w->out, " && ");
    }
    promela_write_expr(w, fails);
    strbuf_printf(w->out, " -> goto bad%u;", w->steps);
    end_step(w, "");
}

static void write_true_guard(promela_writer *w, const edge *e)
{
    const expr *fails = e->guard ? expr_where_it_fails(w->memory, e->guard) : NULL;
    if (!fails)
        return;
    strbuf_add(w->out, " && !(");
    promela_write_expr(w, fails);
    strbuf_add_char(w->out, ')');
}

static void write_meeting(promela_writer *w, uint32_t sender, const edge *send, uint32_t receiver, const edge *receive)
{
    const effect *out = &send->effects[0], *in = &receive->effects[0];
    const channel *c = &w->program->channels.data[promela_channel_number(w, out->channel) - 1];
    if (promela_channel_number(w, out->channel) != promela_channel_number(w, in->channel))
        return;
    if (send->hold != HOLD_NONE || receive->hold != HOLD_NONE || send->priority || receive->priority)
        promela_refuse(w, send->where, "a rendezvous in a block or an escape is not translated");
    promela_begin_step(w);
    w->self = sender;
    write_ready(w, send);
    write_true_guard(w, send);
    strbuf_add(w->out, " && ");
    w->self = receiver;
    write_ready(w, receive);
    write_true_guard(w, receive);
    for (uint32_t i = 0; i < in->argument_count; i++)
        if (in->patterns[i].match) {
            strbuf_add(w->out, " && ");
            promela_write_expr(w, in->patterns[i].match);
            strbuf_add(w->out, " == ");
            w->self = sender;
            promela_write_expr(w, out->arguments[i]);
            w->self = receiver;
        }
    strbuf_add(w->out, " ->");
    w->self = sender;
    for (uint32_t i = 0; i < out->argument_count; i++) {
        promela_write_value(w, out->arguments[i]);
        promela_write_kept(w, c->fields[i]);
        strbuf_printf(w->out, " field[%u] = new_value;", i);
    }
    w->self = receiver;
    for (uint32_t i = 0; i < in->argument_count; i++)
        if (!in->patterns[i].match) {
            strbuf_printf(w->out, " new_value = field[%u];", i);
            promela_write_assign(w, &in->patterns[i].target);
        }
    for (uint32_t i = 1; i < receive->effect_count; i++)
        promela_write_effect(w, &receive->effects[i]);
    w->self = sender;
    for (uint32_t i = 1; i < send->effect_count; i++)
        promela_write_effect(w, &send->effects[i]);
    strbuf_printf(w->out, " pc%u = %u; pc%u = %u;", sender, send->target, receiver, receive->target);
    end_step(w, "");
}

static void write_meetings(promela_writer *w, uint32_t sender, const edge *send)
{
    for (uint32_t q = 0; q < w->program->start.count; q++)
        for (size_t i = 0; i < promela_type_at(w, q)->edges.count && q != sender; i++)
            if (is_rendezvous(w, &promela_type_at(w, q)->edges.data[i], EFFECT_RECEIVE))
                write_meeting(w, sender, send, q, &promela_type_at(w, q)->edges.data[i]);
    w->self = sender;
    write_failing_guard(w, send);
}

static void write_commits(promela_writer *w)
{
    uint32_t k = w->self, bound = w->bound;
    strbuf when = {0}, *kept = w->out;
    if (w->program->commits_when) {
        w->out = &when;
        strbuf_add(&when, " && ");
        promela_write_expr(w, w->program->commits_when);
        w->out = kept;
    }
    if (promela_has_words(w)) {
        strbuf_printf(w->out, ":: d_step { !failed && n%u > 0%s -> mem[l%u[0]] = v%u[0];", k, strbuf_text(&when), k, k);
        for (uint32_t i = 0; i + 1 < bound; i++)
            strbuf_printf(w->out, " l%u[%u] = l%u[%u]; v%u[%u] = v%u[%u];", k, i, k, i + 1, k, i, k, i + 1);
        strbuf_printf(w->out, " l%u[%u] = 0; v%u[%u] = 0; n%u = n%u - 1 }\n", k, bound - 1, k, bound - 1, k, k);
    }
    for (uint32_t e = 0; promela_is_buffered(w) && !promela_has_words(w) && e < w->program->global_count; e++) {
        if (!index_set_has(&w->footprints->types[promela_type_number(w, k)].stores, e))
            continue;
        strbuf_printf(w->out, ":: d_step { !failed && n%u[%u] > 0%s -> mem[%u] = v%u[%u];", k, e, strbuf_text(&when), e, k, e * bound);
        for (uint32_t i = 0; i + 1 < bound; i++)
            strbuf_printf(w->out, " v%u[%u] = v%u[%u];", k, e * bound + i, k, e * bound + i + 1);
        strbuf_printf(w->out, " v%u[%u] = 0; n%u[%u] = n%u[%u] - 1 }\n", k, e * bound + bound - 1, k, e, k, e);
    }
    strbuf_release(&when);
}

/* An ended process goes when all younger ones have gone. */
static void write_removal(promela_writer *w)
{
    const process_type *t = promela_type_at(w, w->self);
    for (uint32_t n = 0; w->program->processes_die && n < t->nodes.count; n++) {
        if (!t->nodes.data[n].is_final)
            continue;
        strbuf_printf(w->out, ":: d_step { !failed && pc%u == %u", w->self, n);
        promela_write_empty(w, w->self);
        for (uint32_t k = w->self + 1; k < w->program->start.count; k++)
            strbuf_printf(w->out, " && pc%u == %u", k, promela_gone(promela_type_at(w, k)));
        if (t->provided) {
            strbuf_add(w->out, " && ");
            promela_write_expr(w, t->provided);
        }
        strbuf_printf(w->out, " -> pc%u = %u;", w->self, promela_gone(t));
        for (uint32_t i = 0; i < t->local_count; i++)
            strbuf_printf(w->out, " loc%u[%u] = 0;", w->self, i);
        strbuf_add(w->out, " skip }\n");
    }
}

/* Steps of a process that came to their node inside such a block. */
static void write_held_steps(promela_writer *w, hold_kind held)
{
    w->held = held;
    for (w->self = 0; w->self < w->program->start.count; w->self++) {
        const process_type *t = promela_type_at(w, w->self);
        for (size_t i = 0; i < t->edges.count; i++) {
            const edge *e = &t->edges.data[i];
            bool comes = false;
            for (size_t k = 0; k < t->edges.count; k++)
                comes |= t->edges.data[k].target == e->source && t->edges.data[k].hold == held;
            if (comes && (is_rendezvous(w, e, EFFECT_SEND) || is_rendezvous(w, e, EFFECT_RECEIVE)))
                promela_refuse(w, e->where, "a rendezvous inside a block is not translated");
            else if (comes)
                write_edge(w, e);
        }
    }
    w->self = 0;
    w->held = HOLD_NONE;
}

/* A process that blocks inside an atomic block comes to rest there; inside a d_step that is an error. */
void promela_write_blocks(promela_writer *w)
{
    strbuf_add(w->out, "ATOMIC {\nheld: do\n");
    write_held_steps(w, HOLD_ATOMIC);
    strbuf_add(w->out, ":: d_step { else -> holder = 0 }; break\nod; goto again };\natomic {\nstepping: do\n");
    write_held_steps(w, HOLD_D_STEP);
    strbuf_printf(w->out, ":: d_step { else -> if :: holder > %u -> FAIL :: else fi }; break\nod; if :: holder -> goto held :: else -> goto again fi }\n", PROGRAM_MAX_PROCESSES);
}

void promela_write_steps(promela_writer *w)
{
    for (w->self = 0; w->self < w->program->start.count; w->self++) {
        const process_type *t = promela_type_at(w, w->self);
        for (size_t i = 0; i < t->edges.count && !diag_has_errors(w->diag); i++) {
            const edge *e = &t->edges.data[i];
            if (is_rendezvous(w, e, EFFECT_SEND))
                write_meetings(w, w->self, e);
            else if (is_rendezvous(w, e, EFFECT_RECEIVE))
                write_failing_guard(w, e);
            else
                write_edge(w, e);
        }
        if (!w->is_stuck) {
            write_commits(w);
            write_removal(w);
        }
    }
    w->self = 0;
}
