#include "engine/automata/walk.h"

#include "base/clock.h"
#include "base/limits.h"

enum { CHECK_EVERY = 64 };

static const char did_not_end[] = "the search did not end: buffers grow and no cycle of one process accounts for it";

void walk_init(walk *w, const engine_request *request, const bool *unbuffered, const walk_plan *plan, double start)
{
    *w = (walk){.request = request, .plan = *plan, .start = start};
    space_init(&w->space, request, unbuffered);
    transitions_init(&w->transitions, &w->space);
    w->awake.index = intern_row(&w->sleeps, NULL, 0);
    w->attempts = ARENA_ARRAY(w->space.rows->memory, uint32_t, request->properties->items.count + 1);
}

void walk_release(walk *w)
{
    transitions_release(&w->transitions);
    space_release(&w->space);
    intern_release(&w->sleeps);
    vec_release(&w->frames);
    vec_release(&w->successors);
    vec_release(&w->stored);
    vec_release(&w->first_stored);
    vec_release(&w->top_frame);
    vec_release(&w->row);
    violations_release(&w->violations);
}

/* ---- Sleep sets ---- */
static bool sleep_is(sleep_ref a, sleep_ref b)
{
    return a.index == b.index;
}

/* The set that is in w->row. */
static sleep_ref sleep_in_row(walk *w)
{
    return (sleep_ref){intern_row(&w->sleeps, w->row.data, w->row.count)};
}

static bool sleeps(const walk *w, sleep_ref sleep, transition_ref of)
{
    const int32_t *row = intern_get(&w->sleeps, sleep.index);
    for (uint32_t i = 0; i < intern_length(&w->sleeps, sleep.index); i++)
        if ((uint32_t)row[i] == of.index)
            return true;
    return false;
}

static sleep_ref sleep_with(walk *w, sleep_ref sleep, transition_ref added)
{
    const int32_t *row = intern_get(&w->sleeps, sleep.index);
    uint32_t count = intern_length(&w->sleeps, sleep.index), i = 0;
    if (sleeps(w, sleep, added))
        return sleep;
    vec_clear(&w->row);
    for (; i < count && (uint32_t)row[i] < added.index; i++)
        vec_push(&w->row, row[i]);
    vec_push(&w->row, (int32_t)added.index);
    for (; i < count; i++)
        vec_push(&w->row, row[i]);
    return sleep_in_row(w);
}

static sleep_ref sleep_common(walk *w, sleep_ref a, sleep_ref b)
{
    if (sleep_is(a, b))
        return a;
    const int32_t *row = intern_get(&w->sleeps, a.index);
    vec_clear(&w->row);
    for (uint32_t i = 0; i < intern_length(&w->sleeps, a.index); i++)
        if (sleeps(w, b, (transition_ref){(uint32_t)row[i]}))
            vec_push(&w->row, row[i]);
    return sleep_in_row(w);
}

/* The sleep set after a transition: the sleeping ones that may be exchanged with that transition. */
static sleep_ref sleep_after(walk *w, state_ref state, sleep_ref sleep, transition_ref taken)
{
    const int32_t *row = intern_get(&w->sleeps, sleep.index);
    vec_clear(&w->row);
    for (uint32_t i = 0; i < intern_length(&w->sleeps, sleep.index); i++)
        if (transitions_commute(&w->transitions, state, taken, (transition_ref){(uint32_t)row[i]}))
            vec_push(&w->row, row[i]);
    return sleep_in_row(w);
}

/* ---- Stored states ---- */
static uint32_t *entry_of(uint32_t **data, size_t *count, size_t *capacity, control_ref control)
{
    if (control.index >= *capacity)
        *data = vec_grow(*data, capacity, control.index + 1, sizeof **data);
    while (*count <= control.index)
        (*data)[(*count)++] = NO_ENTRY;
    return &(*data)[control.index];
}

static uint32_t *first_stored(walk *w, control_ref control)
{
    return entry_of(&w->first_stored.data, &w->first_stored.count, &w->first_stored.capacity, control);
}

static uint32_t *top_frame(walk *w, control_ref control)
{
    return entry_of(&w->top_frame.data, &w->top_frame.count, &w->top_frame.capacity, control);
}

/* True when all contents of the small state are contents of the big one; their controls are the same. */
static bool includes(walk *w, state_ref big, state_ref small)
{
    transitions *t = &w->transitions;
    for (process_ref p = {0}; p.index < control_processes(t, control_of(t, small)); p.index++)
        if (!moore_includes(t->languages.pool, language_of(t, big, p), language_of(t, small, p)))
            return false;
    return true;
}

/* True when a stored state includes this one; *asleep is then what sleeps in all that do, *same the entry of the state itself. */
static bool is_covered(walk *w, state_ref state, sleep_ref *asleep, uint32_t *same)
{
    bool covered = false;
    *same = NO_ENTRY;
    for (uint32_t i = *first_stored(w, control_of(&w->transitions, state)); i != NO_ENTRY; i = w->stored.data[i].next) {
        const stored_state *s = &w->stored.data[i];
        if (!includes(w, s->state, state))
            continue;
        if (state_is(s->state, state))
            *same = i;
        *asleep = covered ? sleep_common(w, *asleep, s->sleep) : s->sleep;
        covered = true;
    }
    return covered;
}

static void store_state(walk *w, state_ref state, sleep_ref sleep, uint32_t same)
{
    if (same != NO_ENTRY) {
        w->stored.data[same].sleep = sleep;
        return;
    }
    uint32_t *first = first_stored(w, control_of(&w->transitions, state));
    vec_push(&w->stored, ((stored_state){state, sleep, *first}));
    *first = (uint32_t)w->stored.count - 1;
}

/* ---- Limits ---- */
static void stop_for(walk *w, const char *limit)
{
    w->limit = limit;
    w->gave_up = limit == did_not_end;
    w->stop = true;
}

void walk_statistics(const walk *w, statistics *out)
{
    const transitions *t = &w->transitions;
    size_t bytes = moore_pool_bytes(t->languages.pool) + intern_bytes(&t->states) + intern_bytes(&t->controls) + intern_bytes(&t->known) +
                   looks_bytes(&t->moves.known) + intern_bytes(&t->languages.operations) + intern_bytes(&w->sleeps) +
                   w->stored.capacity * sizeof *w->stored.data + w->frames.capacity * sizeof *w->frames.data +
                   w->successors.capacity * sizeof *w->successors.data;
    *out = (statistics){
        .states_stored = w->stored.count, .states_visited = w->visited, .transitions = w->taken, .max_depth = w->max_depth,
        .errors = w->errors,
        .automata = moore_pool_count(t->languages.pool), .seconds = clock_seconds() - w->start,
    };
    out->state_bytes = out->states_stored ? bytes / out->states_stored : 0;
}

static void check_limits(walk *w)
{
    const engine_request *r = w->request;
    if (r->max_states && w->stored.count >= r->max_states)
        stop_for(w, "the limit on states was reached");
    else if (w->stored.count >= w->plan.states)
        stop_for(w, did_not_end);
    if (w->stop || (w->visited < w->next_check && !limits_noticed()))
        return;
    w->next_check = w->visited + CHECK_EVERY;
    statistics s;
    walk_statistics(w, &s);
    const char *limit = engine_limit(r, &s);
    if (limit)
        stop_for(w, limit);
}

static bool is_too_large(const walk *w, state_ref state)
{
    const transitions *t = &w->transitions;
    for (process_ref p = {0}; p.index < control_processes(t, control_of(t, state)); p.index++)
        if (moore_state_count(t->languages.pool, language_of(t, state, p)) > w->plan.automaton)
            return true;
    return false;
}

/* ---- The search ---- */
/* Keeps those successors, from `first` on, that are to be executed. */
static void choose(walk *w, size_t first, sleep_ref sleep, bool covered, sleep_ref asleep)
{
    size_t kept = first;
    for (size_t i = first; i < w->successors.count; i++) {
        successor s = w->successors.data[i];
        bool executed = covered && !sleeps(w, asleep, s.transition);
        if (!state_is(s.state, STATE_NONE) && !executed && !sleeps(w, sleep, s.transition))
            w->successors.data[kept++] = s;
    }
    w->successors.count = kept;
}

static void push_frame(walk *w, const walk_frame *f)
{
    uint32_t *top = top_frame(w, control_of(&w->transitions, f->state));
    vec_push(&w->frames, *f);
    vec_last(&w->frames).below = *top;
    *top = (uint32_t)w->frames.count - 1;
    if (w->frames.count > w->max_depth)
        w->max_depth = w->frames.count;
}

static void pop_frame(walk *w)
{
    walk_frame f = vec_pop(&w->frames);
    w->successors.count = f.first;
    *top_frame(w, control_of(&w->transitions, f.state)) = f.below;
}

/* A state has been reached. What an including state has executed is not executed again; what sleeps there and not here is. An accelerated
 * state stands for more than those from which the sleeping transitions have been executed, so nothing sleeps in it. */
static void enter(walk *w, state_ref state, sleep_ref sleep, transition_ref by)
{
    sleep_ref asleep = {0};
    uint32_t same;
    process_ref accelerated = {NOBODY};
    w->visited++;
    bool covered = is_covered(w, state, &asleep, &same);
    if (covered && sleep_is(sleep_common(w, asleep, sleep), asleep))
        return;
    if (walk_accelerate(w, &state, by, &accelerated)) {
        sleep = w->awake;
        covered = is_covered(w, state, &asleep, &same);
        if (covered && sleep_is(asleep, w->awake))
            return;
    }
    if (is_too_large(w, state)) {
        w->gave_up = true;
        w->limit = did_not_end;
        return;
    }
    walk_frame f = {.state = state, .sleep = sleep, .by = by, .accelerated = accelerated};
    f.first = f.next = w->successors.count;
    transitions_from(&w->transitions, state, &w->successors);
    push_frame(w, &f);
    if (!covered)
        walk_assess(w, f.first);
    choose(w, f.first, sleep, covered, asleep);
    vec_last(&w->frames).end = w->successors.count;
    if (!covered || w->successors.count > f.first)
        store_state(w, state, covered ? sleep_common(w, sleep, asleep) : sleep, same);
}

void walk_run(walk *w)
{
    state_ref state;
    if (!transitions_initial(&w->transitions, &state)) {
        w->initial_error = true;
        return;
    }
    enter(w, state, w->awake, NO_TRANSITION);
    while (w->frames.count && !w->stop) {
        walk_frame *f = &vec_last(&w->frames);
        if (f->next == f->end) {
            pop_frame(w);
            continue;
        }
        successor s = w->successors.data[f->next++];
        sleep_ref sleep = sleep_after(w, f->state, f->sleep, s.transition);
        f->sleep = sleep_with(w, f->sleep, s.transition);
        w->taken++;
        enter(w, s.state, sleep, s.transition);
        if (!w->stop)
            check_limits(w);
    }
}
