#include "report/reached.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "report/wrap.h"
#include "trace/trace_json.h"

/* A statement of a process type. One statement may have several edges: it is reached where one of them is taken. */
typedef struct statement {
    const process_type *process;
    const char *text;
    source_location where;
    bool reached;
} statement;

typedef VEC(statement) statement_vec;

static int compare_numbers(uint32_t a, uint32_t b)
{
    return (a > b) - (a < b);
}

/* The order of the text. */
static int compare(const void *first, const void *second)
{
    const statement *a = first, *b = second;
    int order = compare_numbers(a->where.file, b->where.file);
    order = order ? order : compare_numbers(a->where.line, b->where.line);
    order = order ? order : compare_numbers(a->where.column, b->where.column);
    return order ? order : strcmp(a->text, b->text);
}

static void add_statements(const report *r, uint32_t type, statement_vec *all)
{
    const process_type *t = &r->program->processes.data[type];
    size_t first = all->count, kept = first;
    for (size_t i = 0; i < t->edges.count; i++) {
        const edge *e = &t->edges.data[i];
        if (!e->is_gap && !e->is_part && e->text && e->where.line)
            vec_push(all, ((statement){t, e->text, e->where, r->taken[type][i]}));
    }
    for (size_t i = 0; i < t->dead.count; i++)
        vec_push(all, ((statement){t, t->dead.data[i].text, t->dead.data[i].where, false}));
    if (all->count > first)
        qsort(all->data + first, all->count - first, sizeof *all->data, compare);
    for (size_t i = first; i < all->count; i++)
        if (kept > first && !compare(&all->data[kept - 1], &all->data[i]))
            all->data[kept - 1].reached |= all->data[i].reached;
        else
            all->data[kept++] = all->data[i];
    all->count = kept;
}

/* ---- For people ---- */
static void add_separated(strbuf *out, const char *text)
{
    strbuf_printf(out, "%s%s", out->length ? ", " : "", text);
}

/* The properties with that verdict, "2 assertions, run-time errors, deadlock". Temporal ones have lines of their own. */
static void add_with_verdict(const report *r, report_verdict verdict, const char *other, strbuf *out)
{
    uint32_t assertions = 0;
    for (uint32_t i = 0; i < property_first_temporal(r->properties); i++)
        assertions += property_at(r->properties, (property_ref){i})->kind == PROPERTY_ASSERTION && report_property_verdict(r, (property_ref){i}) == verdict;
    if (assertions)
        strbuf_printf(out, "%u %sassertion%s", assertions, other, assertions == 1 ? "" : "s");
    for (uint32_t i = 0; i < property_first_temporal(r->properties); i++) {
        const property *p = property_at(r->properties, (property_ref){i});
        if (p->kind != PROPERTY_ASSERTION && report_property_verdict(r, (property_ref){i}) == verdict)
            add_separated(out, p->kind == PROPERTY_RUNTIME ? "run-time errors" : p->name);
    }
}

static void add_place(const report *r, const statement *s, strbuf *out)
{
    const char *file = diag_file_name(r->sources, s->where);
    if (strcmp(file, r->file))
        strbuf_printf(out, "%s:%u %s", file, s->where.line, s->text);
    else
        strbuf_printf(out, "line %u %s", s->where.line, s->text);
}

enum { MOST_SHOWN = 6 };

/* Those of one process type, from *at on; *at is behind them then. */
static void add_process(const report *r, const statement_vec *all, size_t *at, uint32_t width, bool full, strbuf *out)
{
    const process_type *t = all->data[*at].process;
    strbuf text = {0};
    uint32_t count = 0, unreached = 0;
    for (; *at < all->count && all->data[*at].process == t; ++*at, count++) {
        const statement *s = &all->data[*at];
        if (s->reached || (unreached++ >= MOST_SHOWN && !full))
            continue;
        strbuf_add(&text, unreached > 1 ? "; " : "");
        add_place(r, s, &text);
    }
    strbuf line = {0};
    if (unreached == count && count > 1)
        strbuf_printf(&line, "unreached in %s: all of it", t->name);
    else if (unreached)
        strbuf_printf(&line, "unreached in %s: %s", t->name, strbuf_text(&text));
    if (unreached > MOST_SHOWN && unreached < count && !full)
        strbuf_printf(&line, "; %u more (--full)", unreached - MOST_SHOWN);
    if (unreached)
        report_add_paragraph(strbuf_text(&line), 0, width, out);
    strbuf_release(&text);
    strbuf_release(&line);
}

static bool is_every_reached(const report *r, const statement_vec *all)
{
    bool every = r->taken;
    for (size_t i = 0; i < all->count; i++)
        every &= all->data[i].reached;
    return every;
}

static statement_vec all_statements(const report *r)
{
    statement_vec all = {0};
    for (uint32_t t = 0; t < r->program->processes.count && r->taken; t++)
        add_statements(r, t, &all);
    return all;
}

bool report_add_checked(const report *r, strbuf *out)
{
    strbuf names = {0};
    statement_vec all = all_statements(r);
    add_with_verdict(r, REPORT_HOLDS, "", &names);
    if (r->verdict == REPORT_HOLDS)
        strbuf_printf(out, "checked: %s%s", strbuf_text(&names), is_every_reached(r, &all) ? "; every statement is reached" : "");
    vec_release(&all);
    strbuf_release(&names);
    return r->verdict == REPORT_HOLDS;
}

void report_add_reached(const report *r, uint32_t width, bool full, strbuf *out)
{
    statement_vec all = all_statements(r);
    strbuf line = {0};
    if (report_add_checked(r, &line))
        report_add_paragraph(strbuf_text(&line), 0, width, out);
    for (size_t at = 0; at < all.count;)
        add_process(r, &all, &at, width, full, out);
    strbuf_release(&line);
    vec_release(&all);
}

/* ---- What is unknown ---- */
void report_add_undecided(const report *r, uint32_t width, strbuf *out)
{
    strbuf names = {0}, line = {0};
    if (r->verdict != REPORT_UNKNOWN && !r->reason)
        add_with_verdict(r, REPORT_UNKNOWN, "other ", &names);
    if (names.length) {
        strbuf_printf(&line, "not decided: %s (--errors all goes on)", strbuf_text(&names));
        report_add_paragraph(strbuf_text(&line), 0, width, out);
    }
    strbuf_release(&names);
    strbuf_release(&line);
}

const char *report_unknown_reason(const report *r, property_ref which)
{
    if (report_property_verdict(r, which) != REPORT_UNKNOWN || report_answer_of(r, which))
        return NULL;
    return r->reason ? r->reason : "the search ended when another property was decided; --errors all goes on";
}

/* Did a search end before it knew? A property that is not supported has none. */
static bool is_cut(const report *r)
{
    bool cut = !r->complete;
    for (uint32_t i = property_first_temporal(r->properties); i < r->properties->items.count && r->answers; i++) {
        const report_answer *answer = report_answer_of(r, (property_ref){i});
        cut |= answer->verdict == REPORT_UNKNOWN && answer->statistics.states_stored;
    }
    return cut && r->statistics.states_stored;
}

bool report_add_advice(const report *r, strbuf *out)
{
    const memory_traits *memory = machine_traits(r->machine);
    if (r->verdict != REPORT_UNKNOWN || !is_cut(r))
        return false;
    if (memory_is_approximation(r->machine.memory)) {
        strbuf_printf(out, "what may help: --memory %s, which is exact", memory_traits_of(memory->exact)->name);
        return true;
    }
    strbuf_printf(out, "the search ended after %" PRIu64 " states; what may help: a larger limit (--max-states, --time-limit, --memory-limit)", r->statistics.states_stored);
    if (memory->has_buffers && !memory->overwrites && !r->options->buffer)
        strbuf_add(out, ", --buffer N for an answer about buffers of N stores");
    if (!r->engine_reason) /* otherwise both have been tried */
        strbuf_printf(out, ", --engine %s", strcmp(r->engine, "events") ? "auto" : "explicit");
    return true;
}

/* ---- For scripts ---- */
json_t *report_unreached_json(const report *r)
{
    if (!r->taken)
        return NULL;
    statement_vec all = all_statements(r);
    json_t *array = json_array();
    for (size_t i = 0; i < all.count; i++) {
        const statement *s = &all.data[i];
        if (s->reached)
            continue;
        json_t *entry = json_object();
        json_put(entry, "process", trace_json_text(s->process->name));
        json_put(entry, "file", trace_json_text(diag_file_name(r->sources, s->where)));
        json_put(entry, "line", json_integer(s->where.line));
        json_put(entry, "text", trace_json_text(s->text));
        json_array_append_new(array, entry);
    }
    vec_release(&all);
    return array;
}
