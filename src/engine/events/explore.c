#include "engine/events/explore.h"

#include "base/bug.h"
#include "base/clock.h"
#include "base/limits.h"

enum { TELL_EVERY = 16 }; /* posts between two looks at the figures */

/* ---- Open states ---- */
static bool goes_first(sized_state a, sized_state b)
{
    return a.size != b.size ? a.size > b.size : a.number.index < b.number.index;
}

static void sift_up(explore *x, size_t at)
{
    sized_state *heap = x->open.data, moved = heap[at];
    for (; at > 0 && goes_first(moved, heap[(at - 1) / 2]); at = (at - 1) / 2)
        heap[at] = heap[(at - 1) / 2];
    heap[at] = moved;
}

/* The first is to go where it belongs. */
static void sift_down(explore *x)
{
    sized_state *heap = x->open.data, moved = heap[0];
    size_t at = 0, count = x->open.count;
    for (size_t child = 1; child < count; child = 2 * at + 1) {
        if (child + 1 < count && goes_first(heap[child + 1], heap[child]))
            child++;
        if (!goes_first(heap[child], moved))
            break;
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = moved;
}

static void open_state(explore *x, state_ref number)
{
    vec_push(&x->open, ((sized_state){number, antichain_at(&x->kept, number)->size}));
    if (x->plan.order == ORDER_LARGEST)
        sift_up(x, x->open.count - 1);
}

/* The largest of a state's successors goes first, and of equals the last. */
static void arrange(explore *x, size_t first)
{
    for (size_t i = first + 1; i < x->open.count && x->plan.order == ORDER_DEPTH_LARGEST; i++)
        for (size_t k = i; k > first && x->open.data[k].size < x->open.data[k - 1].size; k--) {
            sized_state other = x->open.data[k];
            x->open.data[k] = x->open.data[k - 1];
            x->open.data[k - 1] = other;
        }
}

/* The next state to expand; false when no state is open. */
static bool choose(explore *x, state_ref *number)
{
    for (;;) {
        if (x->open.count == x->first_open)
            return false;
        if (x->plan.order == ORDER_DEPTH || x->plan.order == ORDER_DEPTH_LARGEST) {
            *number = vec_pop(&x->open).number;
        } else if (x->plan.order == ORDER_BREADTH) {
            *number = x->open.data[x->first_open++].number;
        } else {
            *number = x->open.data[0].number;
            x->open.data[0] = vec_pop(&x->open);
            if (x->open.count)
                sift_down(x);
            else
                vec_clear(&x->open);
        }
        if (antichain_at(&x->kept, *number)->alive)
            return true;
    }
}

/* ---- Successors ---- */
static bool on_finding(void *data, const verdict_goal *goal)
{
    explore *x = data;
    vec_push(&x->findings, ((event_finding){{(uint32_t)x->kept.states.count - 1}, *goal}));
    if (!x->request->all_errors)
        x->stop = true;
    return !x->stop;
}

static void stop_for(explore *x, const char *limit)
{
    x->limit = limit;
    x->stop = true;
}

static void give_up(explore *x)
{
    x->gave_up = true;
    stop_for(x, "the search did not end");
}

/* Sets whose closure was given up lack pairs: nothing may be concluded from such a search. */
static bool stops_for_size(explore *x)
{
    if (x->sets.too_large && !x->stop)
        stop_for(x, "a process has too many configurations");
    return x->sets.too_large;
}

/* The row of the state in `seen`, in x->row; its length. */
static size_t make_row(explore *x, const event_state *s)
{
    vec_reserve(&x->row, s->process_count + 2);
    x->row.data[0] = (int32_t)s->global.index;
    x->row.data[1] = (int32_t)s->holder.index;
    for (uint32_t q = 0; q < s->process_count; q++)
        x->row.data[q + 2] = (int32_t)s->sets[q].index;
    return s->process_count + 2;
}

/* Was the same state found before? Then some kept state includes it, even if the state that was kept then has been evicted since. */
static bool is_known(explore *x, const event_state *s)
{
    size_t before = intern_count(&x->seen), length = make_row(x, s);
    return intern_row(&x->seen, x->row.data, length) < before;
}

/* The kept state that s is to be joined with; STATE_NONE: none is known yet. */
static state_ref *joined_with(explore *x, const event_state *s)
{
    uint32_t bucket = antichain_bucket(&x->kept, s->global, s->holder);
    while (x->joined.count <= bucket)
        vec_push(&x->joined, STATE_NONE);
    return &x->joined.data[bucket];
}

/* The sets of s, in x->grown, take in those of the state that has the same global. */
static void join_sets(explore *x, const event_state *s, state_ref with)
{
    const event_state *kept = &antichain_at(&x->kept, with)->state;
    for (uint32_t q = 0; q < s->process_count; q++)
        x->grown.data[q] = sets_close(&x->sets, moore_union(x->sets.pool, s->sets[q], kept->sets[q]), s->global, CLOSE_ALL);
    x->sets.widened = true;
}

static bool on_state(explore *x, const event *e, const event_state *s)
{
    x->results++;
    event_state form = canonical_form(&x->canonical, s);
    if (is_known(x, &form) || !state_is(antichain_cover(&x->kept, &form), STATE_NONE))
        return true;
    vec_clear(&x->grown);
    for (uint32_t q = 0; q < s->process_count; q++) {
        vec_push(&x->grown, s->sets[q]);
        uint32_t size = moore_state_count(x->sets.pool, s->sets[q]);
        x->largest = size > x->largest ? size : x->largest;
        if (size > x->plan.automaton)
            give_up(x);
    }
    bool joins = x->joins && process_is(s->holder, (process_ref){NOBODY});
    if (joins && !state_is(*joined_with(x, s), STATE_NONE))
        join_sets(x, s, *joined_with(x, s));
    event_state more = *s;
    more.sets = x->grown.data;
    state_ref loop_start, number;
    if (x->sets.has_barriers || !accelerate_state(&x->kept, &x->post, &more, x->parent, e, &loop_start))
        loop_start = STATE_NONE;
    form = canonical_form(&x->canonical, &more);
    number = antichain_insert(&x->kept, &more, &form, x->parent, e, loop_start);
    if (joins)
        *joined_with(x, s) = number;
    if (antichain_at(&x->kept, number)->depth > x->max_depth)
        x->max_depth = antichain_at(&x->kept, number)->depth;
    open_state(x, number);
    event_state kept = antichain_at(&x->kept, number)->state;
    if (x->stop)
        return false;
    bool go_on = judge_state(&x->judge, &kept, on_finding, x);
    if (x->judge.too_many && !x->stop)
        stop_for(x, "a condition looks at too many combinations of processes");
    return go_on && !x->stop;
}

/* ---- With an automaton ---- */
/* Keeps the state with every state of the automaton that the event may lead to. */
static bool on_forks(explore *x, const event *e, const event_state *s)
{
    bool go_on = true;
    vec_clear(&x->forked);
    for (uint32_t q = 0; q < s->process_count; q++)
        vec_push(&x->forked, s->sets[q]);
    event_state one = *s;
    one.sets = x->forked.data;
    vec_clear(&x->claimed);
    x->claim.moves(x->claim.data, e, antichain_at(&x->kept, x->parent)->state.global, s->global, &x->claimed);
    for (size_t i = 0; i < x->claimed.count && go_on; i++) {
        one.global = x->claimed.data[i];
        go_on = on_state(x, e, &one);
    }
    return go_on;
}

/* ---- All successors of a state ---- */
static bool on_successor(void *data, const event *e, const event_state *s)
{
    explore *x = data;
    event_successor f = {.event = *e, .global = s->global, .holder = s->holder, .process_count = s->process_count, .first_set = (uint32_t)x->found_sets.count, .too_large = x->sets.too_large};
    for (uint32_t q = 0; q < s->process_count; q++)
        vec_push(&x->found_sets, s->sets[q]);
    if (!x->canonical.symmetry) {
        size_t length = make_row(x, s);
        f.hash = intern_hash(x->row.data, length);
        intern_bring_cell(&x->seen, f.hash);
    }
    vec_push(&x->found, f);
    return !f.too_large;
}

/* Sets of later successors, or of acceleration, whose closure was given up say nothing about the earlier ones. */
void explore_take_successors(explore *x)
{
    bool go_on = true, was_too_large = x->sets.too_large;
    for (size_t i = 0; i < x->found.count && !x->canonical.symmetry; i++)
        intern_bring_row(&x->seen, x->found.data[i].hash);
    for (size_t i = 0; i < x->found.count && go_on; i++) {
        const event_successor *f = &x->found.data[i];
        event_state s = {.global = f->global, .holder = f->holder, .process_count = f->process_count, .sets = x->found_sets.data + f->first_set};
        if (f->too_large || (x->sets.too_large && !was_too_large))
            break;
        go_on = x->claim.moves && f->event.kind != EVENT_START ? on_forks(x, &f->event, &s) : on_state(x, &f->event, &s);
    }
    stops_for_size(x);
    vec_clear(&x->found);
    vec_clear(&x->found_sets);
}

/* ---- Limits ---- */
static size_t explore_bytes(const explore *x)
{
    return moore_pool_bytes(x->sets.pool) + antichain_bytes(&x->kept) + intern_bytes(&x->seen) + intern_bytes(&x->space.keys) + intern_bytes(&x->space.globals) +
           looks_bytes(&x->sets.closures) + looks_bytes(&x->moves.known) + looks_bytes(&x->post.known) + canonical_bytes(&x->canonical);
}

void explore_statistics(const explore *x, statistics *out)
{
    *out = (statistics){
        .states_stored = x->kept.states.count, .states_visited = x->results, .transitions = x->posts, .max_depth = x->max_depth,
        .errors = x->findings.count,
        .kept = x->kept.alive, .automata = moore_pool_count(x->sets.pool), .seconds = clock_seconds() - x->start,
    };
    out->state_bytes = out->states_stored ? explore_bytes(x) / out->states_stored : 0;
}

static void check_limits(explore *x)
{
    const engine_request *r = x->request;
    if (r->max_states && x->kept.states.count >= r->max_states)
        stop_for(x, "the limit on states was reached");
    if (x->kept.states.count >= x->plan.states && !x->stop) {
        give_up(x);
        x->may_resume = true;
    }
    if (x->stop)
        return;
    if (x->posts % TELL_EVERY && !limits_noticed())
        return;
    statistics s;
    explore_statistics(x, &s);
    const char *limit = engine_limit(r, &s);
    if (limit)
        stop_for(x, limit);
}

void explore_init(explore *x, const engine_request *request, const bool *unbuffered, const explore_plan *plan, double start)
{
    *x = (explore){.request = request, .plan = *plan, .start = start, .parent = STATE_NONE};
    space_init(&x->space, request, unbuffered);
    moves_init(&x->moves, &x->space);
    sets_init(&x->sets, &x->space, &x->moves);
    x->sets.widening = plan->widening;
    post_init(&x->post, &x->space, &x->moves, &x->sets);
    judge_init(&x->judge, &x->post);
    antichain_init(&x->kept, x->sets.pool);
    canonical_init(&x->canonical, request->symmetry, &x->sets);
    x->post.twin = request->symmetry ? x->twin : NULL;
    x->post.found = on_successor;
    x->post.data = x;
}

void explore_release(explore *x)
{
    antichain_release(&x->kept);
    canonical_release(&x->canonical);
    judge_release(&x->judge);
    post_release(&x->post);
    sets_release(&x->sets);
    moves_release(&x->moves);
    space_release(&x->space);
    vec_release(&x->open);
    vec_release(&x->found);
    vec_release(&x->found_sets);
    vec_release(&x->findings);
    vec_release(&x->grown);
    vec_release(&x->forked);
    vec_release(&x->claimed);
    intern_release(&x->seen);
    vec_release(&x->joined);
    vec_release(&x->row);
}

void explore_resume(explore *x, const explore_plan *plan)
{
    CHECK(x->may_resume && plan->order == x->plan.order && plan->automaton >= x->plan.automaton);
    x->plan = *plan;
    x->gave_up = x->may_resume = x->stop = false;
    x->limit = NULL;
}

void explore_run(explore *x)
{
    state_ref number;
    if (x->posts == 0 && !post_initial(&x->post)) {
        x->initial_error = true;
        return;
    }
    explore_take_successors(x); /* the first state */
    while (!x->stop && choose(x, &number)) {
        x->parent = number;
        x->posts++;
        event_state s = antichain_at(&x->kept, number)->state;
        size_t first = x->open.count;
        if (x->canonical.symmetry)
            canonical_twins(&x->canonical, &s, x->twin);
        post_all(&x->post, &s);
        explore_take_successors(x);
        if (x->claim.moves && !x->stop && !antichain_at(&x->kept, number)->event.in_d_step)
            on_forks(x, &(event){.kind = EVENT_CLAIM, .process = {NOBODY}, .created = KEY_NONE}, &s);
        arrange(x, first);
        if (!stops_for_size(x)) /* acceleration closes sets, too */
            check_limits(x);
    }
}
