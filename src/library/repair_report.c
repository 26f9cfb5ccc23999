#include "library/repair_report.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/bug.h"
#include "base/json.h"
#include "library/version.h"
#include "report/json.h"
#include "trace/trace_json.h"

static const char *const kind_names[] = {[CANDIDATE_FENCE] = "mfence", [CANDIDATE_BARRIER] = "sfence", [CANDIDATE_ATOMIC] = "atomic"};

static const candidate_info *candidate_at(const tarry_repair *r, size_t i)
{
    return &r->model->model.full->candidates.data[i];
}

static size_t candidate_count(const tarry_repair *r)
{
    return r->model->model.full->candidates.count;
}

const uint32_t *repair_report_order(const tarry_repair *r, arena *memory)
{
    uint32_t *order = ARENA_ARRAY(memory, uint32_t, candidate_count(r) + 1);
    for (uint32_t i = 0; i < candidate_count(r); i++) {
        uint32_t at = i;
        source_location where = candidate_at(r, i)->where;
        for (; at; at--) {
            source_location before = candidate_at(r, order[at - 1])->where;
            if (before.line < where.line || (before.line == where.line && before.column <= where.column))
                break;
            order[at] = order[at - 1];
        }
        order[at] = i;
    }
    return order;
}

/* ---- Text ---- */

/* What the model gets, or has and keeps, or loses. */
typedef enum part { PART_ADDED, PART_KEPT, PART_REMOVED } part;

static bool is_part(const tarry_repair *r, const repair_proposal *p, size_t i, part which)
{
    bool there = candidate_at(r, i)->is_there;
    switch (which) {
    case PART_ADDED: return p->wanted[i] && !there;
    case PART_KEPT: return p->wanted[i] && there;
    case PART_REMOVED: return !p->wanted[i] && there;
    }
    BUG("unknown part of a repair");
}

static uint32_t count_part(const tarry_repair *r, const repair_proposal *p, part which, int kind)
{
    uint32_t count = 0;
    for (size_t i = 0; i < candidate_count(r); i++)
        count += is_part(r, p, i, which) && (kind < 0 || candidate_at(r, i)->kind == (candidate_kind)kind);
    return count;
}

static void write_part(const tarry_repair *r, const repair_proposal *p, part which, const char *word, strbuf *out)
{
    for (size_t n = 0; n < candidate_count(r); n++) {
        uint32_t i = r->order[n];
        const candidate_info *c = candidate_at(r, i);
        if (!is_part(r, p, i, which))
            continue;
        strbuf_printf(out, "  %-6s  %-6s  %-12s  ", word, kind_names[c->kind], c->process);
        if (c->line)
            strbuf_printf(out, "%s, line %u\n", c->line, c->after_line);
        else if (c->kind == CANDIDATE_ATOMIC)
            strbuf_printf(out, "line %u: %s\n", c->after_line, c->text);
        else
            strbuf_printf(out, "%s line %u%s\n", c->is_there ? "in" : "after", c->after_line, c->in_block && !c->is_there ? ", inside the block" : "");
    }
}

static void write_proposal(const tarry_repair *r, size_t number, strbuf *out)
{
    const repair_proposal *p = &r->proposals.data[number];
    strbuf_printf(out, "\nsolution %zu, cost %" PRIu64 "%s\n", number + 1, p->cost, p->is_certified ? " (certified)" : "");
    write_part(r, p, PART_ADDED, "add", out);
    write_part(r, p, PART_KEPT, "keep", out);
    write_part(r, p, PART_REMOVED, "remove", out);
}

static void count_words(strbuf *out, uint32_t count, const char *one, const char *several)
{
    if (count)
        strbuf_printf(out, "%s%u %s", out->length ? ", " : "", count, count == 1 ? one : several);
}

/* What the first solution is, in a line. */
static void write_verdict(const tarry_repair *r, strbuf *out)
{
    const repair_proposal *p = &r->proposals.data[0];
    strbuf words = {0};
    uint32_t removed = count_part(r, p, PART_REMOVED, -1), added = count_part(r, p, PART_ADDED, -1);
    count_words(&words, count_part(r, p, PART_ADDED, CANDIDATE_FENCE), "full fence", "full fences");
    count_words(&words, count_part(r, p, PART_ADDED, CANDIDATE_BARRIER), "store-store fence", "store-store fences");
    count_words(&words, count_part(r, p, PART_ADDED, CANDIDATE_ATOMIC), "atomic write", "atomic writes");
    const final_question *asked = r->model->model.program->question;
    bool shall_not_be = asked && asked->quantifier == QUANTIFIER_EXISTS;
    strbuf_add(out, shall_not_be ? "no final state has what it asks for" : "holds");
    if (!added)
        strbuf_add(out, " as it is");
    else
        strbuf_printf(out, " with %s more", strbuf_text(&words));
    if (removed)
        strbuf_printf(out, "%s without %u of its fences", added ? " and" : ", also", removed);
    strbuf_release(&words);
}

static const char *title(const tarry_repair *r)
{
    return memory_traits_of(r->model->model.options.memory)->title;
}

void repair_report_text(const tarry_repair *r, strbuf *out)
{
    strbuf_printf(out, "%s: ", r->model->name);
    if (r->proposals.count)
        write_verdict(r, out);
    else if (r->result.unknown)
        strbuf_printf(out, "unknown: %s", r->result.unknown);
    else
        strbuf_add(out, "violated, whatever is added");
    strbuf_printf(out, " (%s)\n", title(r));
    for (size_t i = 0; i < r->proposals.count; i++)
        write_proposal(r, i, out);
    strbuf_add_char(out, '\n');
    if (r->proposals.count)
        strbuf_add(out, r->asked.all && !r->result.unknown ? "These are all minimal sets.\n" : "No set costs less.\n");
    if (r->proposals.count && r->result.unknown)
        strbuf_printf(out, "There may be more of them: %s.\n", r->result.unknown);
    if (!r->proposals.count && r->result.unknown && r->result.bound)
        strbuf_printf(out, "No set costs less than %" PRIu64 ".\n", r->result.bound);
    if (r->model->model.program->no_atomic_write && r->asked.with != WITH_FENCES)
        strbuf_printf(out, "Only fences were tried, no atomic writes: %s.\n", r->model->model.program->no_atomic_write);
    strbuf_printf(out, "%zu candidates, %u checks, %zu runs\n", candidate_count(r), r->result.checks, r->result.reasons.count);
}

/* ---- JSON ---- */

static json_t *place_json(const candidate_info *c)
{
    json_t *object = json_object();
    json_put(object, "process", trace_json_text(c->process));
    if (c->kind == CANDIDATE_ATOMIC) {
        json_put(object, "line", json_integer(c->after_line));
        json_put(object, "text", trace_json_text(c->text));
        return object;
    }
    if (c->line) {
        json_put(object, "transition", trace_json_text(c->text));
        json_put(object, "text", trace_json_text(c->line));
    }
    json_put(object, c->is_there ? "line" : "after_line", json_integer(c->after_line));
    json_put(object, "kind", json_string(kind_names[c->kind]));
    json_put(object, "is_there", json_boolean(c->is_there));
    json_put(object, "in_block", json_boolean(c->in_block));
    return object;
}

static json_t *solution_json(const tarry_repair *r, const repair_proposal *p)
{
    json_t *object = json_object(), *fences = json_array(), *writes = json_array(), *removed = json_array();
    for (size_t n = 0; n < candidate_count(r); n++) {
        uint32_t i = r->order[n];
        const candidate_info *c = candidate_at(r, i);
        if (p->wanted[i])
            json_push(c->kind == CANDIDATE_ATOMIC ? writes : fences, place_json(c));
        else if (c->is_there)
            json_push(removed, place_json(c));
    }
    json_put(object, "cost", json_integer((json_int_t)p->cost));
    json_put(object, "fences", fences);
    json_put(object, "atomic_writes", writes);
    json_put(object, "not_needed", removed);
    json_put(object, "certified", json_boolean(p->is_certified));
    return object;
}

static report report_of(const tarry_repair *r)
{
    const model *m = &r->model->model;
    return (report){.version = TARRY_VERSION, .file = r->model->name, .engine = "auto", .program = m->program, .sources = &m->diag, .properties = &m->properties,
                    .options = &m->options, .machine = model_machine(m), .exact = true, .scope = m->options.buffer ? "buffers of the given size" : "all buffer sizes",
                    .verdict = r->proposals.count ? REPORT_HOLDS : r->result.unknown ? REPORT_UNKNOWN : REPORT_VIOLATED, .reason = r->result.unknown,
                    .statistics = {.seconds = r->seconds}};
}

void repair_report_json(const tarry_repair *r, strbuf *out)
{
    report head = report_of(r);
    json_t *object = report_json_head(&head), *solutions = json_array();
    json_put(object, "verdict", json_string(report_verdict_name(head.verdict)));
    for (size_t i = 0; i < r->proposals.count; i++)
        json_push(solutions, solution_json(r, &r->proposals.data[i]));
    json_put(object, "solutions", solutions);
    json_put(object, "all", json_boolean(r->asked.all && !r->result.unknown));
    json_put(object, "lower_bound", json_integer((json_int_t)r->result.bound));
    json_put(object, "candidates", json_integer((json_int_t)candidate_count(r)));
    json_put(object, "checks", json_integer(r->result.checks));
    report_json_tail(&head, object, out);
}

/* ---- The proof ---- */

static json_t *flags_json(const tarry_repair *r, const bool *flags)
{
    json_t *array = json_array();
    for (size_t i = 0; i < candidate_count(r); i++)
        if (flags[i])
            json_push(array, json_integer((json_int_t)i));
    return array;
}

/* An edge: process, edge, and of a rendezvous partner and its edge; a commit: "commit", process, element; an end: "end", process. */
static json_t *step_json(const step *s)
{
    json_t *array = json_array();
    if (s->kind != STEP_EDGE)
        json_push(array, json_string(s->kind == STEP_COMMIT ? "commit" : "end"));
    json_push(array, json_integer(s->process));
    if (s->kind == STEP_COMMIT)
        json_push(array, json_integer(s->element));
    if (s->kind == STEP_EDGE)
        json_push(array, json_integer(s->edge));
    if (s->kind == STEP_EDGE && s->partner >= 0) {
        json_push(array, json_integer(s->partner));
        json_push(array, json_integer(s->partner_edge));
    }
    return array;
}

static json_t *reason_json(const tarry_repair *r, const repair_reason *of)
{
    json_t *object = json_object(), *steps = json_array();
    for (size_t i = 0; i < of->steps.count; i++)
        json_push(steps, step_json(&of->steps.data[i]));
    json_put(object, "property", json_integer(of->violated.index));
    json_put(object, of->of_set ? "set" : "clause", flags_json(r, of->of_set ? of->of_set : of->clause));
    json_put(object, "loop", of->loop == NO_LOOP ? json_null() : json_integer(of->loop));
    json_put(object, "steps", steps);
    return object;
}

static json_t *costs_json(const repair_options *o)
{
    json_t *object = json_object();
    for (size_t i = 0; i < sizeof kind_names / sizeof *kind_names; i++)
        json_put(object, kind_names[i], json_integer(o->cost[i]));
    return object;
}

void repair_report_proof(const tarry_repair *r, strbuf *out)
{
    static const char *const withs[] = {"fences", "atomic", "both"}; /* ORDER repair_with */
    report head = report_of(r);
    json_t *proof = json_object(), *reasons = json_array(), *chosen = json_array();
    for (size_t i = 0; i < candidate_count(r); i++)
        if (r->proposals.data[0].wanted[i] && !r->kept[i])
            json_push(chosen, json_integer((json_int_t)i));
    for (size_t i = 0; i < r->result.reasons.count; i++)
        json_push(reasons, reason_json(r, &r->result.reasons.data[i]));
    json_put(proof, "kind", json_string("repair"));
    json_put(proof, "with", json_string(withs[r->asked.with]));
    json_put(proof, "cost", costs_json(&r->asked));
    json_put(proof, "keep", json_boolean(r->asked.keep));
    json_put(proof, "solution", chosen);
    json_put(proof, "solution_cost", json_integer((json_int_t)r->proposals.data[0].cost));
    json_put(proof, "reasons", reasons);
    char *text = json_dumps(proof, JSON_COMPACT);
    if (!text)
        out_of_memory();
    report_certificate(&head, text, out);
    free(text);
    json_decref(proof);
}
