#include "engine/fair/fair.h"

#include "base/clock.h"
#include "base/limits.h"
#include "engine/events/events.h"
#include "engine/fair/certificate.h"
#include "program/watch.h"

/* The searches, one after the other until one gives a proof. No search ends early: all states are wanted. */
enum { LARGE = 25 };
typedef struct fair_plan {
    explore_plan search;
    bool joins; /* states with the same global are one */
} fair_plan;

static const fair_plan plans[] = {
    {{ORDER_LARGEST, 3000, 24, {0, 0}}, false},
    {{ORDER_DEPTH_LARGEST, 1000, 24, {0, 0}}, false},
    {{ORDER_BREADTH, 8000, 1000, {LARGE, 1}}, true},
    {{ORDER_LARGEST, 20000, 60, {0, 0}}, false},
    {{ORDER_LARGEST, 4000, 1000, {LARGE, 1}}, false},
    {{ORDER_BREADTH, 4000, 1000, {LARGE, 2}}, false},
    {{ORDER_LARGEST, 200000, 200, {0, 0}}, false},
};
static const uint32_t lengths[] = {1, 3, 6, 9}; /* of cut words */

/* ---- What is refused ---- */
/* Do edges inside blocks lead from the one node to the other? */
static bool leads_inside(const process_type *t, uint32_t from, uint32_t wanted, bool *seen)
{
    bool found = from == wanted;
    seen[from] = true;
    for (uint32_t i = 0; i < t->nodes.data[from].edge_count && !found; i++) {
        const edge *e = &t->edges.data[t->nodes.data[from].first_edge + i];
        found = e->hold != HOLD_NONE && !seen[e->target] && leads_inside(t, e->target, wanted, seen);
    }
    return found;
}

/* May a process go round inside atomic blocks for ever? Then nobody else need ever get a turn. One that goes round inside a d_step is no run. */
static const char *refuse_blocks(const program *p)
{
    arena *memory = arena_new();
    const char *why = NULL;
    for (size_t n = 0; n < p->processes.count; n++) {
        const process_type *t = &p->processes.data[n];
        for (size_t i = 0; i < t->edges.count && !why; i++)
            if (t->edges.data[i].hold == HOLD_ATOMIC && leads_inside(t, t->edges.data[i].target, t->edges.data[i].source, ARENA_ARRAY(memory, bool, t->nodes.count + 1)))
                why = "temporal properties of programs with a loop inside an atomic block are not for it";
    }
    arena_free(memory);
    return why;
}

static const char *refuse_program(const engine_request *request)
{
    bool orders_stores = request->footprints->all.has_barrier && machine_traits(request->machine)->per_location;
    return orders_stores ? "under PSO temporal properties of programs with store-store barriers are not for it" : refuse_blocks(request->program);
}

static const char *refuse_property(const temporal *t)
{
    return !t->has_formula                      ? "of temporal properties it checks formulas only"
           : !t->stutters                       ? "it checks no formulas with X"
           : t->fairness == FAIRNESS_MMLIB      ? "it does not know the fairness of one memory process for all buffers"
           : t->fairness == FAIRNESS_STRONG     ? "it does not know strong fairness"
                                                : NULL;
}

const char *fair_refuses(const engine_request *request)
{
    const temporal *t = engine_temporal(request);
    const char *why = refuse_property(t);
    why = why ? why : events_refuses(request);
    why = why ? why : refuse_program(request);
    if (!why && request->footprints->all.waits_for_some)
        why = "it checks no formulas beside membarrier";
    if (why)
        return why;
    watched w;
    arena *memory = arena_new();
    why = program_watch(memory, request->program, t->atoms, t->atom_count, &w);
    if (!why && t->fairness != FAIRNESS_ALL && request->certificate)
        why = "there are no certificates of formulas with other fairness than that of all processes and stores";
    if (!why && w.view_count && request->certificate)
        why = "there are no certificates of formulas that look at what a process would read";
    arena_free(memory);
    return why;
}

/* ---- The watched program ---- */
typedef struct fair_job {
    engine_request request;    /* on the watched program */
    property_list properties;
    temporal temporal;
    uint32_t element;          /* the ghost that holds the automaton's state */
    watched watched;
    const bool *unbuffered;
    engine_result *result;
    double start;
} fair_job;

static void watch_request(fair_job *j, const engine_request *request, arena *memory)
{
    const temporal *t = engine_temporal(request);
    watched w;
    program_watch(memory, request->program, t->atoms, t->atom_count, &w);
    j->watched = w;
    j->temporal = *t;
    j->temporal.atoms = w.conditions;
    j->temporal.looked_at = w.looked_at;
    property *alone = ARENA_NEW(memory, property);
    *alone = request->properties->items.data[0];
    alone->temporal = &j->temporal;
    j->properties = (property_list){.memory = memory};
    j->properties.items.data = alone;
    j->properties.items.count = 1;
    j->request = *request;
    j->request.program = w.program;
    j->request.properties = &j->properties;
    j->request.footprints = property_footprints(&j->properties, w.program);
    j->element = w.program->globals.data[w.spare].offset;
}

/* ---- One search ---- */
static refine_answer look_for_runs(fair_job *j, explore *x, claim_product *c)
{
    state_graph g;
    kept_graph_init(&g, x, c);
    refine_answer answer = REFINE_LARGE;
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths && !g.failed; i++) {
        refinement r = {.graph = &g, .length = lengths[i]};
        r.all_marks = j->temporal.violating.mark_count ? UINT32_MAX >> (32 - j->temporal.violating.mark_count) : 0;
        answer = refine_graph(&r);
        engine_log(&j->request, "events: %zu states, %zu edges, words cut at %u: %llu sets of edges: %s", g.states.count, g.edges.count, lengths[i],
                   (unsigned long long)r.rounds, answer == REFINE_REFUTED ? "no fair run violates the property" : r.has_run ? "a run violates it" : answer == REFINE_FOUND ? "a run seems to violate it" : "some are left");
        if (r.has_run)
            vec_push(&j->result->violations, r.run);
        if (answer == REFINE_REFUTED && j->request.certificate)
            fair_certificate(&r, &j->temporal, j->request.certificate);
        refine_release(&r);
        if (answer != REFINE_CUT)
            break;
    }
    kept_graph_release(&g);
    return answer;
}

static void search(fair_job *j, const fair_plan *plan, explore *x, claim_product *c)
{
    explore_init(x, &j->request, j->unbuffered, &plan->search, j->start);
    x->joins = plan->joins;
    claim_init(c, &j->temporal, j->element, !j->request.certificate, &x->space); /* certify wants all states that steps lead to */
    x->claim = (explore_claim){claim_moves, c};
    x->post.parts_d_steps = true;
    x->post.views = j->watched.views;
    x->post.view_count = j->watched.view_count;
    explore_run(x);
}

/* True when the answer is final. */
static bool attempt(fair_job *j, const fair_plan *plan)
{
    explore x;
    claim_product c;
    refine_answer answer = REFINE_LARGE;
    search(j, plan, &x, &c);
    const char *limit = x.limit;
    bool ended = !limit && !x.initial_error, gave_up = x.gave_up;
    if (ended)
        answer = look_for_runs(j, &x, &c);
    explore_statistics(&x, &j->result->statistics);
    engine_log_end(&j->request, "events", limit, &j->result->statistics);
    j->result->exact = !x.sets.widened;
    claim_release(&c);
    explore_release(&x);
    bool proved = ended && answer == REFINE_REFUTED, violated = j->result->violations.count > 0;
    j->result->verdict = violated ? VERDICT_VIOLATED : proved ? VERDICT_HOLDS : VERDICT_UNKNOWN;
    j->result->complete = proved;
    j->result->gave_up = !violated && !proved && (ended || gave_up);
    j->result->reason = proved || violated ? NULL : limit ? limit : "the proof for all buffer sizes was not found";
    return proved || violated || (answer == REFINE_FOUND && !plan->joins) || !(ended || gave_up);
}

static void attempt_all(void *data)
{
    fair_job *j = data;
    for (size_t i = 0; i < sizeof plans / sizeof *plans; i++)
        if (attempt(j, &plans[i]))
            return;
}

static void begin(fair_job *j, const engine_request *request, engine_result *result, arena *memory)
{
    *j = (fair_job){.result = result, .start = clock_seconds()};
    watch_request(j, request, memory);
    j->unbuffered = engine_result_init(result, &j->request);
    /* Whether a sync is possible depends on all stores that are pending, whoever may see them; and without fairness to stores one may keep its own process waiting. */
    if (j->request.footprints->all.waits_for_all || j->temporal.fairness != FAIRNESS_ALL)
        j->unbuffered = result->unbuffered = ARENA_ARRAY(result->memory, bool, j->request.program->global_count + 1);
}

void fair_check(const engine_request *request, engine_result *result)
{
    arena *memory = arena_new();
    fair_job j;
    begin(&j, request, result, memory);
    if (request->unifies)
        engine_log(request, "symmetry: none in the events engine: of temporal properties it follows single processes by their places");
    if (!limits_attempt(attempt_all, &j))
        engine_break_off(request, result);
    result->statistics.seconds = clock_seconds() - j.start;
    footprints_free((footprints *)j.request.footprints);
    arena_free(memory);
}

bool fair_forge(const engine_request *request, uint32_t length, strbuf *out)
{
    arena *memory = arena_new();
    fair_job j;
    engine_result result;
    explore x;
    claim_product c;
    begin(&j, request, &result, memory);
    j.request.certificate = out;
    search(&j, &plans[0], &x, &c);
    state_graph g;
    bool ended = !x.limit && !x.initial_error;
    if (ended) {
        kept_graph_init(&g, &x, &c);
        refinement r = {.graph = &g, .length = length};
        uint32_t count = g.processes;
        for (uint32_t set = 0; set < 1u << count && count < 5; set++) {
            int32_t group[5];
            size_t size = 0;
            for (uint32_t q = 0; q < count; q++)
                if (set >> q & 1)
                    group[size++] = (int32_t)q;
            if (size > 1)
                intern_row(&r.groups, group, size);
        }
        fair_certificate(&r, &j.temporal, out);
        refine_release(&r);
        kept_graph_release(&g);
    }
    claim_release(&c);
    explore_release(&x);
    engine_result_release(&result);
    footprints_free((footprints *)j.request.footprints);
    arena_free(memory);
    return ended;
}
