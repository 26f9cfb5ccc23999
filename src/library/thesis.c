#include "library/thesis.h"

#include <string.h>

/* ---- The list ---- */

static void add_entry(thesis_repair *r, const model *m, const atomic_write *w, const property *violated)
{
    const process_type *t = &m->program->processes.data[w->process];
    const edge *e = &t->edges.data[w->edge];
    const char *name = m->program->globals.data[w->variable].name;
    size_t length = r->list.length;
    uint32_t number = process_number_of_edge(t, w->edge);
    if (length && strbuf_text(&r->list)[length - 1] != '\n')
        strbuf_add_char(&r->list, '\n');
    strbuf_printf(&r->list, "(%s, %s.%u)\n", name, t->name, number);
    strbuf_printf(&r->told, "%5u  (%s, %s.%u)  line %u, %u inconsistent access%s; %s\n", r->rounds - 1, name, t->name, number, e->where.line, w->accesses,
                  w->accesses == 1 ? "" : "es", violated->name);
}

/* ---- Rounds ---- */

/* Whether a delay is noticed is a question to the program alone only where no property looks at memory or at the order of states. */
static bool may_prune(const model *m)
{
    const footprint *asked = &m->footprints->asked;
    return m->safety.items.count == m->properties.items.count && index_set_is_empty(&asked->loads) && index_set_is_empty(&asked->peeks) && index_set_is_empty(&asked->views);
}

static void finish(thesis_repair *r, thesis_outcome outcome, const char *reason)
{
    r->outcome = outcome;
    r->reason = reason ? arena_strdup(r->memory, reason) : NULL;
}

/* The first check of all is under SC: what fails there is not repaired by atomic writes. True when the repair may begin. */
static bool judge_sc(thesis_repair *r, const tarry_result *answer)
{
    if (answer->report.verdict == REPORT_VIOLATED)
        finish(r, THESIS_HOPELESS, "a property is violated under SC already");
    else if (answer->report.verdict == REPORT_UNKNOWN)
        finish(r, THESIS_UNKNOWN, answer->report.reason);
    return answer->report.verdict == REPORT_HOLDS;
}

/* True when there is another round. */
static bool judge(thesis_repair *r, const model *m, const tarry_result *answer)
{
    atomic_write chosen;
    const trace *found = answer->report.trace_count ? answer->report.traces[0] : NULL;
    thesis_count_writes(m->program, &r->writes, &r->atomic);
    if (answer->report.verdict == REPORT_HOLDS) {
        finish(r, THESIS_REPAIRED, NULL);
    } else if (answer->report.verdict == REPORT_UNKNOWN || !found) {
        finish(r, THESIS_UNKNOWN, answer->report.reason ? answer->report.reason : "no run was found");
    } else if (!thesis_choose(m->footprints, found, may_prune(m), &chosen)) {
        finish(r, THESIS_HOPELESS, arena_printf(r->memory, "%s is violated by a run in which no write is late", property_at(&m->properties, found->property)->name));
    } else {
        add_entry(r, m, &chosen, property_at(&m->properties, found->property));
        return true;
    }
    return false;
}

enum { FEW_STATES = 100000 };

/* A first look at few states: many runs are short, and where a formula is violated by one, the search for other errors, which comes first, would see all states before. */
static tarry_result *check_twice(const tarry_model *m, tarry_options *o, double *states, const char **why)
{
    uint64_t most = o->max_states;
    o->max_states = most && most < FEW_STATES ? most : FEW_STATES;
    tarry_result *answer = tarry_check(m, o, why);
    bool again = answer && answer->report.verdict == REPORT_UNKNOWN && o->max_states != most;
    o->max_states = most;
    if (again) {
        *states += tarry_result_statistic(answer, "states_stored");
        tarry_result_free(answer);
        answer = tarry_check(m, o, why);
    }
    return answer;
}

/* *go_on where there is another round; false after an error. */
static bool check_once(const char *name, const char *text, size_t length, tarry_options *o, thesis_repair *r, bool *go_on, strbuf *messages)
{
    const char *why = NULL;
    o->request.options.atomic = r->list.length ? strbuf_text(&r->list) : NULL;
    tarry_model *m = tarry_load_text(name, text, length, o);
    if (tarry_model_is_good(m) && m->model.frontend != &frontend_dve)
        diag_error(&m->model.diag, (source_location){0}, "--repair thesis is for DVE models, whose atomic writes stand in a list of their own; leave it out");
    bool good = tarry_model_is_good(m);
    if (o->about)
        o->about(o->progress_data, arena_printf(r->memory, "check %u", r->rounds + 1));
    tarry_result *answer = good ? check_twice(m, o, &r->states, &why) : NULL;
    if (answer) {
        r->rounds++;
        r->states += tarry_result_statistic(answer, "states_stored");
        *go_on = m->model.options.memory == MEMORY_SC ? judge_sc(r, answer) : judge(r, &m->model, answer);
        tarry_result_free(answer);
    } else if (why) {
        strbuf_printf(messages, "tarry: error: %s\n", why);
    }
    if (!good || r->rounds == 1) /* warnings are told once */
        diag_print(&m->model.diag, messages);
    tarry_model_free(m);
    return answer;
}

const char *repair_refuses(memory_kind on)
{
    if (memory_is_approximation(on))
        return "fence works on memory models, not on approximations of them; use --memory tso";
    if (!memory_traits_of(on)->has_buffers)
        return "under sc no store waits: there is nothing that a fence could change; use --memory tso or pso";
    return NULL;
}

bool thesis_repair_find(const char *name, const char *text, size_t length, tarry_options *o, thesis_repair *out, char **messages)
{
    strbuf said = {0};
    const char *given = o->request.options.atomic;
    bool good, go_on = false;
    *out = (thesis_repair){.memory = arena_new()};
    strbuf_add(&out->list, given ? given : "");
    if (!given)
        o->request.options.atomic_name = "--atomic";
    memory_kind asked = o->request.options.memory;
    const char *refused = repair_refuses(asked);
    if (refused)
        strbuf_printf(&said, "tarry: error: %s\n", refused);
    o->request.options.memory = MEMORY_SC;
    good = !refused && check_once(name, text, length, o, out, &go_on, &said);
    o->request.options.memory = asked;
    while (good && go_on)
        good = check_once(name, text, length, o, out, &go_on, &said);
    o->request.options.atomic = given;
    *messages = take_text(&said);
    return good;
}

void thesis_repair_release(thesis_repair *r)
{
    strbuf_release(&r->list);
    strbuf_release(&r->told);
    arena_free(r->memory);
}
