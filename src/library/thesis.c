#include "library/thesis.h"

#include <string.h>

/* ---- The list ---- */

/* Transitions are numbered as they stand in the text. */
static uint32_t number_of(const process_type *t, uint32_t edge_index)
{
    const source_location *at = &t->edges.data[edge_index].where;
    uint32_t number = 1;
    for (size_t i = 0; i < t->edges.count; i++) {
        const source_location *other = &t->edges.data[i].where;
        number += other->line < at->line || (other->line == at->line && other->column < at->column);
    }
    return number;
}

static void add_entry(thesis_repair *r, const model *m, const atomic_write *w, const property *violated)
{
    const process_type *t = &m->program->processes.data[w->process];
    const edge *e = &t->edges.data[w->edge];
    const char *name = m->program->globals.data[w->variable].name;
    size_t length = r->list.length;
    if (length && strbuf_text(&r->list)[length - 1] != '\n')
        strbuf_add_char(&r->list, '\n');
    strbuf_printf(&r->list, "(%s, %s.%u)\n", name, t->name, number_of(t, w->edge));
    strbuf_printf(&r->told, "%5u  (%s, %s.%u)  line %u, %u inconsistent access%s; %s\n", r->rounds - 1, name, t->name, number_of(t, w->edge), e->where.line, w->accesses,
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

/* *go_on where there is another round; false after an error. */
static bool check_once(const char *name, const char *text, size_t length, tarry_options *o, thesis_repair *r, bool *go_on, strbuf *messages)
{
    const char *why = NULL;
    o->request.options.atomic = strbuf_text(&r->list);
    tarry_model *m = tarry_load_text(name, text, length, o);
    if (tarry_model_is_good(m) && m->model.frontend != &frontend_dve)
        diag_error(&m->model.diag, (source_location){0}, "--repair thesis is for DVE models, whose atomic writes stand in a list of their own; leave it out");
    bool good = tarry_model_is_good(m);
    tarry_result *answer = good ? tarry_check(m, o, &why) : NULL;
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
    o->request.options.memory = MEMORY_SC;
    good = check_once(name, text, length, o, out, &go_on, &said);
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
