/* replay.c: which steps are possible, and taking one.
 *
 * Between two steps the state is settled: a holder of atomicity that cannot go on holds it no longer, and `timeout` has
 * its value. Trying whether an edge is possible works on a copy. */
#include "trace/replay.h"

#include <string.h>

#include "base/bug.h"
#include "base/limits.h"

static const process_type *type_of(const replay *r, const replay_state *s, uint32_t process)
{
    return &r->program->processes.data[s->processes.data[process].type];
}

static const node *node_of(const replay *r, const replay_state *s, uint32_t process)
{
    return &type_of(r, s, process)->nodes.data[s->processes.data[process].node];
}

static replay_result impossible(replay *r, const char *why)
{
    r->why = why;
    return STEP_IMPOSSIBLE;
}

/* ---- Executing one edge ---- */

static replay_result test(replay_actor *a, const expr *condition, const char *why)
{
    if (!condition)
        return STEP_DONE;
    int32_t value = replay_eval(a, condition);
    if (a->error.error != EVAL_OK)
        return replay_fail_eval(a);
    return value ? STEP_DONE : impossible(a->r, why);
}

/* Its guard is true, and it need not wait for its buffer. */
static replay_result is_ready(replay_actor *a, const edge *e, const char *why)
{
    replay_result ready = test(a, e->guard, why);
    bool waits = ready == STEP_DONE && edge_waits(e, a->r->machine) && replay_pending_count(a->s, a->process);
    return waits ? impossible(a->r, "its store buffer is not empty") : ready;
}

static void move(replay_state *s, uint32_t process, const edge *e)
{
    s->processes.data[process].node = e->target;
    s->holder = e->hold == HOLD_NONE ? -1 : (int32_t)process;
    s->hold = e->hold;
}

/* The send that makes the edge a rendezvous; NULL where it is none. */
static const effect *rendezvous_send(replay_actor *a, const edge *e)
{
    uint32_t index;
    if (!e->effect_count || e->effects[0].kind != EFFECT_SEND)
        return NULL;
    replay_actor asking = {.r = a->r, .s = a->s, .process = a->process};
    if (replay_find_channel(&asking, &e->effects[0], &index) != STEP_DONE)
        return NULL;
    return a->s->channels.data[index].type->capacity == 0 ? &e->effects[0] : NULL;
}

/* What an edge does once its rendezvous has been made. */
static replay_result follow(replay_actor *a, const edge *e)
{
    replay_result done = STEP_DONE;
    for (uint32_t i = 1; i < e->effect_count && done == STEP_DONE; i++)
        done = replay_effect(a, &e->effects[i]);
    return done;
}

/* The sender's message goes into the receiver's places; both move, and what holds after it is up to the receiver. */
static replay_result hand_over(replay_actor *sender, const edge *send, uint32_t receiver, const edge *receive)
{
    replay *r = sender->r;
    replay_state *s = sender->s;
    if (!receive->effect_count || receive->effects[0].kind != EFFECT_RECEIVE)
        return impossible(r, "the partner does not receive");
    replay_actor taker = {.r = r, .s = s, .process = receiver, .seen = sender->seen};
    replay_result ready = is_ready(&taker, receive, "the partner's guard is false");
    if (ready != STEP_DONE)
        return ready;
    uint32_t to, from;
    if (replay_find_channel(&taker, &receive->effects[0], &from) != STEP_DONE ||
        replay_find_channel(sender, &send->effects[0], &to) != STEP_DONE)
        return STEP_ERROR;
    if (to != from)
        return impossible(r, "the partner receives from another channel");
    const channel *type = s->channels.data[to].type;
    int32_t *values = ARENA_ARRAY(r->memory, int32_t, type->field_count + 1);
    replay_result built = replay_build_message(sender, &send->effects[0], type, values);
    if (built != STEP_DONE)
        return built;
    replay_result taken = replay_take_message(&taker, &receive->effects[0], values);
    if (taken == STEP_DONE)
        taken = follow(&taker, receive);
    if (taken == STEP_DONE)
        taken = follow(sender, send);
    if (taken != STEP_DONE)
        return taken;
    move(s, sender->process, send);
    move(s, receiver, receive);
    return STEP_DONE;
}

/* Guard and effects on s, which is garbage unless the result is STEP_DONE. `partner` is -1 where there is no rendezvous. */
static replay_result execute(replay *r, replay_state *s, uint32_t process, const edge *e, int32_t partner, const edge *partner_edge,
                             replay_seen *seen)
{
    replay_actor a = {.r = r, .s = s, .process = process, .seen = seen};
    replay_result ready = is_ready(&a, e, "its guard is false");
    if (ready != STEP_DONE)
        return ready;
    bool meets = rendezvous_send(&a, e);
    if (meets != (partner >= 0))
        return impossible(r, meets ? "nobody receives" : "it is no rendezvous");
    if (meets)
        return hand_over(&a, e, (uint32_t)partner, partner_edge);
    for (uint32_t i = 0; i < e->effect_count; i++) {
        replay_result done = replay_effect(&a, &e->effects[i]);
        if (done != STEP_DONE)
            return done;
    }
    move(s, process, e);
    return STEP_DONE;
}

/* ---- What is possible ---- */

/* A process whose `provided` is false does nothing; inside d_step it is not asked again. */
static replay_result may_move(replay *r, replay_state *s, uint32_t process)
{
    if (s->holder == (int32_t)process && s->hold == HOLD_D_STEP)
        return STEP_DONE;
    replay_actor a = {.r = r, .s = s, .process = process};
    return test(&a, type_of(r, s, process)->provided, "its provided clause is false");
}

/* Could it be taken, priorities and else aside? An error counts: taking the edge is how it comes to light. */
static bool can_execute(replay *r, const replay_state *s, uint32_t process, const edge *e, int32_t partner, const edge *partner_edge,
                        replay_seen *seen)
{
    replay_state_copy(&r->scratch, s);
    return execute(r, &r->scratch, process, e, partner, partner_edge, seen) != STEP_IMPOSSIBLE;
}

/* In a rendezvous only the receiver's edges that take part compete: the highest of their priorities wins. */
static bool partner_may(replay *r, replay_state *s, uint32_t process, const edge *e, uint32_t partner, const edge *partner_edge)
{
    const process_type *t = type_of(r, s, partner);
    const node *n = node_of(r, s, partner);
    if (partner == process || may_move(r, s, partner) == STEP_IMPOSSIBLE ||
        !can_execute(r, s, process, e, (int32_t)partner, partner_edge, NULL))
        return false;
    for (uint32_t i = 0; i < n->edge_count; i++) {
        const edge *other = &t->edges.data[n->first_edge + i];
        if (other->priority > partner_edge->priority && can_execute(r, s, process, e, (int32_t)partner, other, NULL))
            return false;
    }
    return true;
}

static bool has_partner(replay *r, replay_state *s, uint32_t process, const edge *e)
{
    replay_actor a = {.r = r, .s = s, .process = process};
    if (!rendezvous_send(&a, e))
        return false;
    for (uint32_t q = 0; q < s->processes.count; q++) {
        const node *n = node_of(r, s, q);
        for (uint32_t i = 0; i < n->edge_count; i++)
            if (partner_may(r, s, process, e, q, &type_of(r, s, q)->edges.data[n->first_edge + i]))
                return true;
    }
    return false;
}

/* A rendezvous and a sync are possible only where others are ready for it. */
static bool needs_others(replay *r, replay_state *s, uint32_t process, const edge *e)
{
    replay_actor a = {.r = r, .s = s, .process = process};
    return edge_has_effect(e, EFFECT_SYNC) || rendezvous_send(&a, e);
}

/* `seen` gets what the guard read, also where it turned out false. */
static bool is_executable(replay *r, replay_state *s, uint32_t process, const edge *e, replay_seen *seen)
{
    r->looked_out |= needs_others(r, s, process, e);
    return can_execute(r, s, process, e, -1, NULL, seen) || has_partner(r, s, process, e);
}

/* Is the edge the process's to take, given the other edges of its node? */
static bool is_allowed(replay *r, replay_state *s, uint32_t process, const edge *e, replay_seen *seen)
{
    const process_type *t = type_of(r, s, process);
    const node *n = node_of(r, s, process);
    for (uint32_t i = 0; i < n->edge_count; i++) {
        const edge *other = &t->edges.data[n->first_edge + i];
        if (other == e || (other->is_else && !e->is_else))
            continue;
        if (other < e && e->d_step && other->d_step == e->d_step && is_executable(r, s, process, other, seen)) {
            r->why = "d_step: an earlier statement is possible";
            return false;
        }
        if ((e->is_else ? other < e : other->priority > e->priority) && is_executable(r, s, process, other, seen)) {
            r->why = e->is_else ? "else: a statement before it is possible" : "an escape of unless goes first";
            return false;
        }
    }
    return true;
}

static bool is_possible(replay *r, replay_state *s, uint32_t process, const edge *e)
{
    return is_allowed(r, s, process, e, NULL) && is_executable(r, s, process, e, NULL);
}

/* The first possible edge of the process; NULL: it is blocked. */
static const edge *first_possible(replay *r, replay_state *s, uint32_t process)
{
    const process_type *t = type_of(r, s, process);
    const node *n = node_of(r, s, process);
    if (may_move(r, s, process) == STEP_IMPOSSIBLE)
        return NULL;
    for (uint32_t i = 0; i < n->edge_count; i++)
        if (is_possible(r, s, process, &t->edges.data[n->first_edge + i]))
            return &t->edges.data[n->first_edge + i];
    return NULL;
}

static replay_result may_end(replay *r, replay_state *s, uint32_t process)
{
    if (!r->program->processes_die)
        return impossible(r, "processes are never removed");
    if (process + 1 != s->processes.count)
        return impossible(r, "it is not the youngest process");
    if (!node_of(r, s, process)->is_final)
        return impossible(r, "it has not ended");
    if (replay_pending_count(s, process))
        return impossible(r, "its store buffer is not empty");
    return may_move(r, s, process) == STEP_DONE ? STEP_DONE : STEP_IMPOSSIBLE;
}

/* Where the program lets stores be committed. */
static bool may_commit(replay *r, replay_state *s)
{
    replay_actor nobody = {.r = r, .s = s, .process = NOBODY};
    return test(&nobody, r->program->commits_when, "no store is committed in this state") == STEP_DONE;
}

static bool some_step_is_possible(replay *r, replay_state *s)
{
    if (s->pending.count && may_commit(r, s))
        return true;
    if (s->processes.count && may_end(r, s, (uint32_t)s->processes.count - 1) == STEP_DONE)
        return true;
    for (uint32_t p = 0; p < s->processes.count; p++)
        if (first_possible(r, s, p))
            return true;
    return false;
}

static replay_result settle(replay *r)
{
    replay_state *s = &r->now;
    s->timeout = false;
    if (s->holder >= 0 && !first_possible(r, s, (uint32_t)s->holder)) {
        if (s->hold == HOLD_D_STEP)
            return replay_fail(r, node_of(r, s, (uint32_t)s->holder)->where, "d_step blocks in its middle");
        s->holder = -1;
        s->hold = HOLD_NONE;
    }
    if (s->holder < 0)
        s->timeout = !some_step_is_possible(r, s);
    return STEP_DONE;
}

/* ---- Taking a step ---- */

/* The process's edge of that number, where it leaves the node the process is at; NULL otherwise. */
static const edge *edge_at(const replay *r, int64_t process, uint32_t number)
{
    if (process < 0 || (size_t)process >= r->now.processes.count)
        return NULL;
    const process_type *t = type_of(r, &r->now, (uint32_t)process);
    bool leaves = number < t->edges.count && t->edges.data[number].source == r->now.processes.data[process].node;
    return leaves ? &t->edges.data[number] : NULL;
}

static replay_result take_edge(replay *r, const step *taken)
{
    replay_state *s = &r->now;
    const edge *e = edge_at(r, taken->process, taken->edge), *partner_edge = NULL;
    if (!e)
        return impossible(r, "the process is not where that statement is");
    replay_result moves = may_move(r, s, taken->process);
    if (moves != STEP_DONE)
        return moves;
    if (s->hold == HOLD_D_STEP && s->holder >= 0 && e != first_possible(r, s, taken->process))
        return impossible(r, "d_step takes the first possible statement");
    if (!is_allowed(r, s, taken->process, e, e->is_else ? &r->seen : NULL))
        return STEP_IMPOSSIBLE;
    replay_seen_keep_reads(&r->seen); /* else has looked at the other guards; what their effects tried is void */
    if (taken->partner >= 0) {
        partner_edge = edge_at(r, taken->partner, taken->partner_edge);
        if (!partner_edge)
            return impossible(r, "the partner is not where that statement is");
        if (!partner_may(r, s, taken->process, e, (uint32_t)taken->partner, partner_edge))
            return STEP_IMPOSSIBLE;
    }
    replay_state_copy(&r->next, s);
    return execute(r, &r->next, taken->process, e, taken->partner, partner_edge, &r->seen);
}

static replay_result take_commit(replay *r, const step *taken)
{
    replay_state *s = &r->now;
    if (!may_commit(r, s))
        return STEP_IMPOSSIBLE;
    int64_t oldest = replay_oldest(s, taken->process, machine_traits(r->machine)->per_location ? (int64_t)taken->element : -1);
    if (oldest < 0)
        return impossible(r, "its store buffer is empty");
    replay_pending store = s->pending.data[oldest];
    if (store.element != taken->element)
        return impossible(r, "its oldest pending store is to another location");
    for (int64_t i = 0; i < oldest; i++)
        if (s->pending.data[i].process == taken->process && s->pending.data[i].barriers < store.barriers)
            return impossible(r, "a store before a barrier is still pending");
    replay_state_copy(&r->next, s);
    r->seen.element = store.element;
    r->seen.value = store.value;
    r->seen.relaxed = true;
    replay_commit(&r->next, (size_t)oldest);
    return STEP_DONE;
}

static replay_result take_end(replay *r, const step *taken)
{
    replay_result ends = may_end(r, &r->now, taken->process);
    if (ends != STEP_DONE)
        return ends;
    replay_state_copy(&r->next, &r->now);
    replay_remove_youngest(&r->next);
    return STEP_DONE;
}

static replay_result take(replay *r, const step *taken)
{
    if (taken->process >= r->now.processes.count)
        return impossible(r, "there is no such process");
    if (r->now.holder >= 0 && (taken->kind != STEP_EDGE || taken->process != (uint32_t)r->now.holder))
        return impossible(r, "another process is inside an atomic block and can go on");
    switch (taken->kind) {
    case STEP_EDGE: return take_edge(r, taken);
    case STEP_COMMIT: return take_commit(r, taken);
    case STEP_END: return take_end(r, taken);
    }
    return impossible(r, "there is no such kind of step");
}

replay_result replay_take_unsettled(replay *r, const step *taken)
{
    limits_poll();
    replay_seen_clear(&r->seen);
    replay_result done = take(r, taken);
    if (done != STEP_DONE)
        return done;
    replay_state before = r->now;
    r->now = r->next;
    r->next = before;
    r->step++;
    return STEP_DONE;
}

replay_result replay_take(replay *r, const step *taken)
{
    replay_result done = replay_take_unsettled(r, taken);
    return done == STEP_DONE ? settle(r) : done;
}

replay_result replay_take_flushing(replay *r, const step *taken)
{
    replay_result done = replay_take_unsettled(r, taken);
    if (done != STEP_DONE)
        return done;
    for (int64_t oldest; (oldest = replay_oldest(&r->now, taken->process, -1)) >= 0;)
        replay_commit(&r->now, (size_t)oldest);
    return settle(r);
}

bool replay_follow(replay *r, replay_result *last, const step *taken, size_t number, strbuf *why)
{
    limits_look(); /* a step with many stores waiting is slow */
    if (*last != STEP_DONE) {
        strbuf_printf(why, "step %zu: the run had ended before: %s", number + 1, r->why);
        return false;
    }
    *last = replay_take(r, taken);
    if (*last == STEP_IMPOSSIBLE)
        strbuf_printf(why, "step %zu (process %u) is not possible: %s", number + 1, taken->process + r->program->pid_base, r->why);
    return *last != STEP_IMPOSSIBLE;
}

/* ---- Start and end ---- */

replay_result replay_init(replay *r, const program *p, machine on, exempt *left_out)
{
    on.memory = machine_traits(on)->exact; /* a run found by an approximation counts only as one of the model itself */
    *r = (replay){.program = p, .machine = on, .exempt = left_out, .memory = arena_new()};
    r->now.holder = -1;
    replay_seen_clear(&r->seen);
    vec_reserve(&r->now.locals, 1); /* so that even no local has an address */
    vec_reserve(&r->now.slots, 1);
    for (size_t i = 0; i < p->globals.count; i++)
        for (uint32_t e = 0; e < p->globals.data[i].count; e++)
            vec_push(&r->now.globals, p->globals.data[i].initial[e]);
    for (size_t i = 0; i < p->processes.count; i++)
        vec_push(&r->now.created, 0);
    for (size_t i = 0; i < p->channels.count; i++) {
        const channel *c = &p->channels.data[i];
        replay_add_channel(&r->now, c);
        r->now.globals.data[p->globals.data[c->variable].offset + c->element] = (int32_t)i + 1;
    }
    replay_actor nobody = {.r = r, .s = &r->now, .process = NOBODY};
    for (size_t i = 0; i < p->start.count; i++) {
        replay_result created = replay_create(&nobody, p->start.data[i], NULL, p->processes.data[p->start.data[i]].where);
        if (created != STEP_DONE)
            return created;
    }
    return settle(r);
}

void replay_release(replay *r)
{
    replay_state_release(&r->now);
    replay_state_release(&r->next);
    replay_state_release(&r->scratch);
    replay_seen_release(&r->seen);
    arena_free(r->memory);
}

/* ---- Judging a state ---- */

bool replay_is_open(const replay *r)
{
    return r->now.holder < 0;
}

/* Could some other process hand over to this one now? */
static bool may_receive(replay *r, uint32_t receiver)
{
    replay_state *s = &r->now;
    const process_type *t = type_of(r, s, receiver);
    const node *n = node_of(r, s, receiver);
    for (uint32_t q = 0; q < s->processes.count; q++) {
        const node *at = node_of(r, s, q);
        for (uint32_t i = 0; i < at->edge_count && may_move(r, s, q) != STEP_IMPOSSIBLE; i++) {
            const edge *send = &type_of(r, s, q)->edges.data[at->first_edge + i];
            replay_actor sender = {.r = r, .s = s, .process = q};
            if (q == receiver || !rendezvous_send(&sender, send) || !is_allowed(r, s, q, send, NULL))
                continue;
            for (uint32_t k = 0; k < n->edge_count; k++)
                if (partner_may(r, s, q, send, receiver, &t->edges.data[n->first_edge + k]))
                    return true;
        }
    }
    return false;
}

bool replay_can_move(replay *r, uint32_t process)
{
    return first_possible(r, &r->now, process) || may_end(r, &r->now, process) == STEP_DONE || may_receive(r, process);
}

bool replay_is_stuck(replay *r)
{
    return !some_step_is_possible(r, &r->now);
}

bool replay_is_inside_d_step(const replay *r)
{
    return r->now.holder >= 0 && r->now.hold == HOLD_D_STEP;
}

bool replay_is_deadlock(replay *r)
{
    if (!replay_is_stuck(r))
        return false;
    for (uint32_t p = 0; p < r->now.processes.count; p++) {
        const node *n = node_of(r, &r->now, p);
        if (!n->is_end && !n->is_final)
            return true;
    }
    return false;
}

bool replay_is_final(replay *r)
{
    bool all_ended = !r->now.pending.count && r->now.processes.count >= r->program->start.count;
    for (uint32_t p = 0; p < r->now.processes.count && all_ended; p++) {
        const node *n = node_of(r, &r->now, p);
        all_ended = n->is_final || (n->is_end && !first_possible(r, &r->now, p));
    }
    return all_ended;
}

bool replay_is_true(replay *r, const expr *e)
{
    replay_actor nobody = {.r = r, .s = &r->now, .process = NOBODY};
    int32_t value = replay_eval(&nobody, e);
    return nobody.error.error == EVAL_OK && value;
}

bool replay_at_label_together(const replay *r, const char *name)
{
    uint32_t there = 0;
    for (uint32_t p = 0; p < r->now.processes.count; p++) {
        uint32_t labelled;
        if (process_find_label(type_of(r, &r->now, p), name, &labelled))
            there += r->now.processes.data[p].node == labelled;
    }
    return there >= 2;
}
