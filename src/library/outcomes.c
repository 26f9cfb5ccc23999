/* outcomes.c: all final states of a model for libtarry.h. */
#include "library/handles.h"

/* ---- Searching ---- */
static report_verdict verdict_on(const report_outcomes *o, bool complete)
{
    if (!complete)
        return REPORT_UNKNOWN;
    if (!o->question)
        return REPORT_HOLDS;
    bool ok = o->question->quantifier == QUANTIFIER_EXISTS       ? o->positive > 0
              : o->question->quantifier == QUANTIFIER_NOT_EXISTS ? o->positive == 0
                                                                 : o->positive == o->state_count;
    return ok ? REPORT_HOLDS : REPORT_VIOLATED;
}

static void sort_states(tarry_outcomes *s, const program *p)
{
    uint32_t count = (uint32_t)intern_count(&s->finals.rows);
    const int32_t **rows = ARENA_ARRAY(s->memory, const int32_t *, count + 1);
    for (uint32_t i = 0; i < count; i++)
        rows[i] = intern_get(&s->finals.rows, i);
    s->outcomes = (report_outcomes){.report = &s->report, .question = p->question, .observed = s->observed.data, .observed_count = (uint32_t)s->observed.count};
    report_outcomes_sort(&s->outcomes, s->memory, rows, count);
}

static void observe(tarry_outcomes *s, const program *p)
{
    for (size_t i = 0; p->question && i < p->question->observed.count; i++)
        vec_push(&s->observed, p->question->observed.data[i]);
    if (!p->question)
        program_observe_all(p, &s->observed);
    finals_init(&s->finals, &s->observed);
}

/* The program to search. */
static const program *prepare(tarry_outcomes *s, const model *m)
{
    const program *p = m->program;
    property_list_init(&s->properties, p, &m->diag, false, m->options.overflow_is_error);
    observe(s, p);
    footprints *of_file = property_footprints(&s->properties, p);
    const program *searched = program_for_finals(p, footprints_deaths_matter(of_file));
    footprints_free(of_file);
    s->footprints = property_footprints(&s->properties, searched);
    return searched;
}

static engine_request request_of(tarry_outcomes *s, const model *m, tarry_options *o)
{
    engine_request r = options_engine_request(o, m);
    r.program = prepare(s, m);
    r.properties = &s->properties;
    r.footprints = s->footprints;
    r.finals = &s->finals;
    r.all_errors = true;
    return r;
}

tarry_outcomes *tarry_outcomes_find(const tarry_model *m, tarry_options *o, const char **why)
{
    arena *memory = arena_new();
    tarry_outcomes *s = ARENA_NEW(memory, tarry_outcomes);
    *s = (tarry_outcomes){.memory = memory, .options = m->model.options};
    engine_request request = request_of(s, &m->model, o);
    const engine *chosen = options_choose_engine(o, &request, why);
    if (!chosen) {
        tarry_outcomes_free(s);
        return NULL;
    }
    engine_run(chosen, &request, &s->result);
    s->report = answer_report(&m->model, m->name, chosen, &s->result);
    s->report.properties = &s->properties;
    s->report.options = &s->options;
    s->report.complete = s->result.complete && s->result.exact;
    sort_states(s, m->model.program);
    s->report.verdict = verdict_on(&s->outcomes, s->report.complete);
    return s;
}

void tarry_outcomes_free(tarry_outcomes *s)
{
    if (s->result.memory)
        engine_result_release(&s->result);
    finals_release(&s->finals);
    vec_release(&s->observed);
    footprints_free(s->footprints);
    property_list_release(&s->properties);
    strbuf_release(&s->text);
    strbuf_release(&s->json);
    arena_free(s->memory);
}

/* ---- Looking ---- */
tarry_verdict tarry_outcomes_verdict(const tarry_outcomes *s)
{
    return verdict_of_report(s->report.verdict);
}

const char *tarry_outcomes_reason(const tarry_outcomes *s)
{
    return s->report.verdict == REPORT_UNKNOWN ? s->report.reason : NULL;
}

size_t tarry_outcomes_count(const tarry_outcomes *s)
{
    return s->outcomes.state_count;
}

size_t tarry_outcomes_width(const tarry_outcomes *s)
{
    return s->outcomes.observed_count;
}

const char *tarry_outcomes_name(const tarry_outcomes *s, size_t column)
{
    return s->outcomes.observed[column].name;
}

int32_t tarry_outcomes_value(const tarry_outcomes *s, size_t state, size_t column)
{
    return s->outcomes.states[state][column];
}

size_t tarry_outcomes_violated_count(const tarry_outcomes *s)
{
    return s->result.violations.count;
}

const char *tarry_outcomes_violated(const tarry_outcomes *s, size_t index)
{
    return property_at(&s->properties, s->result.violations.data[index].property)->name;
}

const char *tarry_outcomes_text(tarry_outcomes *s)
{
    if (!s->text.length)
        report_outcomes_text(&s->outcomes, &s->text);
    return strbuf_text(&s->text);
}

const char *tarry_outcomes_json(tarry_outcomes *s)
{
    if (!s->json.length)
        report_outcomes_json(&s->outcomes, &s->json);
    return strbuf_text(&s->json);
}
