/* replay_json.c: reads the steps of a saved report, runs them, and compares what was written with what happens. */
#include "trace/replay_json.h"

#include <stdio.h>
#include <string.h>

#include "base/bug.h"
#include "trace/trace.h"
#include "trace/trace_json.h"

/* ---- Reading ---- */

static bool get_index(const json_t *object, const char *key, uint32_t *out)
{
    const json_t *value = json_object_get(object, key);
    if (!json_is_integer(value) || json_integer_value(value) < 0 || json_integer_value(value) > INT32_MAX)
        return false;
    *out = (uint32_t)json_integer_value(value);
    return true;
}

static const char *get_text(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static bool read_machine(const json_t *report, machine *out)
{
    const json_t *options = json_object_get(report, "options");
    const char *memory = get_text(report, "memory");
    if (strcmp(memory, get_text(options, "memory")))
        return false;
    *out = (machine){.overflow_is_error = !strcmp(get_text(options, "overflow"), "error")};
    return get_index(report, "buffer_reached", &out->buffer) && memory_kind_find(memory, &out->memory);
}

/* A step needs few of its fields; the others are compared afterwards. */
static bool read_step(const json_t *recorded, step *out)
{
    const char *kind = get_text(recorded, "kind");
    *out = (step){.kind = STEP_EDGE, .partner = -1};
    if (!get_index(recorded, "process_index", &out->process))
        return false;
    if (!strcmp(kind, "end")) {
        out->kind = STEP_END;
        return true;
    }
    if (!strcmp(kind, "commit")) {
        out->kind = STEP_COMMIT;
        return get_index(recorded, "element", &out->element);
    }
    if (json_object_get(recorded, "partner_index")) {
        uint32_t partner;
        if (!get_index(recorded, "partner_index", &partner) || !get_index(recorded, "partner_edge", &out->partner_edge))
            return false;
        out->partner = (int32_t)partner;
    }
    return get_index(recorded, "edge", &out->edge);
}

/* ---- Comparing ---- */

/* The text without the folders of a path in it: the same model may lie elsewhere today. */
static void add_without_folders(const char *text, strbuf *out)
{
    const char *slash = strrchr(text, '/'), *start = slash;
    while (start && start > text && start[-1] != ' ')
        start--;
    if (slash)
        strbuf_add_bytes(out, text, (size_t)(start - text));
    strbuf_add(out, slash ? slash + 1 : text);
}

static bool is_same_name(const char *a, const char *b)
{
    strbuf short_a = {0}, short_b = {0};
    add_without_folders(a, &short_a);
    add_without_folders(b, &short_b);
    bool same = !strcmp(strbuf_text(&short_a), strbuf_text(&short_b));
    strbuf_release(&short_a);
    strbuf_release(&short_b);
    return same;
}

static bool is_same_value(const char *key, const json_t *recorded, const json_t *real)
{
    bool names_file = !strcmp(key, "file") || !strcmp(key, "property") || !strcmp(key, "name");
    if (names_file && json_is_string(recorded) && json_is_string(real))
        return is_same_name(json_string_value(recorded), json_string_value(real));
    return recorded && json_equal(recorded, real);
}

/* The property that the report's list says has this trace; UINT32_MAX where it says none, or disagrees with `properties`. */
static uint32_t find_property(const json_t *report, const property_list *properties, size_t trace_index)
{
    const json_t *listed = json_object_get(report, "properties");
    if (json_array_size(listed) != properties->items.count)
        return UINT32_MAX;
    for (size_t i = 0; i < properties->items.count; i++) {
        const json_t *entry = json_array_get(listed, i), *number = json_object_get(entry, "trace");
        if (!json_is_integer(number) || json_integer_value(number) != (json_int_t)trace_index)
            continue;
        const property *p = &properties->items.data[i];
        json_t *name = trace_json_text(p->name);
        bool fits = is_same_value("name", json_object_get(entry, "name"), name) &&
                    !strcmp(get_text(entry, "kind"), property_kind_name(p->kind)) && !strcmp(get_text(entry, "verdict"), p->is_wanted ? "holds" : "violated");
        json_decref(name);
        return fits ? (uint32_t)i : UINT32_MAX;
    }
    return UINT32_MAX;
}

/* The first key in which two objects differ, their steps aside; NULL: they are equal. */
static const char *first_difference(json_t *recorded, json_t *real)
{
    const char *key;
    json_t *value;
    json_object_foreach(real, key, value)
        if (strcmp(key, "steps") && !is_same_value(key, json_object_get(recorded, key), value))
            return key;
    json_object_foreach(recorded, key, value)
        if (!json_object_get(real, key))
            return key;
    return NULL;
}

static bool compare_steps(json_t *recorded, json_t *real, size_t trace_index, strbuf *message)
{
    CHECK(json_array_size(recorded) == json_array_size(real));
    for (size_t i = 0; i < json_array_size(real); i++) {
        const char *key = first_difference(json_array_get(recorded, i), json_array_get(real, i));
        if (key) {
            strbuf_printf(message, "trace %zu, step %zu: \"%s\" is not what the step does", trace_index, i + 1, key);
            return false;
        }
    }
    return true;
}

static bool compare_trace(json_t *recorded, const trace *t, const property_list *properties, const diag *sources, size_t trace_index,
                          strbuf *message)
{
    json_t *real = trace_json(t, properties, sources);
    bool equal = compare_steps(json_object_get(recorded, "steps"), json_object_get(real, "steps"), trace_index, message);
    const char *key = equal ? first_difference(recorded, real) : NULL;
    if (key) {
        strbuf_printf(message, "trace %zu: \"%s\" is not what the run gives", trace_index, key);
        equal = false;
    }
    json_decref(real);
    return equal;
}

/* Which stores go to memory at once is found again from the program and the conditions. */
static bool *find_unbuffered(arena *memory, const program *p, const property_list *properties, machine on)
{
    bool *unbuffered = ARENA_ARRAY(memory, bool, p->global_count + 1);
    property_find_unbuffered(properties, p, on, unbuffered);
    return unbuffered;
}

static bool replay_one(const program *p, const property_list *properties, const diag *sources, const json_t *report, size_t trace_index,
                       machine on, strbuf *message)
{
    json_t *recorded = json_array_get(json_object_get(report, "traces"), trace_index);
    const json_t *steps = json_object_get(recorded, "steps");
    uint32_t property_index = find_property(report, properties, trace_index);
    if (property_index == UINT32_MAX || !json_is_array(steps)) {
        strbuf_printf(message, "trace %zu: no property of this check is said to be violated by it", trace_index);
        return false;
    }
    run executed = {0};
    bool confirmed = true;
    for (size_t i = 0; i < json_array_size(steps) && confirmed; i++) {
        step taken;
        confirmed = read_step(json_array_get(steps, i), &taken);
        if (!confirmed)
            strbuf_printf(message, "trace %zu, step %zu: its numbers are missing", trace_index, i + 1);
        else
            vec_push(&executed, taken);
    }
    arena *memory = arena_new();
    strbuf why = {0};
    if (confirmed) {
        bool *unbuffered = find_unbuffered(memory, p, properties, on);
        const trace *t = trace_build(memory, p, on, unbuffered, properties, property_index, &executed, &why);
        if (!t)
            strbuf_printf(message, "trace %zu: %s", trace_index, strbuf_text(&why));
        confirmed = t && compare_trace(recorded, t, properties, sources, trace_index, message);
    }
    strbuf_release(&why);
    vec_release(&executed);
    arena_free(memory);
    return confirmed;
}

/* ---- The whole report ---- */

static replay_verdict replay_report(const program *p, const property_list *properties, const diag *sources, const json_t *report,
                                    strbuf *message)
{
    if (strcmp(get_text(report, "tool"), "tarry") || !json_is_array(json_object_get(report, "traces"))) {
        strbuf_add(message, "this is no report of a check");
        return REPLAY_UNREADABLE;
    }
    if (!trace_json_is_for(report, p)) {
        strbuf_add(message, "the report was made for another input");
        return REPLAY_UNREADABLE;
    }
    size_t count = json_array_size(json_object_get(report, "traces"));
    if (!count) {
        strbuf_add(message, "the report has no trace");
        return REPLAY_UNREADABLE;
    }
    machine on;
    if (!read_machine(report, &on)) {
        strbuf_add(message, "the report's memory model and buffers contradict each other");
        return REPLAY_REJECTED;
    }
    uint32_t question = property_of_kind(properties, PROPERTY_FINAL);
    bool may_hold = question != UINT32_MAX && properties->items.data[question].is_wanted;
    if (strcmp(get_text(report, "verdict"), "violated") && !(may_hold && !strcmp(get_text(report, "verdict"), "holds"))) {
        strbuf_add(message, "the report has a trace, but its verdict is not \"violated\"");
        return REPLAY_REJECTED;
    }
    size_t step_count = 0;
    for (size_t i = 0; i < count; i++) {
        if (!replay_one(p, properties, sources, report, i, on, message))
            return REPLAY_REJECTED;
        step_count += json_array_size(json_object_get(json_array_get(json_object_get(report, "traces"), i), "steps"));
    }
    strbuf_printf(message, "%zu trace%s, %zu step%s", count, count == 1 ? "" : "s", step_count, step_count == 1 ? "" : "s");
    return REPLAY_CONFIRMED;
}

replay_verdict trace_replay_json(const program *p, const property_list *properties, const diag *sources, const char *json_text,
                                 size_t length, strbuf *message)
{
    json_error_t error;
    json_t *report = json_loadb(json_text, length, JSON_REJECT_DUPLICATES, &error);
    if (!report) {
        strbuf_printf(message, "this is no JSON: line %d: %s", error.line, error.text);
        return REPLAY_UNREADABLE;
    }
    replay_verdict verdict = replay_report(p, properties, sources, report, message);
    json_decref(report);
    return verdict;
}
