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

/* The machine of the check: that of its options. Whatever else the report says about it must agree. */
static bool read_machine(const json_t *report, machine *out)
{
    const json_t *options = json_object_get(report, "options"), *bound = json_object_get(options, "buffer");
    const char *memory = get_text(options, "memory");
    uint32_t reached;
    *out = (machine){.overflow_is_error = !strcmp(get_text(options, "overflow"), "error")};
    if (json_is_integer(bound) ? !get_index(options, "buffer", &out->buffer) || !out->buffer : strcmp(get_text(options, "buffer"), "unbounded") != 0)
        return false;
    return memory_kind_find(memory, &out->memory) && !strcmp(get_text(report, "memory"), memory) && json_equal(json_object_get(report, "buffer"), bound) &&
           get_index(report, "buffer_reached", &reached) && reached == out->buffer;
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

/* The first key in which two objects differ, their steps aside; NULL: they are equal. A report need not say what channels keep: older ones do not. */
static const char *first_difference(json_t *recorded, json_t *real)
{
    const char *key;
    json_t *value;
    json_object_foreach(real, key, value) {
        json_t *told = json_object_get(recorded, key);
        bool is_state = !strcmp(key, "initial") && json_is_object(told);
        if (!strcmp(key, "steps") || (!strcmp(key, "channels") && !told))
            continue;
        if (is_state ? first_difference(told, value) != NULL : !is_same_value(key, told, value))
            return key;
    }
    json_object_foreach(recorded, key, value)
        if (!json_object_get(real, key) && strcmp(key, "explanation")) /* words about the run, which are no part of it */
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

/* ---- Claims ---- */

enum { NO_TRACE = -1 };

typedef struct claims {
    const program *program;
    const property_list *properties;
    const diag *sources;
    const json_t *report;
    machine machine;
    arena *memory;
    int64_t *trace_of;   /* by property: the trace that shows it, or NO_TRACE */
    strbuf *message;     /* why they are rejected */
} claims;

/* What a trace shows of the property. */
static const char *shown_verdict(const property *p)
{
    return p->is_wanted ? "holds" : "violated";
}

/* What the report says about the property. False, with a message, where it contradicts itself. */
static bool read_claim(claims *c, size_t index)
{
    const property *p = &c->properties->items.data[index];
    const json_t *entry = json_array_get(json_object_get(c->report, "properties"), index), *number = json_object_get(entry, "trace");
    const char *verdict = get_text(entry, "verdict");
    uint32_t trace_index = 0;
    json_t *name = trace_json_text(p->name);
    bool fits = is_same_value("name", json_object_get(entry, "name"), name) && !strcmp(get_text(entry, "kind"), property_kind_name(p->kind));
    json_decref(name);
    bool has_trace = number && !json_is_null(number), is_shown = !strcmp(verdict, shown_verdict(p));
    c->trace_of[index] = NO_TRACE;
    if (!fits)
        strbuf_printf(c->message, "property %zu is not that of this check, which is %s", index, p->name);
    else if (strcmp(verdict, "holds") && strcmp(verdict, "violated") && strcmp(verdict, "unknown"))
        strbuf_printf(c->message, "%s: \"%s\" is no verdict", p->name, verdict);
    else if (has_trace && (!get_index(entry, "trace", &trace_index) || trace_index >= json_array_size(json_object_get(c->report, "traces"))))
        strbuf_printf(c->message, "%s: there is no such trace", p->name);
    else if (has_trace != is_shown)
        strbuf_printf(c->message, has_trace ? "%s: it has a trace, but its verdict is \"%s\"" : "%s: its verdict is \"%s\", but it has no trace", p->name, verdict);
    else if (has_trace)
        c->trace_of[index] = trace_index;
    return !c->message->length;
}

/* Every property has an entry, every trace one property that it shows, and the verdict on the whole is what these say. */
static bool read_claims(claims *c)
{
    size_t count = json_array_size(json_object_get(c->report, "traces")), properties = c->properties->items.count;
    uint32_t *claimed = ARENA_ARRAY(c->memory, uint32_t, count + 1);
    bool violated = false;
    if (json_array_size(json_object_get(c->report, "properties")) != properties)
        strbuf_add(c->message, "its properties are not those of this check");
    for (size_t i = 0; i < properties && !c->message->length; i++)
        if (read_claim(c, i) && c->trace_of[i] != NO_TRACE) {
            violated |= !c->properties->items.data[i].is_wanted;
            claimed[c->trace_of[i]]++;
        }
    for (size_t t = 0; t < count && !c->message->length; t++)
        if (claimed[t] != 1)
            strbuf_printf(c->message, claimed[t] ? "trace %zu: more than one property is said to have it" : "trace %zu: no property of this check is said to have it", t);
    if (!c->message->length && strcmp(get_text(c->report, "verdict"), violated ? "violated" : "holds"))
        strbuf_printf(c->message, "by its traces the verdict is \"%s\", but it says \"%s\"", violated ? "violated" : "holds", get_text(c->report, "verdict"));
    return !c->message->length;
}

/* ---- Traces ---- */

static bool read_run(const json_t *recorded, size_t trace_index, run *out, strbuf *message)
{
    const json_t *steps = json_object_get(recorded, "steps");
    if (!json_is_array(steps))
        strbuf_printf(message, "trace %zu: it has no steps", trace_index);
    for (size_t i = 0; i < json_array_size(steps) && !message->length; i++) {
        step taken;
        if (!read_step(json_array_get(steps, i), &taken))
            strbuf_printf(message, "trace %zu, step %zu: its numbers are missing", trace_index, i + 1);
        vec_push(out, taken);
    }
    return !message->length;
}

/* Where the run goes on after its last step. */
static bool read_loop(const json_t *recorded, size_t trace_index, uint32_t *out, strbuf *message)
{
    const json_t *loop = json_object_get(recorded, "loop");
    *out = NO_LOOP;
    if ((loop && json_is_null(loop)) || get_index(recorded, "loop", out))
        return true;
    strbuf_printf(message, "trace %zu: its loop is not the number of a step", trace_index);
    return false;
}

/* Does the trace run, as it is written down, to a violation of this very property? */
static bool replay_one(const claims *c, property_ref violated, size_t *step_count)
{
    size_t trace_index = (size_t)c->trace_of[violated.index];
    json_t *recorded = json_array_get(json_object_get(c->report, "traces"), trace_index);
    run steps = {0};
    strbuf why = {0};
    uint32_t loop;
    bool confirmed = read_run(recorded, trace_index, &steps, c->message) && read_loop(recorded, trace_index, &loop, c->message);
    if (confirmed) {
        const trace *t = trace_build(c->memory, c->program, c->machine, c->properties, violated, &steps, loop, &why);
        if (!t)
            strbuf_printf(c->message, "trace %zu: %s", trace_index, strbuf_text(&why));
        confirmed = t && compare_trace(recorded, t, c->properties, c->sources, trace_index, c->message);
    }
    *step_count += steps.count;
    strbuf_release(&why);
    vec_release(&steps);
    return confirmed;
}

/* ---- The whole report ---- */

/* A run shows that a property is violated; that none does, it cannot show. */
static void say_what_is_confirmed(const claims *c, size_t step_count)
{
    size_t count = json_array_size(json_object_get(c->report, "traces"));
    strbuf_printf(c->message, "%zu trace%s, %zu step%s", count, count == 1 ? "" : "s", step_count, step_count == 1 ? "" : "s");
    for (int confirmed = 1; confirmed >= 0; confirmed--)
        for (size_t i = 0; i < c->properties->items.count; i++)
            if ((c->trace_of[i] != NO_TRACE) == confirmed)
                strbuf_printf(c->message, "\n  %-13s  %-8s  %s", confirmed ? "confirmed" : "not confirmed",
                              get_text(json_array_get(json_object_get(c->report, "properties"), i), "verdict"), c->properties->items.data[i].name);
}

static replay_verdict replay_claims(claims *c)
{
    size_t step_count = 0;
    if (!read_machine(c->report, &c->machine))
        strbuf_add(c->message, "the report's memory model and buffers contradict each other");
    bool confirmed = !c->message->length && read_claims(c);
    for (uint32_t i = 0; i < c->properties->items.count && confirmed; i++)
        if (c->trace_of[i] != NO_TRACE)
            confirmed = replay_one(c, (property_ref){i}, &step_count);
    if (confirmed)
        say_what_is_confirmed(c, step_count);
    return confirmed ? REPLAY_CONFIRMED : REPLAY_REJECTED;
}

/* Why the text is not the report of a check of this program; NULL: it is. */
static const char *what_is_wrong(const json_t *report, const program *p)
{
    if (strcmp(get_text(report, "tool"), "tarry") || !json_is_array(json_object_get(report, "traces")))
        return "this is no report of a check";
    if (!trace_json_is_for(report, p))
        return "the report was made for another input";
    return json_array_size(json_object_get(report, "traces")) ? NULL : "the report has no trace";
}

static replay_verdict replay_report(const program *p, const property_list *properties, const diag *sources, const json_t *report,
                                    strbuf *message)
{
    const char *wrong = what_is_wrong(report, p);
    if (wrong) {
        strbuf_add(message, wrong);
        return REPLAY_UNREADABLE;
    }
    claims c = {.program = p, .properties = properties, .sources = sources, .report = report, .memory = arena_new(), .message = message};
    c.trace_of = ARENA_ARRAY(c.memory, int64_t, properties->items.count + 1);
    replay_verdict verdict = replay_claims(&c);
    arena_free(c.memory);
    return verdict;
}

replay_verdict trace_replay_json(const program *p, const property_list *properties, const diag *sources, const char *json_text,
                                 size_t length, strbuf *message)
{
    json_error_t error;
    json_t *report = trace_json_load(json_text, length, &error);
    if (!report) {
        strbuf_printf(message, "this is no JSON: line %d: %s", error.line, error.text);
        return REPLAY_UNREADABLE;
    }
    memory_guest *held = trace_json_hold(report);
    replay_verdict verdict = replay_report(p, properties, sources, report, message);
    trace_json_release(report, held);
    return verdict;
}

/* ---- One run ---- */

/* The same numbers may stand for other statements, where the properties of the check made the program another one. */
static bool has_same_texts(const json_t *recorded, const trace *t)
{
    for (uint32_t i = 0; i < t->step_count; i++) {
        const json_t *one = json_array_get(json_object_get(recorded, "steps"), i);
        json_t *text = trace_json_text(t->steps[i].text);
        bool same = json_equal(json_object_get(one, "text"), text);
        json_decref(text);
        if (!same)
            return false;
    }
    return true;
}

static void read_one_run(const program *p, machine on, const json_t *report, size_t which, run *out, uint32_t *loop, strbuf *message)
{
    const json_t *traces = json_object_get(report, "traces"), *recorded = json_array_get(traces, which);
    const char *wrong = what_is_wrong(report, p), *memory = get_text(report, "memory");
    memory_kind kind = on.memory;
    bool known = memory_kind_find(memory, &kind);
    if (wrong)
        strbuf_add(message, wrong);
    else if (!known || memory_traits_of(kind)->exact != machine_traits(on)->exact)
        strbuf_printf(message, "it is a run of --memory %s", known ? memory_traits_of(memory_traits_of(kind)->exact)->name : "...");
    else if (!recorded)
        strbuf_printf(message, "there is no trace %zu: it has %zu, which count from 0", which, json_array_size(traces));
    if (message->length || !read_run(recorded, which, out, message) || !read_loop(recorded, which, loop, message))
        return;
    arena *scratch = arena_new();
    const trace *t = trace_record(scratch, p, on, out, message);
    if (t && (!has_same_texts(recorded, t) || (*loop != NO_LOOP && *loop > out->count)))
        strbuf_add(message, "its steps are not those of this program: give the options of that check (--never, --ltl, --mutex ...)");
    arena_free(scratch);
}

bool trace_run_from_json(const program *p, machine on, const char *json_text, size_t length, size_t which, run *out, uint32_t *loop, strbuf *message)
{
    json_error_t error;
    json_t *report = trace_json_load(json_text, length, &error);
    vec_clear(out);
    if (report)
        read_one_run(p, on, report, which, out, loop, message);
    else
        strbuf_printf(message, "this is no JSON: line %d: %s", error.line, error.text);
    json_decref(report);
    return !message->length;
}
