/* json.c: the report as JSON, keys in the order that users were promised, then the keys that replay needs. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "base/json.h"
#include "report/json.h"
#include "report/reached.h"
#include "trace/explain.h"
#include "trace/trace_json.h"

static json_t *count_json(uint64_t value)
{
    return json_integer((json_int_t)value);
}

/* Of a temporal property, which had a search of its own. */
static void add_answer(json_t *entry, const property *p, const report_answer *answer)
{
    json_put(entry, "engine", trace_json_text(answer->engine));
    json_put(entry, "scope", trace_json_text(answer->scope));
    if (p->temporal)
        json_put(entry, "fairness", json_string(fairness_name(p->temporal->fairness)));
    if (answer->verdict == REPORT_UNKNOWN)
        json_put(entry, "reason", trace_json_text(answer->reason));
    if (answer->buffer_reached)
        json_put(entry, "buffer_reached", json_integer(answer->buffer_reached));
    json_put(entry, "states_stored", count_json(answer->statistics.states_stored));
    json_t *alike = json_array();
    for (const char *const *type = answer->alike; type && *type; type++)
        json_array_append_new(alike, trace_json_text(*type));
    if (answer->alike)
        json_put(entry, "symmetry", alike);
    else
        json_decref(alike);
}

static json_t *properties_json(const report *r)
{
    json_t *array = json_array();
    for (uint32_t i = 0; i < r->properties->items.count; i++) {
        property_ref which = {i};
        const property *p = property_at(r->properties, which);
        json_t *entry = json_object();
        json_put(entry, "name", trace_json_text(p->name));
        json_put(entry, "kind", json_string(property_kind_name(p->kind)));
        report_verdict verdict = report_property_verdict(r, which);
        json_put(entry, "verdict", json_string(report_verdict_name(verdict)));
        const report_answer *answer = report_answer_of(r, which);
        if (answer)
            add_answer(entry, p, answer);
        else if (report_unknown_reason(r, which))
            json_put(entry, "reason", trace_json_text(report_unknown_reason(r, which)));
        json_t *number = json_null();
        for (uint32_t t = 0; t < r->trace_count; t++)
            if (property_is(r->traces[t]->property, which))
                number = json_integer(t);
        json_put(entry, "trace", number);
        json_array_append_new(array, entry);
    }
    return array;
}

/* Whole milliseconds: more would be noise. */
static json_t *real_json(double value)
{
    return json_real(round(value * 1000) / 1000);
}

static json_t *statistics_json(const statistics *s)
{
    json_t *object = json_object();
#define STATISTIC(type, field, shown, meaning) \
    if (shown)                                 \
        json_put(object, #field, _Generic(s->field, double : real_json, uint64_t : count_json)(s->field));
#include "base/statistics.def"
    return object;
}

/* With which every object starts. */
static json_t *head_object(const report *r)
{
    json_t *object = json_object();
    json_put(object, "tool", json_string("tarry"));
    json_put(object, "version", trace_json_text(r->version));
    json_put(object, "file", trace_json_text(r->file));
    json_put(object, "language", trace_json_text(r->program->language));
    json_put(object, "memory", json_string(machine_traits(r->machine)->name));
    return object;
}

json_t *report_json_head(const report *r)
{
    json_t *object = head_object(r);
    json_put(object, "buffer", report_buffer_json(r->options->buffer));
    json_put(object, "engine", trace_json_text(r->engine));
    json_put(object, "exact", json_boolean(r->exact));
    json_put(object, "scope", trace_json_text(r->scope));
    return object;
}

/* The types whose processes are alike. */
static json_t *symmetry_json(const symmetry *s)
{
    json_t *types = json_array();
    for (uint32_t g = 0; g < s->group_count; g++)
        json_array_append_new(types, trace_json_text(s->program->processes.data[s->groups[g].type].name));
    return types;
}

static void add_tail(const report *r, json_t *object)
{
    json_put(object, "statistics", statistics_json(&r->statistics));
    if (r->reason && r->verdict == REPORT_UNKNOWN)
        json_put(object, "reason", trace_json_text(r->reason));
    strbuf advice = {0};
    if (report_add_advice(r, &advice))
        json_put(object, "advice", trace_json_text(strbuf_text(&advice)));
    strbuf_release(&advice);
    if (r->symmetry)
        json_put(object, "symmetry", symmetry_json(r->symmetry));
    if (r->engine_reason)
        json_put(object, "engine_reason", trace_json_text(r->engine_reason));
    json_put(object, "buffer_reached", json_integer(r->machine.buffer));
    json_put(object, "input_hash", trace_json_hash(r->program));
    json_put(object, "options", report_options_json(r->options));
}

/* The trace, with what the text says about it: lines as there, but not broken. */
static json_t *explained(const report *r, const trace *t)
{
    json_t *object = trace_json(t, r->properties, r->sources);
    if (property_is(t->property, NO_PROPERTY))
        return object;
    arena *memory = arena_new();
    strbuf story = {0};
    trace_explain(t, trace_find_overtakes(memory, t), r->properties, r->sources, &story);
    json_put(object, "explanation", trace_json_text(strbuf_text(&story)));
    strbuf_release(&story);
    arena_free(memory);
    return object;
}

json_t *report_json_object(const report *r)
{
    json_t *object = report_json_head(r), *traces = json_array();
    json_put(object, "verdict", json_string(report_verdict_name(r->verdict)));
    json_put(object, "properties", properties_json(r));
    for (uint32_t i = 0; i < r->trace_count; i++)
        json_array_append_new(traces, explained(r, r->traces[i]));
    json_put(object, "traces", traces);
    if (r->taken)
        json_put(object, "unreached", report_unreached_json(r));
    add_tail(r, object);
    if (r->difference)
        json_put(object, "difference", trace_json_text(r->difference));
    return object;
}

/* ---- Layout: one step a line ---- */

enum { INLINE_DEPTH = 4 }; /* of a step: top level, traces, trace, steps, step */

static bool has_containers(json_t *value)
{
    const char *key;
    json_t *child;
    size_t i;
    json_object_foreach(value, key, child)
        if (json_is_object(child) || json_is_array(child))
            return true;
    json_array_foreach(value, i, child)
        if (json_is_object(child) || json_is_array(child))
            return true;
    return false;
}

static void write_inline(json_t *value, strbuf *out)
{
    char *text = json_dumps(value, JSON_ENCODE_ANY | JSON_REAL_PRECISION(9));
    if (!text)
        out_of_memory();
    strbuf_add(out, text);
    free(text);
}

static void new_line(size_t depth, bool first, strbuf *out)
{
    strbuf_printf(out, "%s\n%*s", first ? "" : ",", (int)(2 * depth), "");
}

/* Recursion ends at INLINE_DEPTH. */
static void write_value(json_t *value, size_t depth, strbuf *out)
{
    const char *key;
    json_t *child;
    size_t i, count = 0;
    if (depth >= INLINE_DEPTH || !has_containers(value)) {
        write_inline(value, out);
        return;
    }
    strbuf_add_char(out, json_is_object(value) ? '{' : '[');
    json_object_foreach(value, key, child) {
        json_t *name = trace_json_text(key);
        new_line(depth + 1, count++ == 0, out);
        write_inline(name, out);
        strbuf_add(out, ": ");
        write_value(child, depth + 1, out);
        json_decref(name);
    }
    json_array_foreach(value, i, child) {
        new_line(depth + 1, count++ == 0, out);
        write_value(child, depth + 1, out);
    }
    new_line(depth, true, out);
    strbuf_add_char(out, json_is_object(value) ? '}' : ']');
}

void report_json(const report *r, strbuf *out)
{
    json_t *object = report_json_object(r);
    write_value(object, 0, out);
    strbuf_add_char(out, '\n');
    json_decref(object);
}

void report_json_tail(const report *r, json_t *object, strbuf *out)
{
    add_tail(r, object);
    write_value(object, 0, out);
    strbuf_add_char(out, '\n');
    json_decref(object);
}

void report_certificate(const report *r, const char *proof, strbuf *out)
{
    json_t *object = head_object(r);
    json_put(object, "exact", json_boolean(r->exact));
    json_put(object, "input_hash", trace_json_hash(r->program));
    json_put(object, "options", report_options_json(r->options));
    write_value(object, 0, out);
    json_decref(object);
    out->length -= strlen("\n}"); /* the proofs are the last members */
    strbuf_printf(out, ",\n  \"proof\": %s", proof);
    uint32_t count = r->answers ? (uint32_t)r->properties->items.count - property_first_temporal(r->properties) : 0;
    for (uint32_t i = 0; i < count; i++)
        strbuf_printf(out, "%s%s%s", i ? ",\n" : ",\n  \"runs\": [\n", r->answers[i].proof, i + 1 == count ? "]" : "");
    strbuf_add(out, "\n}\n");
}

static json_t *message_json(const diag *sources, const diag_message *m)
{
    json_t *object = json_object();
    const char *file = diag_file_name(sources, m->where);
    json_put(object, "severity", json_string(diag_severity_name(m->severity)));
    json_put(object, "file", *file ? trace_json_text(file) : json_null());
    json_put(object, "line", *file ? json_integer(m->where.line) : json_null());
    json_put(object, "column", *file ? json_integer(m->where.column) : json_null());
    json_put(object, "text", trace_json_text(m->text));
    return object;
}

/* The messages; in *first the text of the first error. */
static json_t *messages_json(const report_failure *f, const char **first)
{
    static const diag no_sources;
    json_t *array = json_array();
    *first = f->why;
    for (size_t i = 0; f->messages && i < f->messages->messages.count; i++) {
        const diag_message *m = &f->messages->messages.data[i];
        *first = !*first && m->severity == DIAG_ERROR ? m->text : *first;
        json_push(array, message_json(f->messages, m));
    }
    if (f->why)
        json_push(array, message_json(&no_sources, &(diag_message){.severity = DIAG_ERROR, .text = f->why}));
    return array;
}

void report_json_failure(const char *version, const report_failure *f, strbuf *out)
{
    const char *first;
    json_t *object = json_object(), *messages = messages_json(f, &first);
    json_put(object, "tool", json_string("tarry"));
    json_put(object, "version", trace_json_text(version));
    if (f->file)
        json_put(object, "file", trace_json_text(f->file));
    if (f->memory)
        json_put(object, "memory", json_string(f->memory));
    json_put(object, "verdict", json_string("error"));
    json_put(object, "error", trace_json_text(first));
    json_put(object, "messages", messages);
    write_value(object, 0, out);
    strbuf_add_char(out, '\n');
    json_decref(object);
}

static void add_member(const char *key, const char *value, strbuf *out)
{
    json_t *text = trace_json_text(value);
    strbuf_printf(out, "\"%s\": ", key);
    write_inline(text, out);
    strbuf_add(out, ",\n");
    json_decref(text);
}

static void add_entries(const char *version, const report_entry *entries, size_t count, strbuf *out)
{
    strbuf_add(out, "\"results\": [");
    for (size_t i = 0; i < count; i++) {
        const report_entry *e = &entries[i];
        strbuf_add(out, i ? ",\n" : "\n");
        if (e->json) {
            size_t length = strlen(e->json);
            strbuf_add_bytes(out, e->json, length && e->json[length - 1] == '\n' ? length - 1 : length);
            continue;
        }
        json_t *object = e->report ? report_json_object(e->report) : json_object();
        if (!e->report) {
            json_put(object, "tool", json_string("tarry"));
            json_put(object, "version", trace_json_text(version));
            json_put(object, "file", trace_json_text(e->file));
            json_put(object, "verdict", json_string(e->verdict ? e->verdict : "error"));
            json_put(object, "error", trace_json_text(e->error));
        }
        write_value(object, 0, out);
        json_decref(object);
    }
    strbuf_add(out, "\n]\n}\n");
}

void report_json_several(const char *version, const report_entry *entries, size_t count, strbuf *out)
{
    report_json_batch(version, NULL, entries, count, out);
}

void report_json_batch(const char *version, const report_call *call, const report_entry *entries, size_t count, strbuf *out)
{
    strbuf_add(out, "{\n");
    add_member("tool", "tarry", out);
    add_member("version", version, out);
    if (call) {
        add_member("asked", call->asked, out);
        add_member("limits", call->limits, out);
    }
    add_entries(version, entries, count, out);
}

void report_json_again(json_t *object, strbuf *out)
{
    write_value(object, 0, out);
    strbuf_add_char(out, '\n');
}
