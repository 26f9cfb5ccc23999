/* cells.c: memory and buffers of one state, as tables and states show them. */
#include "report/cells.h"

#include <string.h>

#include "trace/explain.h"

enum { SMALL_ARRAY = 8 };

static void add_item(const trace *t, uint32_t element, int32_t value, strbuf *out)
{
    trace_element_text(t, element, value, "=", out);
}

static bool is_shown(const bool *shown, const variable *v)
{
    for (uint32_t e = 0; e < v->count; e++)
        if (shown[v->offset + e])
            return true;
    return false;
}

/* A small array as a whole: "want=[0 *1]". */
static void add_array(const trace *t, const variable *v, const trace_step *s, const trace_step *before, strbuf *out)
{
    strbuf_printf(out, "%s=[", v->name);
    for (uint32_t e = v->offset; e < v->offset + v->count; e++) {
        strbuf_add(out, e > v->offset ? " " : "");
        strbuf_add(out, before && s->memory[e] != before->memory[e] ? "*" : "");
        variable_value_text(t->program, v, s->memory[e], out);
    }
    strbuf_add_char(out, ']');
}

void report_memory(const trace *t, const bool *shown, const trace_step *s, const trace_step *before, bool changes_only, strbuf *out)
{
    const program *p = t->program;
    size_t start = out->length;
    for (size_t i = 0; i < p->globals.count; i++) {
        const variable *v = &p->globals.data[i];
        bool whole = !changes_only && v->dimensions == 1 && v->count <= SMALL_ARRAY && !strchr(v->name, '[');
        if (whole && is_shown(shown, v)) {
            strbuf_add(out, out->length > start ? " " : "");
            add_array(t, v, s, before, out);
        }
        for (uint32_t e = v->offset; !whole && e < v->offset + v->count; e++) {
            bool changed = before && s->memory[e] != before->memory[e];
            if (!shown[e] || (changes_only && before && !changed))
                continue;
            strbuf_add(out, out->length > start ? " " : "");
            strbuf_add(out, changed ? "*" : "");
            add_item(t, e, s->memory[e], out);
        }
    }
}

static bool is_same_buffer(const trace_process *a, const trace_process *b)
{
    return a->store_count == b->store_count && (!a->store_count || !memcmp(a->stores, b->stores, a->store_count * sizeof *a->stores));
}

static const trace_process *find_process(const trace_step *s, const char *name)
{
    for (uint32_t i = 0; s && i < s->process_count; i++)
        if (s->processes[i].name == name)
            return &s->processes[i];
    return NULL;
}

void report_buffers(const trace *t, const trace_step *s, const trace_step *before, strbuf *out)
{
    bool first = true;
    for (uint32_t i = 0; i < s->process_count; i++) {
        const trace_process *q = &s->processes[i], *old = find_process(before, q->name);
        bool changed = old && !is_same_buffer(q, old);
        if (!q->store_count && !changed)
            continue;
        strbuf_printf(out, "%s%s%s:", first ? "" : " ", changed ? "*" : "", q->name);
        for (uint32_t k = 0; k < q->store_count; k++) {
            strbuf_add(out, k ? "," : "");
            if (k == TRACE_SHOWN_STORES && trace_hidden_stores(q)) {
                strbuf_printf(out, "(%u more),", trace_hidden_stores(q));
                k += trace_hidden_stores(q);
            }
            add_item(t, q->stores[k].element, q->stores[k].value, out);
        }
        strbuf_add(out, q->store_count ? "" : "-");
        first = false;
    }
}
