#include "engine/lazy/lazy.h"

#include "base/bug.h"
#include "base/clock.h"
#include "base/limits.h"
#include "engine/local/refuse.h"

enum { CHECK_EVERY = 512 };

/* ---- What the reduction cannot take ---- */
static const char *refuse_channels(const program *p)
{
    for (size_t t = 0; t < p->processes.count; t++)
        if (p->processes.data[t].channels.count)
            return "a process has a channel of its own, which ends with it";
    for (size_t i = 0; i < p->channels.count; i++)
        if (!p->channels.data[i].capacity)
            return "the program has rendezvous channels";
    return NULL;
}

const char *lazy_refuses(const engine_request *request)
{
    const footprint *all = &request->footprints->all;
    if (memory_is_approximation(request->machine.memory))
        return "the memory model is an approximation";
    if (machine_traits(request->machine)->overwrites)
        return "a store takes the place of the one before";
    if (request->machine.buffer)
        return "buffers are bounded";
    if (footprint_looks_at_processes(&request->footprints->asked))
        return "a property looks at where processes are";
    if (request->finals || property_list_has(request->properties, PROPERTY_FINAL))
        return "final states are asked for";
    if (machine_traits(request->machine)->per_location && all->has_barrier)
        return "the program has store-store barriers";
    if (!index_set_is_empty(&all->created))
        return "the program creates processes";
    if (all->waits_for_all)
        return "a statement waits for the buffers of others";
    const char *why = refuse_channels(request->program);
    if (!why)
        why = engine_refuses_questions(request);
    return why ? why : local_refuse(request->footprints);
}

/* ---- Properties ---- */
static void note(lazy *l, lazy_finding f)
{
    l->errors++;
    for (size_t i = 0; i < l->findings.count; i++)
        if (property_is(l->findings.data[i].property, f.property))
            return;
    vec_push(&l->findings, f);
    l->stop |= !l->request->all_errors;
}

/* Conditions speak of memory and ghosts alone. */
static void judge_global(lazy *l, state_ref state, global_ref global)
{
    const property_list *list = l->request->properties;
    while (l->judged.count <= global.index)
        vec_push(&l->judged, false);
    if (l->judged.data[global.index])
        return;
    l->judged.data[global.index] = true;
    space_load_global(&l->space, global);
    for (uint32_t i = 0; i < list->items.count; i++) {
        const property *p = &list->items.data[i];
        if ((p->kind == PROPERTY_NEVER || p->kind == PROPERTY_ALWAYS) && successors_condition(&l->space.successors, p->bad))
            note(l, (lazy_finding){.kind = LAZY_STATE, .property = {i}, .state = state});
    }
}

static void judge_courses(lazy *l, process_ref process)
{
    const quiet_graph *g = &l->graph.data[process.index];
    for (uint32_t n = 0; n < g->node_count; n++) {
        course_list list = l->graphs.nodes.data[g->first_node + n].courses;
        for (uint32_t k = 0; k < list.count; k++) {
            property_ref violated = l->courses.all.data[list.first + k].violated;
            if (!property_is(violated, NO_PROPERTY))
                note(l, (lazy_finding){LAZY_COURSE, violated, l->state, process, n, list.first + k});
        }
    }
}

uint32_t lazy_stuck_node(const lazy *l, process_ref process, bool *is_end)
{
    const quiet_graph *g = &l->graph.data[process.index];
    uint32_t found = LAZY_NOWHERE;
    *is_end = true;
    for (uint32_t n = 0; n < g->node_count && *is_end; n++) {
        const quiet_node *at = &l->graphs.nodes.data[g->first_node + n];
        key_ref key = config_key(&l->configs, at->config);
        if (at->courses.any || !word_is(config_word(&l->configs, at->config), l->configs.empty_word))
            continue;
        const node *here = &l->request->program->processes.data[key_get(&l->space, key, KEY_TYPE)].nodes.data[key_get(&l->space, key, KEY_NODE)];
        found = n;
        *is_end = here->is_end || here->is_final;
    }
    return found;
}

static void judge_deadlock(lazy *l)
{
    property_ref deadlock = property_of_kind(l->request->properties, PROPERTY_DEADLOCK);
    bool all_end = true, is_end;
    for (process_ref p = {0}; p.index < l->graph.count; p.index++) {
        if (lazy_stuck_node(l, p, &is_end) == LAZY_NOWHERE)
            return;
        all_end &= is_end;
    }
    if (!all_end && !property_is(deadlock, NO_PROPERTY))
        note(l, (lazy_finding){.kind = LAZY_STUCK, .property = deadlock, .state = l->state});
}

/* ---- Search ---- */
static void add_state(lazy *l, state_ref parent, uint32_t depth)
{
    size_t before = intern_count(&l->states);
    state_ref number = {intern_row(&l->states, l->next.data, l->next.count)};
    if (number.index < before)
        return;
    vec_push(&l->parents, parent);
    vec_push(&l->depths, depth);
    vec_push(&l->open, number);
    if (depth > l->max_depth)
        l->max_depth = depth;
    judge_global(l, number, lazy_global(l->next.data));
}

static bool on_successor(lazy *l, const lazy_event *e, void *data)
{
    (void)e, (void)data;
    l->transitions++;
    add_state(l, l->state, l->depths.data[l->state.index] + 1);
    return !l->stop && !l->graphs.too_large;
}

static void stop_for(lazy *l, const char *limit)
{
    l->limit = limit;
    l->stop = true;
}

static void check_limits(lazy *l)
{
    const engine_request *r = l->request;
    if (l->stop)
        return;
    if (l->graphs.too_large) {
        l->gave_up = true;
        stop_for(l, "a process has too many configurations");
    } else if (r->max_states && intern_count(&l->states) >= r->max_states)
        stop_for(l, "the limit on states was reached");
    if (l->stop || (l->visited < l->next_check && !limits_noticed()))
        return;
    l->next_check = l->visited + CHECK_EVERY;
    statistics now;
    lazy_statistics(l, &now);
    const char *limit = engine_limit(r, &now);
    if (limit)
        stop_for(l, limit);
}

static bool choose(lazy *l, state_ref *state)
{
    if (l->open.count == l->first_open)
        return false;
    *state = l->request->search == SEARCH_DFS ? vec_pop(&l->open) : l->open.data[l->first_open++];
    return true;
}

static void expand(lazy *l, state_ref state)
{
    lazy_successors(l, state, on_successor, NULL);
    for (process_ref p = {0}; p.index < l->graph.count && !l->stop && !l->graphs.too_large; p.index++)
        judge_courses(l, p);
    if (!l->stop && !l->graphs.too_large)
        judge_deadlock(l);
    l->visited++;
}

static bool add_initial(lazy *l)
{
    global_ref global;
    key_ref keys[PROGRAM_MAX_PROCESSES];
    if (!space_initial(&l->space, &global, keys, PROGRAM_MAX_PROCESSES)) {
        note(l, (lazy_finding){.kind = LAZY_START, .property = property_of_kind(l->request->properties, PROPERTY_RUNTIME)});
        return false;
    }
    uint32_t count = space_shape(&l->space, global)->process_count;
    vec_push(&l->next, (int32_t)global.index);
    for (uint32_t p = 0; p < count; p++)
        vec_push(&l->next, (int32_t)configs_number(&l->configs, keys[p], l->configs.empty_word).index);
    add_state(l, STATE_NONE, 0);
    return true;
}

void lazy_run(lazy *l, const engine_request *request, const bool *unbuffered, uint32_t bound, double start)
{
    state_ref state;
    *l = (lazy){.request = request, .start = start};
    space_init(&l->space, request, unbuffered);
    moves_init(&l->moves, &l->space);
    configs_init(&l->configs, &l->space);
    courses_init(&l->courses, &l->configs, &l->moves, bound, machine_traits(request->machine)->per_location);
    quiet_graphs_init(&l->graphs, &l->courses);
    if (!add_initial(l))
        return;
    while (!l->stop && choose(l, &state)) {
        expand(l, state);
        check_limits(l);
    }
}

void lazy_release(lazy *l)
{
    quiet_graphs_release(&l->graphs);
    courses_release(&l->courses);
    configs_release(&l->configs);
    moves_release(&l->moves);
    space_release(&l->space);
    intern_release(&l->states);
    vec_release(&l->parents);
    vec_release(&l->depths);
    vec_release(&l->open);
    vec_release(&l->judged);
    vec_release(&l->findings);
    vec_release(&l->now);
    vec_release(&l->graph);
    vec_release(&l->commits);
    vec_release(&l->written);
    vec_release(&l->choices);
    vec_release(&l->first_choice);
    vec_release(&l->pick);
    vec_release(&l->next);
}

void lazy_statistics(const lazy *l, statistics *out)
{
    uint64_t count = intern_count(&l->states);
    size_t bytes = intern_bytes(&l->states) + intern_bytes(&l->configs.all) + intern_bytes(&l->configs.words) + intern_bytes(&l->space.globals) +
                   intern_bytes(&l->space.keys) + intern_bytes(&l->graphs.known) + l->graphs.nodes.capacity * sizeof(quiet_node) +
                   l->graphs.steps.capacity * sizeof(quiet_step) + l->courses.all.capacity * sizeof(course) + l->moves.all.capacity * sizeof(move);
    *out = (statistics){
        .states_stored = count, .states_visited = l->visited, .transitions = l->transitions, .max_depth = l->max_depth, .errors = l->errors,
        .seconds = clock_seconds() - l->start,
    };
    out->state_bytes = count ? bytes / count : 0;
}

void lazy_search(bounded_search *b, engine_result *result)
{
    const engine_request *r = b->request;
    lazy l;
    lazy_run(&l, r, b->unbuffered, b->on.buffer, b->start);
    lazy_statistics(&l, &result->statistics);
    engine_log_end(r, "explicit", l.limit, &result->statistics);
    result->bound = b->on.buffer;
    result->reason = l.limit;
    for (size_t i = 0; i < l.findings.count; i++)
        if (!violations_have(&result->violations, l.findings.data[i].property))
            violations_add(&result->violations, lazy_witness(&l, &l.findings.data[i]));
    result->complete = !l.limit && !l.courses.met_bound && (r->all_errors || !bounded_has_violation(result));
    b->final = (bounded_has_violation(result) && !r->all_errors) || l.limit || !l.courses.met_bound;
    engine_keep_taken(result, l.space.rows);
    b->gave_up = l.gave_up;
    b->stored = intern_count(&l.states);
    lazy_release(&l);
}
