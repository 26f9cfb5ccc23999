#include "report/state.h"

#include <string.h>

#include "report/cells.h"
#include "report/table.h"
#include "report/values.h"
#include "report/wrap.h"
#include "trace/explain.h"

enum { LABEL_WIDTH = 12, LINE_WIDTH = 5, GAP = 2, LEAST_CELL = 12 };

typedef struct view {
    const trace *t;
    const trace_step *now, *before; /* NULL: it is the first state */
    const diag *sources;
    report_paint paint;
    uint32_t width;
    strbuf *out;
} view;

static view look_at(const trace *t, uint32_t taken, const diag *sources, strbuf *out)
{
    return (view){.t = t, .now = taken ? &t->steps[taken - 1] : t->initial, .before = taken ? trace_before(t, taken - 1) : NULL, .sources = sources, .out = out};
}

/* Where the process goes on: its only statement, or what it chooses in. */
static source_location place_of(const view *v, const trace_process *q)
{
    const process_type *type = &v->t->program->processes.data[q->type];
    const node *n = &type->nodes.data[q->node];
    return n->edge_count == 1 || (n->edge_count && !n->where.line) ? type->edges.data[n->first_edge].where : n->where;
}

static bool has_ended(const view *v, const trace_process *q)
{
    return v->t->program->processes.data[q->type].nodes.data[q->node].is_final;
}

/* ---- Rows of values ---- */

static void add_row(const view *v, const char *title, const strbuf *text)
{
    strbuf lead = {0};
    if (text->length) {
        strbuf_printf(&lead, "  %-*s", LABEL_WIDTH - GAP - 2, title);
        report_add_row(strbuf_text(&lead), &(wrap_cell){strbuf_text(text), v->width - LABEL_WIDTH}, 1, GAP, v->out);
    }
    strbuf_release(&lead);
}

static void add_globals(const view *v, const char *title, variable_class class)
{
    const program *p = v->t->program;
    arena *memory = arena_new();
    bool *shown = ARENA_ARRAY(memory, bool, p->global_count + 1);
    strbuf text = {0};
    for (size_t i = 0; i < p->globals.count; i++)
        for (uint32_t e = 0; e < p->globals.data[i].count; e++)
            shown[p->globals.data[i].offset + e] = p->globals.data[i].class == class && !p->globals.data[i].is_channel;
    report_memory(v->t, shown, v->now, v->before, false, &text);
    add_row(v, title, &text);
    strbuf_release(&text);
    arena_free(memory);
}

static void add_field(const view *v, const trace_channel *c, uint32_t field, int32_t value, strbuf *out)
{
    variable named = {.is_mtype = c->type->field_is_mtype[field], .mtype_set = c->type->field_mtype_set[field]};
    variable_value_text(v->t->program, &named, value, out);
}

static bool is_same_channel(const trace_channel *a, const trace_channel *b)
{
    return a->type == b->type && a->count == b->count && !memcmp(a->values, b->values, (size_t)a->count * a->type->field_count * sizeof *a->values);
}

/* "*q=[1,2 3,4]": messages, oldest first. */
static void add_channel(const view *v, uint32_t index, strbuf *out)
{
    const trace_channel *c = &v->now->channels[index];
    const trace_channel *old = v->before && index < v->before->channel_count ? &v->before->channels[index] : NULL;
    strbuf_add(out, index ? " " : "");
    strbuf_add(out, old && !is_same_channel(c, old) ? "*" : "");
    trace_channel_name(c, out);
    strbuf_add(out, "=[");
    for (uint32_t m = 0; m < c->count; m++)
        for (uint32_t f = 0; f < c->type->field_count; f++) {
            strbuf_add(out, f ? "," : m ? " " : "");
            add_field(v, c, f, c->values[m * c->type->field_count + f], out);
        }
    strbuf_add_char(out, ']');
}

static void add_channels(const view *v)
{
    strbuf text = {0};
    for (uint32_t i = 0; i < v->now->channel_count; i++)
        add_channel(v, i, &text);
    add_row(v, "channels", &text);
    strbuf_release(&text);
}

/* ---- Processes ---- */

static void add_locals(const view *v, uint32_t position, strbuf *out)
{
    const trace_process *q = &v->now->processes[position];
    const trace_process *old = v->before && position < v->before->process_count ? &v->before->processes[position] : NULL;
    const process_type *type = &v->t->program->processes.data[q->type];
    if (old && old->type != q->type)
        old = NULL;
    for (size_t i = 0; i < type->locals.count; i++) {
        const variable *local = &type->locals.data[i];
        for (uint32_t e = 0; e < local->count && !local->is_channel; e++) {
            int32_t value = q->locals[local->offset + e];
            strbuf_add(out, out->length ? " " : "");
            strbuf_add(out, old && old->locals[local->offset + e] != value ? "*" : "");
            variable_element_name(local, e, out);
            strbuf_add_char(out, '=');
            variable_value_text(v->t->program, local, value, out);
        }
    }
}

/* "CS: ", where the line does not begin with the label. */
static void add_labels(const view *v, const trace_process *q, const char *line, strbuf *out)
{
    const process_type *type = &v->t->program->processes.data[q->type];
    for (size_t i = 0; i < type->labels.count; i++)
        if (type->labels.data[i].node == q->node && strncmp(line, type->labels.data[i].name, strlen(type->labels.data[i].name)))
            strbuf_printf(out, "%s: ", type->labels.data[i].name);
}

/* The source line, without the blanks around it. */
static void add_source(const view *v, const trace_process *q, strbuf *out)
{
    strbuf line = {0};
    if (has_ended(v, q))
        strbuf_add(out, "ended");
    else if (diag_add_line(v->sources, place_of(v, q), &line)) {
        const char *text = strbuf_text(&line), *first = text + strspn(text, " ");
        size_t length = strlen(first);
        while (length && first[length - 1] == ' ')
            length--;
        add_labels(v, q, first, out);
        strbuf_add_bytes(out, first, length);
    }
    strbuf_release(&line);
}

static uint32_t widest_name(const view *v)
{
    uint32_t widest = LABEL_WIDTH - GAP - 2;
    for (uint32_t i = 0; i < v->now->process_count; i++)
        if (report_columns(v->now->processes[i].name) > widest)
            widest = report_columns(v->now->processes[i].name);
    return widest;
}

/* "> P  12  a = y   a=0 *b=1": a name, the line that comes next, and the locals; the mark is on those that took the last step. */
static void add_process(const view *v, uint32_t position, uint32_t name_width)
{
    const trace_process *q = &v->now->processes[position];
    uint32_t line = has_ended(v, q) ? 0 : place_of(v, q).line, used = name_width + LINE_WIDTH + 3 * GAP;
    uint32_t rest = v->width > used + 2 * LEAST_CELL ? v->width - used : 2 * LEAST_CELL;
    bool moved = v->before && (v->now->process == q->name || v->now->partner == q->name);
    strbuf lead = {0}, code = {0}, locals = {0};
    strbuf_printf(&lead, "%s%-*s ", moved ? "> " : "  ", (int)name_width, q->name);
    if (line)
        strbuf_printf(&lead, "%*u", LINE_WIDTH, line);
    else
        strbuf_printf(&lead, "%*s", LINE_WIDTH, "");
    add_source(v, q, &code);
    add_locals(v, position, &locals);
    wrap_cell cells[] = {{strbuf_text(&code), rest / 2}, {strbuf_text(&locals), rest - rest / 2}};
    strbuf_add(v->out, moved ? v->paint.doubtful : "");
    report_add_row(strbuf_text(&lead), cells, 2, GAP, v->out);
    strbuf_add(v->out, moved ? v->paint.end : "");
    strbuf_release(&lead);
    strbuf_release(&code);
    strbuf_release(&locals);
}

/* ---- A state ---- */

static void add_heading(const view *v, uint32_t taken)
{
    const trace_step *s = v->now;
    strbuf_printf(v->out, "step %u: ", taken);
    if (!taken) {
        strbuf_add(v->out, "the start\n");
        return;
    }
    strbuf_printf(v->out, "%s: %s", s->process, s->text);
    if (s->partner) {
        const process_type *type = &v->t->program->processes.data[v->before->processes[s->step.partner].type];
        strbuf_printf(v->out, ", %s: %s", s->partner, type->edges.data[s->step.partner_edge].text);
    }
    const char *file = diag_file_name(v->sources, s->where);
    if (s->where.line && !s->where.file) /* the first source is the model itself */
        strbuf_printf(v->out, "  (line %u)", s->where.line);
    else if (s->where.line)
        strbuf_printf(v->out, "  (%s:%u)", file, s->where.line);
    strbuf_add_char(v->out, '\n');
}

static void add_step_values(const view *v, uint32_t taken)
{
    strbuf text = {0};
    if (taken)
        report_values(v->t, taken - 1, &text);
    add_row(v, "values", &text);
    strbuf_clear(&text);
    if (taken && v->now->printed)
        strbuf_add(&text, v->now->printed);
    while (text.length && text.text[text.length - 1] == '\n')
        text.text[--text.length] = '\0';
    add_row(v, "prints", &text);
    strbuf_release(&text);
}

void report_step_heading(const trace *t, uint32_t taken, const diag *sources, strbuf *out)
{
    view v = look_at(t, taken, sources, out);
    add_heading(&v, taken);
}

void report_state(const trace *t, uint32_t taken, const diag *sources, report_look look, strbuf *out)
{
    view v = look_at(t, taken, sources, out);
    strbuf buffers = {0};
    v.paint = report_paint_of(look.colour);
    v.width = report_width(look);
    add_heading(&v, taken);
    add_step_values(&v, taken);
    add_globals(&v, "memory", VARIABLE_RELAXED);
    report_buffers(t, v.now, v.before, &buffers);
    add_row(&v, "buffers", &buffers);
    add_globals(&v, "ghosts", VARIABLE_GHOST);
    add_channels(&v);
    for (uint32_t i = 0; i < v.now->process_count; i++)
        add_process(&v, i, widest_name(&v));
    strbuf_release(&buffers);
}

/* ---- The source ---- */

/* The first process at that line or one not further than `around` from it. */
static bool is_near(const view *v, source_location where, uint32_t around)
{
    for (uint32_t i = 0; i < v->now->process_count; i++) {
        source_location at = place_of(v, &v->now->processes[i]);
        bool counts = at.file == where.file && at.line && !has_ended(v, &v->now->processes[i]);
        if (counts && at.line <= where.line + around && where.line <= at.line + around)
            return true;
    }
    return false;
}

static void add_source_line(const view *v, source_location where)
{
    strbuf text = {0}, names = {0};
    for (uint32_t i = 0; i < v->now->process_count; i++) {
        const trace_process *q = &v->now->processes[i];
        source_location at = place_of(v, q);
        if (at.file == where.file && at.line == where.line && !has_ended(v, q))
            strbuf_printf(&names, "%s%s", names.length ? ", " : "  <- ", q->name);
    }
    if (diag_add_line(v->sources, where, &text))
        strbuf_printf(v->out, "%s%5u | %s%s\n", names.length ? ">" : " ", where.line, strbuf_text(&text), strbuf_text(&names));
    strbuf_release(&text);
    strbuf_release(&names);
}

void report_source(const trace *t, uint32_t taken, const diag *sources, uint32_t around, strbuf *out)
{
    view v = look_at(t, taken, sources, out);
    for (uint32_t f = 0; f < sources->sources.count; f++) {
        const source *s = &sources->sources.data[f];
        uint32_t lines = 1, last = 0;
        for (size_t i = 0; s->text && i < s->length; i++)
            lines += s->text[i] == '\n';
        for (uint32_t line = 1; s->text && line <= lines; line++) {
            if (!is_near(&v, (source_location){.file = f, .line = line}, around))
                continue;
            if (!last)
                strbuf_printf(out, "%s\n", s->name);
            else if (last + 1 != line)
                strbuf_add(out, "  ...\n");
            last = line;
            add_source_line(&v, (source_location){.file = f, .line = line});
        }
    }
}
