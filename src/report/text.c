/* text.c: the report for people: verdict first, then every violated property with its trace and its story. */
#include <inttypes.h>

#include "report/reached.h"
#include "report/table.h"
#include "report/wrap.h"
#include "trace/explain.h"

enum { DEFAULT_WIDTH = 100, LEAST_WIDTH = 60 };

report_paint report_paint_of(bool colour)
{
    if (!colour)
        return (report_paint){.bad = "", .good = "", .doubtful = "", .faint = "", .end = ""};
    return (report_paint){
        .bad = "\x1b[1;31m", .good = "\x1b[1;32m", .doubtful = "\x1b[33m", .faint = "\x1b[2m", .end = "\x1b[0m"};
}

uint32_t report_width(report_look look)
{
    uint32_t width = look.width ? look.width : DEFAULT_WIDTH;
    return width < LEAST_WIDTH ? LEAST_WIDTH : width;
}

static void add_verdict_line(const report *r, report_paint paint, strbuf *out)
{
    const char *colour = r->verdict == REPORT_HOLDS ? paint.good : r->verdict == REPORT_VIOLATED ? paint.bad : paint.doubtful;
    bool buffered = machine_traits(r->machine)->has_buffers;
    strbuf_printf(out, "%s: %s%s%s under %s", r->file, colour, report_verdict_name(r->verdict), paint.end, machine_traits(r->machine)->title);
    switch (r->verdict) {
    case REPORT_HOLDS:
        if (buffered && r->scope)
            strbuf_printf(out, " for %s", r->scope);
        if (!r->exact)
            strbuf_add(out, " (proved by an approximation)");
        break;
    case REPORT_VIOLATED:
        if (buffered && r->machine.buffer)
            strbuf_printf(out, ", buffers of at most %u store%s", r->machine.buffer, r->machine.buffer == 1 ? "" : "s");
        if (memory_is_approximation(r->machine.memory))
            strbuf_add(out, ", as this run of TSO confirms");
        break;
    case REPORT_UNKNOWN:
        if (r->reason)
            strbuf_printf(out, ": %s", r->reason);
        break;
    }
    strbuf_add_char(out, '\n');
}

static void add_trace(const report *r, const trace *t, report_paint paint, uint32_t width, bool full, strbuf *out)
{
    const property *p = property_at(r->properties, t->property);
    strbuf heading = {0}, story = {0};
    strbuf_printf(&heading, "%s%s%s: %s", p->is_wanted ? paint.good : paint.bad, p->name, paint.end, t->message);
    strbuf_add_char(out, '\n');
    report_add_paragraph(strbuf_text(&heading), 0, width, out);
    strbuf_add_char(out, '\n');
    arena *memory = arena_new();
    const trace_overtake *overtakes = trace_find_overtakes(memory, t);
    trace_explain(t, overtakes, r->properties, r->sources, &story);
    report_table(t, overtakes, strbuf_text(&story), paint, width, full, out);
    strbuf_add_char(out, '\n');
    report_add_paragraph(strbuf_text(&story), 0, width, out);
    strbuf_release(&heading);
    strbuf_release(&story);
    arena_free(memory);
}

/* The verdict on a temporal property and the runs that it speaks of. */
static void add_answer(const report *r, const property *p, const report_answer *answer, report_paint paint, strbuf *out)
{
    const char *colour = answer->verdict == REPORT_HOLDS ? paint.good : answer->verdict == REPORT_VIOLATED ? paint.bad : paint.doubtful;
    strbuf_printf(out, "%s: %s%s%s", p->name, colour, report_verdict_name(answer->verdict), paint.end);
    if (answer->verdict == REPORT_UNKNOWN)
        strbuf_printf(out, ": %s", answer->reason);
    if (answer->verdict == REPORT_HOLDS && answer->scope && machine_traits(r->machine)->has_buffers)
        strbuf_printf(out, " for %s", answer->scope);
    if (answer->verdict != REPORT_UNKNOWN && p->temporal)
        strbuf_printf(out, "; fairness %s: %s", fairness_name(p->temporal->fairness), fairness_text(p->temporal->fairness));
}

/* Temporal properties, and others without a trace that are not known to hold, where the verdict line alone does not tell the reader. */
static void add_properties(const report *r, report_paint paint, uint32_t width, strbuf *out)
{
    strbuf line = {0};
    for (uint32_t i = 0; i < r->properties->items.count; i++) {
        property_ref which = {i};
        const property *p = property_at(r->properties, which);
        const report_answer *answer = report_answer_of(r, which);
        strbuf_clear(&line);
        if (answer)
            add_answer(r, p, answer, paint, &line);
        else if (r->verdict == REPORT_VIOLATED && r->reason && report_property_verdict(r, which) == REPORT_UNKNOWN)
            strbuf_printf(&line, "%s: unknown: %s", p->name, r->reason);
        if (line.length)
            report_add_paragraph(strbuf_text(&line), 0, width, out);
        if (p->is_wanted && report_property_verdict(r, which) == REPORT_VIOLATED)
            strbuf_printf(out, "\n%s: no final state has it\n", p->name);
    }
    strbuf_release(&line);
}

/* What counted as one state. */
static void add_alike(const symmetry *s, strbuf *out)
{
    strbuf_add(out, "alike:");
    for (uint32_t g = 0; g < s->group_count; g++)
        strbuf_printf(out, "%s the %u processes %s", g ? "," : "", s->groups[g].members, s->program->processes.data[s->groups[g].type].name);
    strbuf_add(out, "; states that differ by their places count as one\n");
}

static void add_statistics(const report *r, report_paint paint, strbuf *out)
{
    const statistics *s = &r->statistics;
    strbuf_printf(out, "\n%s%" PRIu64 " states stored, %" PRIu64 " visited, %" PRIu64 " transitions, depth %" PRIu64, paint.faint,
                  s->states_stored, s->states_visited, s->transitions, s->max_depth);
    if (s->automata)
        strbuf_printf(out, ", %" PRIu64 " automata", s->automata);
    strbuf_add_char(out, '\n');
    if (r->symmetry)
        add_alike(r->symmetry, out);
    strbuf_printf(out, "%.3f s, %.1f MB, %" PRIu64 " bytes a state\n", s->seconds, (double)s->peak_memory_bytes / 1e6, s->state_bytes);
    strbuf_printf(out, "engine: %s%s%s%s\n", r->engine, r->engine_reason ? "; " : "", r->engine_reason ? r->engine_reason : "", paint.end);
}

void report_text(const report *r, report_look look, strbuf *out)
{
    report_paint paint = report_paint_of(look.colour);
    uint32_t width = report_width(look);
    add_verdict_line(r, paint, out);
    strbuf advice = {0};
    if (report_add_advice(r, &advice))
        report_add_paragraph(strbuf_text(&advice), 0, width, out);
    strbuf_release(&advice);
    add_properties(r, paint, width, out);
    report_add_reached(r, width, look.full, out);
    report_add_undecided(r, width, out);
    for (uint32_t i = 0; i < r->trace_count; i++)
        add_trace(r, r->traces[i], paint, width, look.full, out);
    add_statistics(r, paint, out);
}
