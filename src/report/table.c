/* table.c: the columns of a trace.
 *
 * Every column asks for the width of its longest cell; while the line is too long, the widest of the processes' columns gives
 * way, then the columns of values and buffers; what does not fit goes on in the next line. Memory and buffers show the relaxed locations that the trace touches;
 * what a step changed is marked with a star. Where all of memory would leave too little room, only the changes are shown. Of a long trace the ends and the steps
 * that matter are shown. */
#include "report/table.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/vec.h"
#include "report/cells.h"
#include "report/values.h"
#include "report/wrap.h"
#include "trace/explain.h"

enum { NUMBER_WIDTH = 4, LINE_WIDTH = 5, GAP = 2, NARROWEST = 5, COMFORTABLE = 16, VALUES_COMFORTABLE = 12, BUFFERS_COMFORTABLE = 22 };
enum { LONG = 200, SHOWN_ENDS = 50 }; /* of a long trace this many steps at either end */

typedef struct table {
    const trace *t;
    report_paint paint;
    VEC(const char *) names;    /* of the processes, in the order in which they appear */
    VEC(uint32_t) widths;       /* of the processes' columns; then of values, buffers, memory */
    bool *touched;              /* relaxed elements that the trace reads or writes */
    bool has_values, has_buffers;
    bool changes_only;          /* in the memory column */
    bool full;                  /* all steps, however many */
    bool merged;                /* too many processes for a column each: all share one column */
    arena *memory;
} table;

/* ---- Cells ---- */

static const char *partner_text(const table *b, const trace_step *s, const trace_step *before)
{
    const process_type *type = &b->t->program->processes.data[before->processes[s->step.partner].type];
    const char *text = type->edges.data[s->step.partner_edge].text;
    return text ? text : "";
}

/* What the column's process did in this step; nothing where the step is another process's. */
static void process_cell(const table *b, const trace_step *s, const trace_step *before, size_t column, strbuf *out)
{
    const char *name = b->names.data[column];
    if (b->merged) {
        strbuf_printf(out, "%s: %s", s->process, s->text);
        if (s->partner)
            strbuf_printf(out, ", %s: %s", s->partner, partner_text(b, s, before));
    } else if (s->process == name) {
        strbuf_add(out, s->text);
    } else if (s->partner && s->partner == name) {
        strbuf_add(out, partner_text(b, s, before));
    }
}

/* ---- Layout ---- */

static void add_names(table *b, const trace_step *s)
{
    for (uint32_t i = 0; i < s->process_count; i++) {
        bool known = false;
        for (size_t k = 0; k < b->names.count; k++)
            known |= b->names.data[k] == s->processes[i].name;
        if (!known)
            vec_push(&b->names, s->processes[i].name);
    }
}

/* A column a process, as long as each can have a few letters. */
static void name_columns(table *b, uint32_t width)
{
    enum { REST = 37 }; /* numbers, values, buffers and memory at their narrowest */
    size_t most = (width - REST) / (NARROWEST + GAP);
    add_names(b, b->t->initial);
    for (uint32_t i = 0; i < b->t->step_count && b->names.count <= most; i++)
        add_names(b, &b->t->steps[i]);
    b->merged = b->names.count > most;
    if (b->merged) {
        vec_clear(&b->names);
        vec_push(&b->names, "process");
    }
}

static void touch(table *b, uint32_t element)
{
    const program *p = b->t->program;
    b->touched[element] = p->globals.data[program_global_of_element(p, element)].class == VARIABLE_RELAXED;
}

static void find_touched(table *b)
{
    for (uint32_t i = 0; i < b->t->step_count; i++) {
        const trace_step *s = &b->t->steps[i], *before = trace_before(b->t, i);
        if (s->element >= 0)
            touch(b, (uint32_t)s->element);
        for (uint32_t k = 0; k < s->read_count; k++)
            touch(b, s->reads[k].element);
        for (uint32_t e = 0; s->memory != before->memory && e < b->t->program->global_count; e++)
            if (s->memory[e] != before->memory[e])
                touch(b, e);
        for (uint32_t q = 0; q < s->process_count; q++)
            for (uint32_t k = 0; k < s->processes[q].store_count; k++)
                touch(b, s->processes[q].stores[k].element);
    }
}

static void widen(uint32_t *width, const char *text)
{
    uint32_t columns = report_columns(text);
    if (columns > *width)
        *width = columns;
}

static uint32_t widest_memory(const table *b, bool changes_only)
{
    uint32_t width = 0;
    strbuf cell = {0};
    for (uint32_t i = 0; i < b->t->step_count; i++) {
        strbuf_clear(&cell);
        report_memory(b->t, b->touched, &b->t->steps[i], trace_before(b->t, i), changes_only, &cell);
        widen(&width, strbuf_text(&cell));
    }
    strbuf_release(&cell);
    return width;
}

/* What every column would like to have. */
static void ask_widths(table *b)
{
    strbuf cell = {0};
    vec_clear(&b->widths);
    for (size_t c = 0; c < b->names.count; c++) {
        uint32_t asked = NARROWEST;
        widen(&asked, b->names.data[c]);
        for (uint32_t i = 0; i < b->t->step_count; i++) {
            strbuf_clear(&cell);
            process_cell(b, &b->t->steps[i], trace_before(b->t, i), c, &cell);
            widen(&asked, strbuf_text(&cell));
        }
        vec_push(&b->widths, asked);
    }
    uint32_t values = (uint32_t)strlen("values"), buffers = (uint32_t)strlen("buffers"), memory = (uint32_t)strlen("memory"), shown = widest_memory(b, b->changes_only);
    for (uint32_t i = 0; b->has_values && i < b->t->step_count; i++) {
        strbuf_clear(&cell);
        report_values(b->t, i, &cell);
        widen(&values, strbuf_text(&cell));
    }
    for (uint32_t i = 0; b->has_buffers && i < b->t->step_count; i++) {
        strbuf_clear(&cell);
        report_buffers(b->t, &b->t->steps[i], trace_before(b->t, i), &cell);
        widen(&buffers, strbuf_text(&cell));
    }
    if (b->has_values)
        vec_push(&b->widths, values);
    if (b->has_buffers)
        vec_push(&b->widths, buffers);
    vec_push(&b->widths, shown > memory ? shown : memory);
    strbuf_release(&cell);
}

static uint32_t total_width(const table *b)
{
    uint32_t total = NUMBER_WIDTH + 1 + LINE_WIDTH;
    for (size_t i = 0; i < b->widths.count; i++)
        total += GAP + b->widths.data[i];
    return total;
}

/* Takes from the widest of the columns first..last-1, none below `least`, until the line fits. */
static bool shrink(table *b, size_t first, size_t last, uint32_t least, uint32_t width)
{
    while (total_width(b) > width) {
        size_t widest = first;
        for (size_t i = first; i < last; i++)
            if (b->widths.data[i] > b->widths.data[widest])
                widest = i;
        if (first == last || b->widths.data[widest] <= least)
            return false;
        b->widths.data[widest]--;
    }
    return true;
}

static void choose_widths(table *b, uint32_t width)
{
    size_t processes = b->names.count, buffers = processes + b->has_values, memory = buffers + b->has_buffers;
    for (int changes_only = 0; changes_only < 2; changes_only++) {
        b->changes_only = changes_only;
        ask_widths(b);
        if (shrink(b, 0, processes, COMFORTABLE, width) || shrink(b, processes, buffers, VALUES_COMFORTABLE, width) || shrink(b, buffers, memory, BUFFERS_COMFORTABLE, width))
            return;
    }
    shrink(b, 0, memory + 1, NARROWEST, width);
}

/* ---- Lines ---- */

/* A line of the table, or several. `processes`: a text for each of the columns. */
static void add_line(const table *b, const char *lead, const char *const *processes, const char *values, const char *buffers, const char *memory, strbuf *out)
{
    wrap_cell *cells = ARENA_ARRAY(b->memory, wrap_cell, b->widths.count + 1);
    size_t count = 0;
    for (; count < b->names.count; count++)
        cells[count] = (wrap_cell){processes ? processes[count] : "", b->widths.data[count]};
    if (b->has_values)
        cells[count] = (wrap_cell){values, b->widths.data[count]}, count++;
    if (b->has_buffers)
        cells[count] = (wrap_cell){buffers, b->widths.data[count]}, count++;
    cells[count] = (wrap_cell){memory, b->widths.data[count]};
    report_add_row(lead, cells, count + 1, GAP, out);
}

/* The start: blank columns, then memory, in full even where the steps show only changes. */
static void add_start(const table *b, uint32_t width, strbuf *out)
{
    strbuf memory = {0}, lead = {0};
    report_memory(b->t, b->touched, b->t->initial, NULL, false, &memory);
    if (b->changes_only) {
        strbuf all = {0};
        strbuf_printf(&all, "memory at the start: %s", strbuf_text(&memory));
        report_add_paragraph(strbuf_text(&all), 2, width, out);
        strbuf_release(&all);
    }
    strbuf_add(out, b->paint.faint);
    strbuf_printf(&lead, "%*s %*s", NUMBER_WIDTH, "step", LINE_WIDTH, "line");
    add_line(b, strbuf_text(&lead), b->names.data, "values", "buffers", "memory", out);
    strbuf_add(out, b->paint.end);
    if (!b->changes_only) {
        strbuf_clear(&lead);
        strbuf_printf(&lead, "%*u %*s", NUMBER_WIDTH, 0, LINE_WIDTH, "");
        add_line(b, strbuf_text(&lead), NULL, "", "", strbuf_text(&memory), out);
    }
    strbuf_release(&memory);
    strbuf_release(&lead);
}

static void add_overtake_note(const table *b, const trace_overtake *o, uint32_t width, strbuf *out)
{
    strbuf note = {0};
    strbuf_printf(&note, "^ %s ", o->by == BY_COMMIT ? "commits" : "reads");
    trace_element_text(b->t, o->element, o->value, " = ", &note);
    strbuf_printf(&note, ", overtaking step %u", o->store.step + 1);
    if (b->t->steps[o->store.step].where.line)
        strbuf_printf(&note, " (line %u)", b->t->steps[o->store.step].where.line);
    strbuf_add(&note, ": ");
    trace_element_text(b->t, o->store.element, o->store.value, " = ", &note);
    strbuf_add(&note, " still waits in its buffer");
    strbuf_add(out, b->paint.doubtful);
    report_add_paragraph(strbuf_text(&note), NUMBER_WIDTH + 1 + LINE_WIDTH + GAP, width, out);
    strbuf_add(out, b->paint.end);
    strbuf_release(&note);
}

static void add_printed_note(const char *printed, uint32_t width, strbuf *out)
{
    strbuf note = {0};
    strbuf_add(&note, "prints ");
    for (const char *c = printed; *c; c++)
        if (*c == '\n')
            strbuf_add(&note, "\\n");
        else
            strbuf_add_char(&note, *c);
    report_add_paragraph(strbuf_text(&note), NUMBER_WIDTH + 1 + LINE_WIDTH + GAP, width, out);
    strbuf_release(&note);
}

/* A spinning process overtakes the same store again and again; the table says so once. */
static bool was_said(const table *b, const trace_overtake *o, const trace_overtake *said, uint32_t count)
{
    enum { LOOKED_BACK = 64 };
    for (uint32_t i = count > LOOKED_BACK ? count - LOOKED_BACK : 0; i < count; i++)
        if (said[i].store.step == o->store.step && said[i].by == o->by &&
            b->t->steps[said[i].step].where.line == b->t->steps[o->step].where.line)
            return true;
    return false;
}

static const char *cell_text(const table *b, strbuf *cell)
{
    const char *kept = arena_strdup(b->memory, strbuf_text(cell));
    strbuf_clear(cell);
    return kept;
}

static void add_step_line(const table *b, uint32_t i, bool overtakes, strbuf *out)
{
    const trace_step *s = &b->t->steps[i], *before = trace_before(b->t, i);
    strbuf cell = {0};
    const char **processes = ARENA_ARRAY(b->memory, const char *, b->names.count + 1);
    strbuf_add(out, overtakes ? b->paint.doubtful : "");
    strbuf_printf(&cell, "%*u %*u%c", NUMBER_WIDTH, i + 1, LINE_WIDTH - 1, s->where.line, overtakes ? '!' : ' ');
    const char *lead = cell_text(b, &cell);
    for (size_t c = 0; c < b->names.count; c++) {
        process_cell(b, s, before, c, &cell);
        processes[c] = cell_text(b, &cell);
    }
    report_values(b->t, i, &cell);
    const char *values = cell_text(b, &cell);
    report_buffers(b->t, s, before, &cell);
    const char *buffers = cell_text(b, &cell);
    report_memory(b->t, b->touched, s, before, b->changes_only, &cell);
    add_line(b, lead, processes, values, buffers, cell_text(b, &cell), out);
    strbuf_add(out, overtakes ? b->paint.end : "");
    strbuf_release(&cell);
}

/* Where the part of a run that comes again and again begins, and where it ends. */
static void add_loop_note(const table *b, uint32_t at, strbuf *out)
{
    const trace *t = b->t;
    strbuf note = {0};
    if (at == t->loop)
        strbuf_add(&note, at == t->step_count ? "from here on for ever: nothing moves" : "from here on for ever");
    else if (at == t->step_count && t->loop != NO_LOOP)
        strbuf_printf(&note, "and again from step %u on", t->loop + 1);
    if (note.length)
        strbuf_printf(out, "%*s%s-- %s --%s\n", NUMBER_WIDTH + 1 + LINE_WIDTH + GAP, "", b->paint.doubtful, strbuf_text(&note), b->paint.end);
    strbuf_release(&note);
}

/* The steps that are shown: all of a short trace; of a long one the ends, the steps that the story names, and what is next to a note. */
static const bool *choose_steps(const table *b, const trace_overtake *overtakes, const char *story)
{
    const trace *t = b->t;
    bool *shown = ARENA_ARRAY(b->memory, bool, t->step_count + 1);
    for (uint32_t i = 0; i < t->step_count; i++)
        shown[i] = b->full || t->step_count <= LONG || i < SHOWN_ENDS || i + SHOWN_ENDS >= t->step_count || i == t->loop || i + 1 == t->loop;
    for (const char *at = story; (at = strstr(at, "step ")); at++) {
        unsigned long number = strtoul(at + strlen("step "), NULL, 10);
        if (number && number <= t->step_count)
            shown[number - 1] = true;
        if (number && number <= t->step_count && overtake_is_access(&overtakes[number - 1]))
            shown[overtakes[number - 1].store.step] = true;
    }
    return shown;
}

static void add_steps(const table *b, const trace_overtake *overtakes, const bool *shown, uint32_t width, strbuf *out)
{
    trace_overtake *said = ARENA_ARRAY(b->memory, trace_overtake, b->t->step_count + 1);
    uint32_t said_count = 0;
    for (uint32_t i = 0; i < b->t->step_count; i++) {
        const trace_overtake *o = &overtakes[i];
        uint32_t hidden = 0;
        while (i + hidden < b->t->step_count && !shown[i + hidden])
            hidden++;
        if (hidden) {
            strbuf_printf(out, "%*s%s... %u step%s not shown; --full shows all ...%s\n", NUMBER_WIDTH + 1 + LINE_WIDTH + GAP, "", b->paint.faint, hidden, hidden == 1 ? "" : "s", b->paint.end);
            i += hidden - 1;
            continue;
        }
        add_loop_note(b, i, out);
        add_step_line(b, i, overtake_is_access(o), out);
        if (overtake_is_access(o) && !was_said(b, o, said, said_count)) {
            add_overtake_note(b, o, width, out);
            said[said_count++] = *o;
        }
        if (b->t->steps[i].printed)
            add_printed_note(b->t->steps[i].printed, width, out);
    }
    add_loop_note(b, b->t->step_count, out);
}

static bool has_values(const trace *t)
{
    strbuf cell = {0};
    for (uint32_t i = 0; i < t->step_count && !cell.length; i++)
        report_values(t, i, &cell);
    bool any = cell.length > 0;
    strbuf_release(&cell);
    return any;
}

void report_table(const trace *t, const trace_overtake *overtakes, const char *story, report_paint paint, uint32_t width, bool full, strbuf *out)
{
    table b = {.t = t, .paint = paint, .has_values = has_values(t), .has_buffers = machine_traits(t->machine)->has_buffers, .full = full, .memory = arena_new()};
    b.touched = ARENA_ARRAY(b.memory, bool, t->program->global_count + 1);
    find_touched(&b);
    name_columns(&b, width);
    choose_widths(&b, width);
    add_start(&b, width, out);
    add_steps(&b, overtakes, choose_steps(&b, overtakes, story), width, out);
    vec_release(&b.names);
    vec_release(&b.widths);
    arena_free(b.memory);
}
