/* promela_step.c: steps, meetings and removals as options of the one process. */
#include "export/promela.h"

/* ---- Channels ---- */
typedef struct channel_choice {
    uint32_t first, last;
} channel_choice;

static bool receives(const edge *e)
{
    return promela_message(e) && promela_message(e)->kind == EFFECT_RECEIVE;
}

/* The numbers of the channels that the edge may be about; 0 alone where it is about none. */
static channel_choice channels_of(promela_writer *w, const edge *e)
{
    if (!promela_message(e))
        return (channel_choice){0, 0};
    uint32_t known = promela_known_channel(w, promela_message(e)->channel);
    return known ? (channel_choice){known, known} : (channel_choice){1, (uint32_t)w->channels.count};
}

static bool is_rendezvous(const promela_writer *w)
{
    return w->channel && !w->channels.data[w->channel - 1].declaration->capacity;
}

static bool may_meet(promela_writer *w, const edge *e)
{
    channel_choice c = channels_of(w, e);
    for (uint32_t i = c.first; i && i <= c.last; i++)
        if (!w->channels.data[i - 1].declaration->capacity)
            return true;
    return false;
}

/* ---- What goes before ---- */
typedef void each_partner(promela_writer *w, const edge *send, uint32_t receiver, uint32_t receiving_type, const edge *receive);

/* The receives that may take what the edge sends to w->channel. */
static void visit_partners(promela_writer *w, const edge *send, each_partner *visit)
{
    for (uint32_t q = 0; q < w->position_count; q++)
        for (uint32_t t = 0; t < w->program->processes.count; t++) {
            const process_type *type = &w->program->processes.data[t];
            for (size_t i = 0; q != w->self && promela_may_be(w, q, t) && i < type->edges.count; i++) {
                const edge *receive = &type->edges.data[i];
                channel_choice c = channels_of(w, receive);
                if (receives(receive) && w->channel >= c.first && w->channel <= c.last)
                    visit(w, send, q, t, receive);
            }
        }
}

static void add_partner(promela_writer *w, const edge *send, uint32_t receiver, uint32_t receiving_type, const edge *receive)
{
    strbuf_add(w->out, " || (");
    promela_write_meeting_ready(w, send, receiver, receiving_type, receive);
    strbuf_add_char(w->out, ')');
}

/* The edge is possible, if nothing goes before it. A receive at a rendezvous never moves by itself. */
static void write_any(promela_writer *w, const edge *e)
{
    uint32_t own = w->channel;
    channel_choice c = channels_of(w, e);
    strbuf_add(w->out, "(0");
    if (may_meet(w, e)) {
        strbuf_add(w->out, " || (");
        promela_write_fails_alone(w, e);
        strbuf_add_char(w->out, ')');
    }
    for (w->channel = c.first; w->channel <= c.last; w->channel++)
        if (!is_rendezvous(w)) {
            strbuf_add(w->out, " || (");
            promela_write_ready(w, e);
            strbuf_add_char(w->out, ')');
        } else if (!receives(e)) {
            visit_partners(w, e, add_partner);
        }
    w->channel = own;
    strbuf_add_char(w->out, ')');
}

/* Other edges of the node that would have to be impossible. */
static void write_precedence(promela_writer *w, const edge *e)
{
    const process_type *t = promela_type(w);
    const node *n = &t->nodes.data[e->source];
    for (uint32_t i = n->first_edge; i < n->first_edge + n->edge_count; i++) {
        const edge *other = &t->edges.data[i];
        bool is_first = other < e && (e->is_else || w->held == HOLD_D_STEP || (e->d_step && other->d_step == e->d_step));
        if (other == e || !(is_first || other->priority > e->priority))
            continue;
        strbuf_add(w->out, " && !(");
        write_any(w, other);
        if (other->is_else) /* not possible itself where another is, which need not go before e */
            write_precedence(w, other);
        strbuf_add_char(w->out, ')');
    }
}

/* ---- Steps ---- */
void promela_begin_step(promela_writer *w)
{
    strbuf_add(w->out, w->is_stuck ? ":: atomic { d_step { !failed && " : ":: d_step { !failed && ");
}

void promela_end_step(promela_writer *w, const char *then)
{
    then = w->is_stuck && !*then ? "; goto again }" : then;
    strbuf_printf(w->out, " new_value = 0; goto out%u; bad%u: FAIL; out%u: skip }%s\n", w->steps, w->steps, w->steps, then);
    w->steps++;
}

/* The value of `holder` while the process at that position is inside a block; d_steps are above all others. */
static uint32_t holder(uint32_t position, hold_kind hold)
{
    return hold == HOLD_NONE ? 0 : hold == HOLD_ATOMIC ? position + 1 : PROGRAM_MAX_PROCESSES + position + 1;
}

static void write_holder(promela_writer *w)
{
    if (w->held != HOLD_NONE)
        strbuf_printf(w->out, "holder == %u && ", holder(w->self, w->held));
}

/* A step is an option of one of three loops: of processes at rest, or of the one inside an atomic or d_step block. It goes on in the loop of what it leads into. */
static bool leaves(const promela_writer *w, hold_kind hold)
{
    return hold != HOLD_NONE && hold != w->held;
}

static void begin_move(promela_writer *w, hold_kind hold)
{
    if (leaves(w, hold))
        strbuf_printf(w->out, ":: %s { d_step { !failed && ", hold == HOLD_D_STEP || w->held == HOLD_D_STEP ? "atomic" : "ATOMIC");
    else
        promela_begin_step(w);
    write_holder(w);
}

/* Whoever is at `position` holds on. */
static void end_move(promela_writer *w, uint32_t position, hold_kind hold)
{
    if (holder(position, hold) != holder(w->self, w->held))
        strbuf_printf(w->out, " holder = %u;", holder(position, hold));
    promela_end_step(w, !leaves(w, hold) ? "" : hold == HOLD_D_STEP ? "; goto stepping }" : "; goto held }");
    w->has_blocks |= leaves(w, hold);
    w->can_fail |= hold == HOLD_D_STEP; /* it may block there */
}

static void write_guard_failures(promela_writer *w, const edge *e)
{
    if (w->held != HOLD_D_STEP)
        promela_write_failure(w, promela_fails(w, promela_type(w)->provided));
    promela_write_failure(w, promela_fails(w, e->guard));
    if (w->channel && !promela_known_channel(w, promela_message(e)->channel)) {
        const expr *named = promela_message(e)->channel;
        promela_write_failure(w, promela_either(w, promela_fails(w, named), promela_no_channel(w, promela_text(w, named))));
    }
}

static void write_move(promela_writer *w, const edge *e)
{
    begin_move(w, e->hold);
    promela_write_ready(w, e);
    write_precedence(w, e);
    strbuf_add(w->out, " ->");
    write_guard_failures(w, e);
    for (uint32_t i = 0; i < e->effect_count; i++)
        promela_write_effect(w, &e->effects[i]);
    strbuf_printf(w->out, " pc%u = %u;", w->self, promela_node(w, w->type, e->target));
    end_move(w, w->self, e->hold);
}

/* What is wrong before there is a partner is found when the process is about to move by itself. */
static void write_failure_alone(promela_writer *w, const edge *e)
{
    strbuf text = {0}, *kept = w->out;
    w->out = &text;
    bool can_fail = promela_write_fails_alone(w, e);
    w->out = kept;
    if (can_fail) {
        w->can_fail = true;
        promela_begin_step(w);
        write_holder(w);
        strbuf_add(w->out, strbuf_text(&text));
        write_precedence(w, e);
        strbuf_printf(w->out, " -> goto bad%u;", w->steps);
        promela_end_step(w, "");
    }
    strbuf_release(&text);
}

/* ---- Rendezvous ---- */
/* Among the receives of one process, those of an escape go before others. */
static void write_receiver_precedence(promela_writer *w, const edge *send, uint32_t receiver, uint32_t receiving_type, const edge *receive)
{
    const process_type *t = &w->program->processes.data[receiving_type];
    const node *n = &t->nodes.data[receive->source];
    for (uint32_t i = n->first_edge; i < n->first_edge + n->edge_count; i++) {
        const edge *other = &t->edges.data[i];
        channel_choice c = channels_of(w, other);
        if (other->priority <= receive->priority || !receives(other) || w->channel < c.first || w->channel > c.last)
            continue;
        strbuf_add(w->out, " && !(");
        promela_write_meeting_ready(w, send, receiver, receiving_type, other);
        strbuf_add_char(w->out, ')');
    }
}

static void be(promela_writer *w, uint32_t position, uint32_t type)
{
    w->self = position;
    w->type = type;
}

static void write_message(promela_writer *w, const effect *out, uint32_t receiver, uint32_t receiving_type, const effect *in)
{
    const channel *c = w->channels.data[w->channel - 1].declaration;
    for (uint32_t i = 0; i < c->field_count; i++) {
        if (i < out->argument_count)
            promela_write_value(w, out->arguments[i]);
        else
            strbuf_add(w->out, " new_value = 0;");
        promela_write_kept(w, c->fields[i]);
        strbuf_printf(w->out, " field[%u] = new_value;", i);
    }
    be(w, receiver, receiving_type);
    for (uint32_t i = 0; i < in->argument_count && i < c->field_count; i++)
        promela_write_failure(w, promela_fails(w, in->patterns[i].match));
    for (uint32_t i = 0; i < in->argument_count && i < c->field_count; i++)
        if (!in->patterns[i].match) {
            strbuf_printf(w->out, " new_value = field[%u];", i);
            promela_write_assign(w, &in->patterns[i].target);
        }
}

static void write_meeting(promela_writer *w, const edge *send, uint32_t receiver, uint32_t receiving_type, const edge *receive)
{
    uint32_t sender = w->self, sending_type = w->type;
    begin_move(w, receive->hold);
    promela_write_meeting_ready(w, send, receiver, receiving_type, receive);
    write_receiver_precedence(w, send, receiver, receiving_type, receive);
    write_precedence(w, send);
    strbuf_add(w->out, " ->");
    be(w, receiver, receiving_type);
    write_guard_failures(w, receive);
    be(w, sender, sending_type);
    write_guard_failures(w, send);
    write_message(w, &send->effects[0], receiver, receiving_type, &receive->effects[0]);
    for (uint32_t i = 1; i < receive->effect_count; i++)
        promela_write_effect(w, &receive->effects[i]);
    be(w, sender, sending_type);
    for (uint32_t i = 1; i < send->effect_count; i++)
        promela_write_effect(w, &send->effects[i]);
    strbuf_printf(w->out, " pc%u = %u; pc%u = %u;", sender, promela_node(w, sending_type, send->target), receiver, promela_node(w, receiving_type, receive->target));
    end_move(w, receiver, receive->hold);
}

/* ---- All of them ---- */
static void write_edge(promela_writer *w, const edge *e)
{
    channel_choice c = channels_of(w, e);
    if (may_meet(w, e))
        write_failure_alone(w, e);
    for (w->channel = c.first; w->channel <= c.last; w->channel++)
        if (!is_rendezvous(w))
            write_move(w, e);
        else if (!receives(e))
            visit_partners(w, e, write_meeting);
    w->channel = 0;
}

/* An ended process goes when all younger ones have gone. */
static void write_removal(promela_writer *w)
{
    const process_type *t = promela_type(w);
    const char *fails = promela_fails(w, t->provided);
    for (uint32_t n = 0; w->program->processes_die && n < t->nodes.count; n++) {
        if (!t->nodes.data[n].is_final)
            continue;
        strbuf_printf(w->out, ":: d_step { !failed && pc%u == %u", w->self, promela_node(w, w->type, n));
        promela_write_empty(w, w->self);
        if (w->self + 1 < w->position_count)
            strbuf_printf(w->out, " && pc%u == %u", w->self + 1, promela_gone(w));
        if (fails)
            strbuf_printf(w->out, " && !%s", fails);
        if (t->provided)
            strbuf_printf(w->out, " && %s", promela_text(w, t->provided));
        strbuf_printf(w->out, " -> pc%u = %u;", w->self, promela_gone(w));
        for (uint32_t i = 0; i < t->local_count; i++)
            strbuf_printf(w->out, " loc%u[%u] = 0;", w->self, i);
        for (uint32_t i = 0; i < t->channels.count; i++)
            promela_write_no_channel(w, promela_first_channel(w) + i);
        strbuf_add(w->out, " skip }\n");
    }
}

/* Steps of a process that came to their node inside such a block. */
static void write_held_steps(promela_writer *w, hold_kind held)
{
    w->held = held;
    for (w->self = PROMELA_NOBODY; promela_next_process(w);) {
        const process_type *t = promela_type(w);
        for (size_t i = 0; i < t->edges.count; i++) {
            const edge *e = &t->edges.data[i];
            bool comes = false;
            for (size_t k = 0; k < t->edges.count; k++)
                comes |= t->edges.data[k].target == e->source && t->edges.data[k].hold == held;
            if (comes)
                write_edge(w, e);
        }
    }
    w->held = HOLD_NONE;
}

/* A process that blocks inside an atomic block comes to rest there; inside a d_step that is an error. */
void promela_write_blocks(promela_writer *w)
{
    strbuf_add(w->out, "ATOMIC {\nheld: do\n");
    write_held_steps(w, HOLD_ATOMIC);
    strbuf_add(w->out, ":: LAST { else -> holder = 0 }; break\nod; goto again };\natomic {\nstepping: do\n");
    write_held_steps(w, HOLD_D_STEP);
    strbuf_printf(w->out, ":: LAST { else -> if :: holder > %u -> FAIL :: else fi }; break\nod; if :: holder -> goto held :: else -> goto again fi }\n", PROGRAM_MAX_PROCESSES);
}

void promela_write_steps(promela_writer *w)
{
    for (w->self = PROMELA_NOBODY; promela_next_process(w);) {
        const process_type *t = promela_type(w);
        for (size_t i = 0; i < t->edges.count && !diag_has_errors(w->diag); i++)
            write_edge(w, &t->edges.data[i]);
        if (!w->is_stuck)
            write_removal(w);
    }
    for (uint32_t k = 0; !w->is_stuck && k < w->position_count; k++)
        promela_write_commits(w, k);
}
