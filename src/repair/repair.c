#include "repair/repair.h"

#include <inttypes.h>
#include <string.h>

#include "program/candidate.h"
#include "repair/hitting.h"
#include "repair/strip.h"
#include "trace/optimality.h"

enum { MOST_STEPS = 1000 }; /* of a run whose delays are looked at one by one: the time for that grows with the square */

typedef struct repairing {
    const repair_problem *problem;
    repair_programs programs;
    repair_result *result;
    hitting *sets;
    uint32_t count;
    bool *chosen, *none;         /* the set at hand; that without any */
    arena *memory;               /* of the set at hand */
} repairing;

static const bool *copy_flags(repairing *s, const bool *flags)
{
    bool *copy = ARENA_ARRAY(s->result->memory, bool, s->count + 1);
    memcpy(copy, flags, s->count * sizeof *copy);
    return copy;
}

static uint64_t cost_of(const repairing *s, const bool *flags)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < s->count; i++)
        sum += flags[i] ? s->problem->cost[i] : 0;
    return sum;
}

static void say(repairing *s, const char *what, uint64_t size)
{
    const repair_problem *p = s->problem;
    if (p->log)
        p->log(p->log_data, arena_printf(s->memory, "repair: check %u, a set of cost %" PRIu64 ": %s%" PRIu64, s->result->checks, s->result->bound, what, size));
}

/* ---- What a violation teaches ---- */

/* No other set is told anything. */
static void exclude_this_set(repairing *s, repair_answer *found)
{
    bool *missing = ARENA_ARRAY(s->memory, bool, s->count + 1);
    for (uint32_t i = 0; i < s->count; i++)
        missing[i] = s->problem->offered[i] && !s->chosen[i];
    hitting_add(s->sets, missing, s->chosen);
    vec_push(&s->result->reasons,
             ((repair_reason){.steps = found->steps, .loop = found->loop, .violated = found->violated, .of_set = copy_flags(s, s->chosen)}));
    found->steps = (run){0};
    say(s, "violated; only this set is ruled out, of ", s->count);
}

static bool meets(const repairing *s, const bool *clause)
{
    for (uint32_t i = 0; i < s->count; i++)
        if (clause[i] && (s->chosen[i] || s->problem->kept[i]))
            return true;
    return false;
}

static uint64_t restrict_to_offered(const repairing *s, bool *clause)
{
    uint64_t size = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        clause[i] &= s->problem->offered[i];
        size += clause[i];
    }
    return size;
}

/* The run is there whatever else is chosen. */
static bool carries(const repairing *s, const repair_answer *found, const run *bare, uint32_t loop, const bool *clause)
{
    const repair_problem *p = s->problem;
    bool *others = ARENA_ARRAY(s->memory, bool, s->count + 1);
    for (uint32_t i = 0; i < s->count; i++)
        others[i] = (p->offered[i] && !clause[i]) || p->kept[i];
    return optimality_carries(p->full, p->machine, p->properties, s->programs.looks, found->violated, bare, loop, others);
}

/* Every solution has one of the candidates that rule the run out, once the run is one of the bare program. False where it is not. */
static bool exclude_run(repairing *s, const program *repaired, repair_answer *found)
{
    const repair_problem *p = s->problem;
    const property *violated = property_at(p->properties, found->violated);
    run_view view = {.is_everywhere = violated->temporal != NULL, .is_of_step = property_is_of_step(violated), .looked = &s->programs.looks->questions[found->violated.index]};
    bool good;
    bool *clause = ARENA_ARRAY(s->memory, bool, s->count + 1);
    run bare = {0};
    uint32_t loop;
    strip_candidates(&s->programs, repaired, &found->steps, found->loop, &bare, &loop);
    good = strip_violates(&s->programs, p->properties, found->violated, &bare, loop);
    if (good && !violated->temporal && bare.count <= MOST_STEPS)
        strip_delays(&s->programs, p->properties, found->violated, &view, &bare, clause);
    else if (good)
        excluders_find(&s->programs, &bare, loop, &view, clause);
    good = good && !meets(s, clause) && carries(s, found, &bare, loop, clause);
    if (!good) {
        vec_release(&bare);
        return false;
    }
    uint64_t size = restrict_to_offered(s, clause);
    hitting_add(s->sets, clause, s->none);
    vec_push(&s->result->reasons, ((repair_reason){.steps = bare, .loop = loop, .violated = found->violated, .clause = copy_flags(s, clause)}));
    say(s, "violated; candidates that rule the run out: ", size);
    return true;
}

/* ---- One set ---- */

static void add_solution(repairing *s)
{
    vec_push(&s->result->solutions, ((repair_solution){.cost = s->result->bound, .chosen = copy_flags(s, s->chosen)}));
    hitting_add(s->sets, s->none, s->chosen);
    say(s, "holds; solutions: ", s->result->solutions.count);
}

static const program *build(repairing *s)
{
    bool *with = ARENA_ARRAY(s->memory, bool, s->count + 1);
    for (uint32_t i = 0; i < s->count; i++)
        with[i] = s->chosen[i] || s->problem->kept[i];
    return program_with(s->memory, s->problem->full, with);
}

/* X counts steps, and fences are steps. */
static bool tells_of_others(const repairing *s, const repair_answer *found)
{
    const property *p = property_at(s->problem->properties, found->violated);
    return !s->problem->step_by_step && (!p->temporal || p->temporal->stutters);
}

static void try_set(repairing *s)
{
    const program *repaired = build(s);
    s->result->checks++;
    if (s->problem->about)
        s->problem->about(s->problem->about_data, arena_printf(s->memory, "check %u, %zu clauses", s->result->checks, s->result->reasons.count));
    repair_answer found = s->problem->check(s->problem->data, repaired);
    if (found.verdict == REPAIR_UNKNOWN)
        s->result->unknown = arena_strdup(s->result->memory, found.reason);
    else if (found.verdict == REPAIR_HOLDS)
        add_solution(s);
    else if (!tells_of_others(s, &found) || !exclude_run(s, repaired, &found))
        exclude_this_set(s, &found);
    vec_release(&found.steps);
}

static bool is_done(const repairing *s)
{
    return s->result->unknown || s->result->exhausted || (s->result->solutions.count && !s->problem->all);
}

static void try_cheapest(repairing *s)
{
    switch (hitting_cheapest(s->sets, s->chosen)) {
    case HITTING_NONE: s->result->exhausted = true; return;
    case HITTING_FAILED: s->result->unknown = "no cheapest set was found among the candidates"; return;
    case HITTING_FOUND: break;
    }
    s->memory = arena_new();
    s->result->bound = cost_of(s, s->chosen);
    try_set(s);
    arena_free(s->memory);
}

void repair_search(const repair_problem *problem, repair_result *out)
{
    *out = (repair_result){.memory = arena_new()};
    repairing s = {.problem = problem, .result = out, .count = (uint32_t)problem->full->candidates.count};
    s.chosen = ARENA_ARRAY(out->memory, bool, s.count + 1);
    s.none = ARENA_ARRAY(out->memory, bool, s.count + 1);
    footprints *looks = property_footprints(problem->properties, problem->full);
    s.programs = (repair_programs){.full = problem->full, .bare = program_with(out->memory, problem->full, s.none), .looks = looks, .offered = problem->offered,
                                   .machine = problem->machine};
    s.sets = hitting_new(s.count, problem->cost);
    while (!is_done(&s))
        try_cheapest(&s);
    hitting_free(s.sets);
    footprints_free(looks);
}

void repair_result_release(repair_result *r)
{
    for (size_t i = 0; i < r->reasons.count; i++)
        vec_release(&r->reasons.data[i].steps);
    vec_release(&r->reasons);
    vec_release(&r->solutions);
    arena_free(r->memory);
}
