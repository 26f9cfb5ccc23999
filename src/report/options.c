/* options.c: the options of a saved report, written and read back; and the reports in one on several files. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "base/json.h"
#include "report/json.h"
#include "trace/trace_json.h"

/* ---- Writing ---- */
static json_t *strings_json(report_strings strings)
{
    json_t *array = json_array();
    for (size_t i = 0; i < strings.count; i++)
        json_array_append_new(array, trace_json_text(strings.items[i]));
    return array;
}

json_t *report_buffer_json(uint32_t buffer)
{
    return buffer ? json_integer(buffer) : json_string("unbounded");
}

json_t *report_options_json(const report_options *o)
{
    json_t *object = json_object();
    json_put(object, "language", trace_json_text(o->language));
    json_put(object, "memory", json_string(memory_traits_of(o->memory)->name));
    json_put(object, "buffer", report_buffer_json(o->buffer));
    json_put(object, "overflow", json_string(o->overflow_is_error ? "error" : "block"));
    if (o->values_wrap)
        json_put(object, "overflow_values", json_string("wrap"));
    if (o->atomic)
        json_put(object, "atomic", trace_json_text(o->atomic));
    if (o->split_loads)
        json_put(object, "split_loads", json_true());
    json_put(object, "no_deadlock", json_boolean(o->no_deadlock));
    json_put(object, "never", strings_json(o->never));
    json_put(object, "always", strings_json(o->always));
    json_put(object, "mutex", strings_json(o->mutex));
    json_put(object, "ltl", strings_json(o->ltl));
    json_put(object, "fairness", json_string(fairness_name(o->fairness)));
    json_put(object, "defines", strings_json(o->defines));
    json_put(object, "include_dirs", strings_json(o->include_dirs));
    json_put(object, "ghosts", strings_json(o->ghosts));
    return object;
}

/* ---- Reading ---- */
static bool read_strings(arena *memory, const json_t *options, const char *key, report_strings *out)
{
    const json_t *array = json_object_get(options, key);
    if (!json_is_array(array))
        return false;
    size_t count = json_array_size(array);
    const char **items = ARENA_ARRAY(memory, const char *, count + 1);
    for (size_t i = 0; i < count; i++) {
        const char *text = json_string_value(json_array_get(array, i));
        if (!text)
            return false;
        items[i] = arena_strdup(memory, text);
    }
    *out = (report_strings){.count = count, .items = items};
    return true;
}

static bool read_memory(const json_t *options, memory_kind *out)
{
    const char *name = json_string_value(json_object_get(options, "memory"));
    return name && memory_kind_find(name, out);
}

static bool read_buffer(const json_t *options, uint32_t *out)
{
    const json_t *value = json_object_get(options, "buffer");
    *out = 0;
    if (json_is_string(value))
        return !strcmp(json_string_value(value), "unbounded");
    if (!json_is_integer(value) || json_integer_value(value) < 1 || json_integer_value(value) > UINT32_MAX)
        return false;
    *out = (uint32_t)json_integer_value(value);
    return true;
}

/* Reports that were written before there were formulas have neither of the two keys. */
static bool read_formulas(arena *memory, const json_t *options, report_options *out)
{
    const json_t *assumed = json_object_get(options, "fairness");
    return (!json_object_get(options, "ltl") || read_strings(memory, options, "ltl", &out->ltl)) &&
           (!assumed || (json_is_string(assumed) && fairness_find(json_string_value(assumed), &out->fairness)));
}

static bool read_options(arena *memory, const json_t *options, report_options *out)
{
    const char *language = json_string_value(json_object_get(options, "language"));
    const char *overflow = json_string_value(json_object_get(options, "overflow"));
    const json_t *no_deadlock = json_object_get(options, "no_deadlock");
    if (!language || !overflow || !json_is_boolean(no_deadlock))
        return false;
    out->language = arena_strdup(memory, language);
    const char *values = json_string_value(json_object_get(options, "overflow_values"));
    out->values_wrap = values && !strcmp(values, "wrap");
    out->split_loads = json_is_true(json_object_get(options, "split_loads"));
    const json_t *atomic = json_object_get(options, "atomic");
    if (atomic && !json_is_string(atomic))
        return false;
    out->atomic = atomic ? arena_strdup(memory, json_string_value(atomic)) : NULL;
    out->atomic_name = "--atomic";
    out->overflow_is_error = !strcmp(overflow, "error");
    out->no_deadlock = json_is_true(no_deadlock);
    return read_memory(options, &out->memory) && read_buffer(options, &out->buffer) &&
           read_strings(memory, options, "never", &out->never) && read_strings(memory, options, "always", &out->always) &&
           read_strings(memory, options, "mutex", &out->mutex) && read_formulas(memory, options, out) &&
           read_strings(memory, options, "defines", &out->defines) &&
           read_strings(memory, options, "include_dirs", &out->include_dirs) &&
           read_strings(memory, options, "ghosts", &out->ghosts);
}

bool report_options_from_json(arena *memory, const char *json_text, size_t length, report_options *out, strbuf *why)
{
    json_error_t error;
    *out = (report_options){0};
    json_t *report_read = trace_json_load(json_text, length, &error);
    if (!report_read) {
        strbuf_printf(why, "this is no JSON: line %d: %s", error.line, error.text);
        return false;
    }
    bool read = read_options(memory, json_object_get(report_read, "options"), out);
    if (!read)
        strbuf_add(why, "this is no report of a check of one file: its options are missing");
    json_decref(report_read);
    return read;
}

static const char *member(arena *memory, const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? arena_strdup(memory, text) : "";
}

/* A comparison of several files has lists in its list. */
static void split(arena *memory, const json_t *results, int depth, report_parts *out)
{
    for (size_t i = 0; i < json_array_size(results); i++) {
        const json_t *object = json_array_get(results, i), *inner = json_object_get(object, "results");
        if (inner && depth) {
            split(memory, inner, depth - 1, out);
            continue;
        }
        char *text = json_dumps(object, 0);
        if (!text)
            out_of_memory();
        report_part part = {.json = arena_strdup(memory, text), .file = member(memory, object, "file"), .memory = member(memory, object, "memory"),
                            .verdict = member(memory, object, "verdict"), .has_traces = json_array_size(json_object_get(object, "traces")) > 0};
        vec_push(out, part);
        free(text);
    }
}

void report_split(arena *memory, const char *json_text, size_t length, report_parts *out)
{
    json_error_t error;
    json_t *read = trace_json_load(json_text, length, &error);
    if (read) {
        split(memory, json_object_get(read, "results"), 1, out);
        json_decref(read);
    }
}
