/* accelerate.c: exact acceleration.
 *
 * Let the events T lead from an ancestor S to S' with the same global, and let every process have at least the configurations in S' that it had in S.
 * Then T can be repeated for ever, with S' <= T(S') <= T(T(S')) ..., and each process can be taken alone round and round (rounds.c): whatever the
 * processes are given, each after a number of rounds of its own, the state after the largest of these numbers of rounds has it all. One process, the
 * *loser*, need not have the configurations in S' that it had in S: the others can go round for ever without the loser, and the loser alone is taken
 * round.
 *
 * Where T meets a state that was itself made by going round an inner loop, what follows may need many rounds of the inner loop. So a process that takes
 * part in the inner loop is not taken round T: it would go round the inner loop less often than the others need. */
#include "engine/events/accelerate.h"

#include "engine/events/rounds.h"

enum { MAX_PHASES = 200, MAX_ANCESTORS = 3, MAX_STEADY = 12 };

typedef struct loop_events {
    VEC(state_ref) states; /* kept states after the ancestor, up to and including the parent */
} loop_events;

static bool takes_part(const event *e, process_ref process)
{
    return process_is(e->process, process) || (e->kind == EVENT_MEETING && process_is(e->partner, process));
}

/* Processes that come and go are not gone round. */
static bool may_repeat(const event *e)
{
    return e->kind != EVENT_END && e->kind != EVENT_START && key_is(e->created, KEY_NONE) && !e->left_out;
}

static bool may_repeat_all(const antichain *kept, const loop_events *l, const event *last)
{
    bool may = may_repeat(last);
    for (size_t i = 0; i < l->states.count && may; i++)
        may = may_repeat(&antichain_at(kept, l->states.data[i])->event);
    return may;
}

/* Does the process only watch the loops within this loop, with no need for an empty buffer? */
static bool is_free(const antichain *kept, const loop_events *l, process_ref process)
{
    for (size_t i = 0; i < l->states.count; i++) {
        state_ref start = antichain_at(kept, l->states.data[i])->loop_start;
        for (state_ref n = l->states.data[i]; !state_is(start, STATE_NONE) && !state_is(n, start); n = antichain_at(kept, n)->parent) {
            const event *e = &antichain_at(kept, n)->event;
            if (takes_part(e, process) || e->kind == EVENT_SYNC || e->syncs)
                return false;
        }
    }
    return true;
}

static void add_phase(phase_vec *out, const event_state *s, const event *next, global_ref next_global, process_ref process)
{
    phase p = {.global = s->global, .next_global = next_global, .holder = s->holder, .event = *next, .own = takes_part(next, process)};
    if (p.own && next->kind == EVENT_MEETING)
        p.other = s->sets[process_is(next->process, process) ? next->partner.index : next->process.index];
    vec_push(out, p);
    for (uint32_t i = 0; i < next->syncs; i++)
        vec_push(out, ((phase){.global = next_global, .next_global = next_global, .holder = NO_HOLDER, .event = EVENT_SYNC_ALL}));
}

static void make_phases(const antichain *kept, const loop_events *l, state_ref ancestor, const event *last, process_ref process, phase_vec *out)
{
    vec_clear(out);
    state_ref at_state = ancestor;
    for (size_t i = 0; i < l->states.count; i++) {
        const kept_state *next = antichain_at(kept, l->states.data[i]);
        add_phase(out, &antichain_at(kept, at_state)->state, &next->event, next->state.global, process);
        at_state = l->states.data[i];
    }
    add_phase(out, &antichain_at(kept, at_state)->state, last, antichain_at(kept, ancestor)->state.global, process);
}

/* ---- One round ---- */
/* What the process's own step of the phase makes of the set, not closed; empty where the remembered events do not tell. */
static moore_ref after_own_step(post *p, moore_ref a, const phase *of)
{
    local l = locals_of(p, a, of->global);
    for (uint32_t i = 0; i < l.step_count; i++) {
        local_event v = p->events.data[l.first + i];
        if (v.is_plain && global_is(moves_change(p->moves, of->global, v.shape, v.first_change, v.change_count), of->event.then))
            return v.after;
    }
    return MOORE_EMPTY;
}

static moore_ref after_phase(post *p, moore_ref a, const phase *of)
{
    if (!of->own)
        return sets_at_rest(p->sets, a);
    switch (of->event.kind) {
    case EVENT_COMMIT: return sets_commit(p->sets, sets_at_rest(p->sets, a), of->event.letter);
    case EVENT_STEP: return after_own_step(p, a, of);
    case EVENT_START:
    case EVENT_SYNC:
    case EVENT_MEETING:
    case EVENT_END:
    case EVENT_CLAIM: break;
    }
    return MOORE_EMPTY;
}

/* Is the set the same again after one round? Then more rounds add nothing, as nearly always. Only remembered results are used; where these do not
 * suffice the answer is no. For large sets it is no as well, since large sets mostly grow, and then each round makes new sets. */
static bool is_steady(post *p, moore_ref a, const phase_vec *loop)
{
    moore_ref now = a;
    for (size_t i = 0; i < loop->count && now.index != MOORE_EMPTY.index; i++) {
        const phase *of = &loop->data[i], *next = &loop->data[i + 1 < loop->count ? i + 1 : 0];
        bool own_block = of->own && (!process_is(of->holder, NO_HOLDER) || !process_is(next->holder, NO_HOLDER));
        if (own_block || of->event.kind == EVENT_SYNC || moore_state_count(p->sets->pool, now) > MAX_STEADY)
            return false;
        now = after_phase(p, now, of);
        if (process_is(next->holder, NO_HOLDER))
            now = sets_close(p->sets, now, of->next_global, CLOSE_ALL);
    }
    return now.index == a.index;
}

/* Does another change on the way what the process would read? Whether it does depends on what is pending, which is not followed. */
static bool has_views_changed(const post *p, process_ref process, const phase_vec *loop)
{
    for (size_t i = 0; i < loop->count; i++)
        for (uint32_t k = 0; k < p->view_count && !loop->data[i].own; k++)
            if (p->views[k].process == process.index && post_changes_view(p, &p->views[k], loop->data[i].event.process, loop->data[i].global, loop->data[i].next_global))
                return true;
    return false;
}

/* The states on the way from the ancestor, the last of which is the parent. */
static void find_states(const antichain *kept, state_ref ancestor, state_ref parent, loop_events *l)
{
    vec_clear(&l->states);
    for (state_ref i = parent; !state_is(i, ancestor); i = kept->links.data[i.index].parent)
        vec_push(&l->states, i);
    for (size_t i = 0; i < l->states.count / 2; i++) {
        state_ref other = l->states.data[i];
        l->states.data[i] = l->states.data[l->states.count - 1 - i];
        l->states.data[l->states.count - 1 - i] = other;
    }
}

/* Tries the loop that starts at one ancestor. */
static bool try_loop(const antichain *kept, post *p, event_state *state, loop_events *l, state_ref ancestor, state_ref parent, const event *e)
{
    sets *s = p->sets;
    const event_state *before = &antichain_at(kept, ancestor)->state;
    process_ref loser = {NOBODY};
    bool gained = false;
    phase_vec loop = {0};
    for (process_ref q = {0}; q.index < state->process_count; q.index++)
        if (!moore_includes(s->pool, state->sets[q.index], before->sets[q.index])) {
            if (loser.index != NOBODY)
                return false;
            loser = q;
        }
    find_states(kept, ancestor, parent, l);
    if (!may_repeat_all(kept, l, e))
        return false;
    for (process_ref q = {0}; q.index < state->process_count; q.index++) {
        if ((loser.index != NOBODY && !process_is(loser, q)) || state->sets[q.index].index == before->sets[q.index].index || !is_free(kept, l, q))
            continue;
        make_phases(kept, l, ancestor, e, q, &loop);
        if (has_views_changed(p, q, &loop) || is_steady(p, state->sets[q.index], &loop))
            continue;
        moore_ref more = rounds_of(s, &p->messages, state->sets[q.index], q, &loop);
        if (more.index != state->sets[q.index].index && moore_includes(s->pool, more, state->sets[q.index])) {
            state->sets[q.index] = more;
            gained = true;
        }
    }
    vec_release(&loop);
    return gained;
}

bool accelerate_state(antichain *kept, post *p, event_state *state, state_ref parent, const event *e, state_ref *ancestor)
{
    loop_events l = {0};
    bool gained = false;
    if (!process_is(state->holder, NO_HOLDER) || state_is(parent, STATE_NONE))
        return false;
    uint32_t bucket = antichain_bucket(kept, state->global, NO_HOLDER), first_depth = antichain_at(kept, parent)->depth, depth = first_depth;
    state_ref n = parent;
    for (uint32_t tried = 0; tried < MAX_ANCESTORS && !gained; tried++) {
        n = antichain_ancestor(kept, n, bucket, &depth);
        if (state_is(n, STATE_NONE) || first_depth - depth >= MAX_PHASES)
            break;
        gained = try_loop(kept, p, state, &l, n, parent, e);
        *ancestor = n;
        n = kept->links.data[n.index].parent;
        depth -= depth > 0;
    }
    vec_release(&l.states);
    return gained;
}
