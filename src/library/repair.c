/* repair.c: cheapest fences and atomic writes for libtarry.h. */
#include <string.h>

#include "base/bug.h"
#include "base/clock.h"
#include "base/limits.h"
#include "engine/registry.h"
#include "library/handles.h"
#include "library/repair_report.h"
#include "library/thesis.h"
#include "program/candidate.h"
#include "repair/patch.h"
#include "trace/certificate.h"

/* ---- Checking one program ---- */
typedef struct checking {
    tarry_options *options;
    const model *model;
    const engine *engine;
    double deadline; /* 0: none */
} checking;

static repair_answer unknown(const char *reason)
{
    return (repair_answer){.verdict = REPAIR_UNKNOWN, .reason = reason};
}

static void copy_steps(const trace *t, repair_answer *out)
{
    out->verdict = REPAIR_VIOLATED;
    out->violated = t->property;
    out->loop = t->loop;
    for (uint32_t i = 0; i < t->step_count; i++)
        vec_push(&out->steps, t->steps[i].step);
}

static repair_answer answer_of(const report *found, arena *kept)
{
    repair_answer out = {.verdict = REPAIR_HOLDS};
    if (found->verdict == REPORT_UNKNOWN)
        return unknown(arena_strdup(kept, found->reason ? found->reason : "no engine can tell"));
    for (uint32_t i = 0; i < found->trace_count && found->verdict == REPORT_VIOLATED; i++)
        if (!property_at(found->properties, found->traces[i]->property)->is_wanted) {
            copy_steps(found->traces[i], &out);
            return out;
        }
    if (found->verdict != REPORT_HOLDS)
        BUG("a violation without a run");
    return out;
}

/* Depth first the explicit engine may find a run of many thousand steps, which hardly teaches anything: many fences rule it out. */
enum { LONG = 300, MOST_STATES = 2000000 };

static void find_shorter(const engine_request *request, const model *m, arena *memory, repair_answer *known)
{
    engine_request asked = *request;
    engine_result result;
    asked.search = SEARCH_BFS;
    asked.max_states = MOST_STATES;
    if (property_at(&m->properties, known->violated)->temporal || engine_explicit.refuses(&asked))
        return;
    report found = answer_find(&engine_explicit, &asked, m, "", memory, &result);
    repair_answer other = answer_of(&found, memory);
    if (other.verdict == REPAIR_VIOLATED && other.steps.count < known->steps.count) {
        run longer = known->steps;
        *known = other;
        other.steps = longer;
    }
    vec_release(&other.steps);
    engine_result_release(&result);
}

static repair_answer check(void *data, const program *p)
{
    checking *c = data;
    model m = *c->model;
    arena *memory = arena_new();
    engine_result result;
    m.program = (program *)p;
    m.footprints = property_footprints(&m.safety, p);
    engine_request request = options_engine_request(c->options, &m);
    double left = c->deadline - clock_seconds();
    repair_answer out = unknown(limits_late);
    const char *refused = c->engine->refuses(&request);
    if (refused)
        out = unknown(arena_printf(c->options->memory, "--engine %s cannot check the repaired program: %s", c->engine->name, refused));
    if (!refused && (c->deadline <= 0 || left > 0)) {
        request.time_limit = c->deadline > 0 ? left : 0;
        report found = answer_find(c->engine, &request, &m, "", memory, &result);
        out = answer_of(&found, c->options->memory);
        engine_result_release(&result);
        if (out.verdict == REPAIR_VIOLATED && out.steps.count > LONG)
            find_shorter(&request, &m, memory, &out);
    }
    footprints_free(m.footprints);
    arena_free(memory);
    return out;
}

/* ---- What is asked ---- */
/* Store-store fences order what TSO orders anyway, and a slot has no room for them. */
static bool is_offered(const candidate_info *c, const repair_options *o, const memory_traits *on)
{
    bool fence = o->with != WITH_ATOMIC, atomic = o->with != WITH_FENCES;
    switch (c->kind) {
    case CANDIDATE_FENCE: return fence || c->is_there;
    case CANDIDATE_BARRIER: return (fence || c->is_there) && on->per_location && !on->overwrites;
    case CANDIDATE_ATOMIC: return atomic;
    }
    BUG("unknown kind of candidate");
}

/* Whether no other step is possible depends on fences too. */
static bool asks_timeout(const model *m)
{
    return m->footprints->all.asks_timeout;
}

static void search(tarry_repair *r, checking *c)
{
    const model *m = &r->model->model;
    size_t count = m->full->candidates.count;
    bool *offered = ARENA_ARRAY(r->memory, bool, count + 1), *kept = ARENA_ARRAY(r->memory, bool, count + 1);
    uint32_t *cost = ARENA_ARRAY(r->memory, uint32_t, count + 1);
    for (size_t i = 0; i < count; i++) {
        const candidate_info *of = &m->full->candidates.data[i];
        kept[i] = of->is_there && r->asked.keep;
        offered[i] = !kept[i] && is_offered(of, &r->asked, memory_traits_of(m->options.memory));
        cost[i] = r->asked.cost[of->kind];
    }
    r->kept = kept;
    repair_problem problem = {.full = m->full, .machine = model_machine(m), .properties = &m->properties, .offered = offered, .kept = kept, .cost = cost,
                              .all = r->asked.all, .step_by_step = asks_timeout(m), .check = check, .data = c, .log = c->options->log,
                              .log_data = c->options->log_data, .about = c->options->about, .about_data = c->options->progress_data};
    repair_search(&problem, &r->result);
}

/* ---- Checking solutions again, as text ---- */
/* The language has what is added in a list beside the text, and that is what the repair writes. */
static bool is_list(const tarry_repair *r)
{
    const program *full = r->model->model.full;
    return full->candidates.count && full->candidates.data[0].line;
}

static tarry_model *read_repaired(const tarry_repair *r, const repair_proposal *p, const tarry_options *o)
{
    tarry_model *m = model_new(r->model->name);
    model_request request = options_request(o, m->memory);
    request.rules_out = true;
    if (is_list(r)) {
        request.options.atomic = arena_strdup(m->memory, strbuf_text(&p->text));
        request.options.atomic_name = "the repair";
        model_read(&m->model, m->name, r->original, r->length, &request);
    } else {
        model_read(&m->model, m->name, strbuf_text(&p->text), p->text.length, &request);
    }
    return m;
}

/* A certificate of the result is confirmed; false where there is none. */
static bool is_certified(const tarry_model *m, tarry_result *r)
{
    const char *why, *proof = tarry_result_certificate(r, &why);
    strbuf message = {0};
    if (!proof)
        return false;
    if (certificate_check(m->model.program, &m->model.properties, m->model.options.memory, proof, strlen(proof), &message) != CERTIFICATE_CONFIRMED)
        BUG(arena_printf(m->memory, "the certificate of the repaired model is rejected: %s", strbuf_text(&message)));
    strbuf_release(&message);
    return true;
}

/* The repaired text is read and checked like any other; with a certificate, where that can be. */
static bool confirm(checking *c, const tarry_repair *r, repair_proposal *p, const char **unknown_reason)
{
    tarry_options asked = *c->options;
    tarry_model *m = read_repaired(r, p, c->options);
    if (!tarry_model_is_good(m))
        BUG(arena_printf(m->memory, "the repaired model cannot be read: %s", tarry_message_get(m, 0).text));
    tarry_result *found = NULL;
    const char *why;
    for (int proves = !m->model.options.buffer && !m->model.program->question; proves >= 0 && !(found && tarry_result_verdict(found) != TARRY_UNKNOWN); proves--) {
        if (found)
            tarry_result_free(found);
        asked.certificate = proves;
        asked.time_limit = c->deadline > 0 ? c->deadline - clock_seconds() + 1 : 0;
        found = tarry_check(m, &asked, &why);
    }
    if (!found || tarry_result_verdict(found) == TARRY_VIOLATED)
        BUG(found ? "the repaired model is violated, though its program holds" : why);
    bool holds = tarry_result_verdict(found) == TARRY_HOLDS;
    if (!holds)
        *unknown_reason = arena_strdup(r->memory, tarry_result_reason(found) ? tarry_result_reason(found) : "the repaired model could not be checked again");
    p->is_certified = holds && asked.certificate && is_certified(m, found);
    tarry_result_free(found);
    tarry_model_free(m);
    return holds;
}

static void propose(tarry_repair *r, checking *c)
{
    const program *full = r->model->model.full;
    for (size_t i = 0; i < r->result.solutions.count; i++) {
        const repair_solution *s = &r->result.solutions.data[i];
        bool *wanted = ARENA_ARRAY(r->memory, bool, full->candidates.count + 1);
        for (size_t k = 0; k < full->candidates.count; k++)
            wanted[k] = s->chosen[k] || r->kept[k];
        repair_proposal p = {.cost = s->cost, .wanted = wanted};
        if (is_list(r))
            patch_list(full, wanted, r->model->model.options.atomic, &p.text);
        else
            patch_text(full, wanted, r->original, r->length, &p.text);
        if (!confirm(c, r, &p, &r->result.unknown)) {
            strbuf_release(&p.text);
            return;
        }
        vec_push(&r->proposals, p);
    }
}

/* ---- The handle ---- */
static char *messages_of(const diag *d)
{
    strbuf text = {0};
    diag_print(d, &text);
    return take_text(&text);
}

static const char *refusal(const tarry_repair *r, const checking *c)
{
    const model *m = &r->model->model;
    engine_request request = options_engine_request(c->options, m);
    const char *why;
    const char *refused = repair_refuses(m->options.memory);
    if (refused)
        return refused;
    if (m->program->no_atomic_write && r->asked.with == WITH_ATOMIC)
        return arena_printf(r->memory, "--with atomic: there is no atomic write that a repair could use: %s; use --with fences", m->program->no_atomic_write);
    return options_choose_engine(c->options, &request, &why) ? NULL : why;
}

tarry_repair *tarry_fence(const char *name, const char *text, size_t length, tarry_options *o, char **messages)
{
    arena *memory = arena_new();
    tarry_repair *r = ARENA_NEW(memory, tarry_repair);
    double start = clock_seconds();
    *r = (tarry_repair){.memory = memory, .model = model_new(name), .asked = o->repair, .length = length};
    char *copy = ARENA_ARRAY(memory, char, length + 1);
    memcpy(copy, text, length);
    r->original = copy;
    model_request request = options_request(o, r->model->memory);
    request.candidates = request.rules_out = true;
    model_read(&r->model->model, r->model->name, text, length, &request);
    checking c = {.options = o, .model = &r->model->model, .engine = o->engine, .deadline = o->time_limit > 0 ? start + o->time_limit : 0};
    const char *refused = tarry_model_is_good(r->model) ? refusal(r, &c) : NULL;
    if (refused)
        diag_error(&r->model->model.diag, (source_location){0}, "%s", refused);
    *messages = messages_of(&r->model->model.diag);
    if (!tarry_model_is_good(r->model)) {
        tarry_repair_free(r);
        return NULL;
    }
    r->order = repair_report_order(r, r->memory);
    search(r, &c);
    propose(r, &c);
    r->seconds = clock_seconds() - start;
    return r;
}

void tarry_repair_free(tarry_repair *r)
{
    for (size_t i = 0; i < r->proposals.count; i++)
        strbuf_release(&r->proposals.data[i].text);
    vec_release(&r->proposals);
    if (r->result.memory)
        repair_result_release(&r->result);
    tarry_model_free(r->model);
    strbuf_release(&r->text);
    strbuf_release(&r->json);
    strbuf_release(&r->patch);
    strbuf_release(&r->proof);
    arena_free(r->memory);
}

tarry_repaired tarry_repair_outcome(const tarry_repair *r)
{
    return r->proposals.count ? TARRY_REPAIRED : r->result.unknown ? TARRY_NOT_REPAIRED : TARRY_IRREPARABLE;
}

const char *tarry_repair_reason(const tarry_repair *r)
{
    return r->result.unknown;
}

size_t tarry_repair_count(const tarry_repair *r)
{
    return r->proposals.count;
}

uint64_t tarry_repair_cost(const tarry_repair *r, size_t solution)
{
    return r->proposals.data[solution].cost;
}

const char *tarry_repair_model(const tarry_repair *r, size_t solution)
{
    return strbuf_text(&r->proposals.data[solution].text);
}

const char *tarry_repair_text(tarry_repair *r)
{
    if (!r->text.length)
        repair_report_text(r, &r->text);
    return strbuf_text(&r->text);
}

const char *tarry_repair_json(tarry_repair *r)
{
    if (!r->json.length)
        repair_report_json(r, &r->json);
    return strbuf_text(&r->json);
}

const char *tarry_repair_patch(tarry_repair *r)
{
    if (!r->patch.length && r->proposals.count && is_list(r))
        strbuf_add(&r->patch, strbuf_text(&r->proposals.data[0].text));
    else if (!r->patch.length && r->proposals.count)
        patch_diff(r->model->model.full, r->proposals.data[0].wanted, r->model->name, r->original, r->length, &r->patch);
    return strbuf_text(&r->patch);
}

const char *tarry_repair_proof(tarry_repair *r)
{
    if (!r->proof.length && r->proposals.count)
        repair_report_proof(r, &r->proof);
    return r->proposals.count ? strbuf_text(&r->proof) : NULL;
}
