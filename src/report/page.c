/* page.c: the data of a page, and the page around them. */
#include "report/page.h"

#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "base/json.h"
#include "report/json.h"
#include "report/proof.h"
#include "report/reached.h"
#include "report/web.h"
#include "trace/explain.h"
#include "trace/flow.h"
#include "trace/trace_json.h"

/* ---- Changes in place of states ---- */

/* The members of `now` that `before` has not, or has otherwise; what is gone is []. */
static json_t *changes(json_t *before, json_t *now)
{
    json_t *changed = json_object(), *value;
    const char *key;
    json_object_foreach(now, key, value)
        if (!json_equal(value, json_object_get(before, key)))
            json_object_set(changed, key, value);
    json_object_foreach(before, key, value)
        if (!json_object_get(now, key))
            json_put(changed, key, json_array());
    return changed;
}

/* A trace of many steps would be as long as all its states; what a step leaves as it is need not be told. */
static void keep_changes(json_t *traced)
{
    static const char *const parts[] = {"memory", "ghosts", "buffers", "locals", "channels"};
    json_t *before = json_copy(json_object_get(traced, "initial")), *taken;
    size_t i;
    json_array_foreach(json_object_get(traced, "steps"), i, taken)
        for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
            json_t *now = json_incref(json_object_get(taken, parts[k])), *changed = changes(json_object_get(before, parts[k]), now);
            json_object_set(before, parts[k], now);
            json_decref(now);
            if (json_object_size(changed))
                json_put(taken, parts[k], changed);
            else
                json_object_del(taken, parts[k]);
            if (!json_object_size(changed))
                json_decref(changed);
        }
    json_decref(before);
}

/* ---- What a page shows of a trace ---- */
static json_t *element_json(const trace *t, uint32_t element)
{
    strbuf name = {0};
    const variable *v = &t->program->globals.data[program_global_of_element(t->program, element)];
    variable_element_name(v, element - v->offset, &name);
    json_t *value = trace_json_text(strbuf_text(&name));
    strbuf_release(&name);
    return value;
}

static json_t *value_json(const trace *t, uint32_t element, int32_t value)
{
    strbuf text = {0};
    variable_value_text(t->program, &t->program->globals.data[program_global_of_element(t->program, element)], value, &text);
    json_t *shown = trace_json_text(strbuf_text(&text));
    strbuf_release(&text);
    return shown;
}

static json_t *number_json(uint32_t number)
{
    return number == FLOW_NONE ? json_null() : json_integer(number);
}

/* Rows: process, location, value, step that made it, step that brought it to memory, step in which it left its buffer. */
static json_t *writes_json(const trace *t, const trace_flow *flow)
{
    json_t *rows = json_array();
    for (uint32_t i = 0; i < flow->write_count; i++) {
        const flow_write *w = &flow->writes[i];
        json_push(rows, json_pack("[o o o i o o]", trace_json_text(w->process), element_json(t, w->element), value_json(t, w->element, w->value), (int)w->made,
                               number_json(w->reached), number_json(w->left)));
    }
    return rows;
}

/* Rows: step, location, value, write (null: the initial value), is it in the own buffer. */
static json_t *reads_json(const trace *t, const trace_flow *flow)
{
    json_t *rows = json_array();
    for (uint32_t i = 0; i < flow->read_count; i++) {
        const flow_read *r = &flow->reads[i];
        json_push(rows, json_pack("[i o o o b]", (int)r->step, element_json(t, r->element), value_json(t, r->element, r->value), number_json(r->write), r->from_buffer));
    }
    return rows;
}

/* Rows: step, the step whose store it overtakes, location of that store. */
static json_t *overtakes_json(const trace *t, const trace_overtake *overtakes)
{
    json_t *rows = json_array();
    for (uint32_t i = 0; i < t->step_count; i++)
        if (overtake_is_access(&overtakes[i]))
            json_push(rows, json_pack("[i i o]", (int)i, (int)overtakes[i].store.step, element_json(t, overtakes[i].store.element)));
    return rows;
}

/* All processes of the trace, in the order in which they come. */
static json_t *processes_json(const trace *t)
{
    json_t *names = json_array(), *known = json_object();
    for (uint32_t i = 0; i <= t->step_count; i++) {
        const trace_step *s = i ? &t->steps[i - 1] : t->initial;
        if (i && s->processes == trace_before(t, i - 1)->processes)
            continue;
        for (uint32_t q = 0; q < s->process_count; q++)
            if (!json_object_get(known, s->processes[q].name)) {
                json_put(known, s->processes[q].name, json_true());
                json_push(names, trace_json_text(s->processes[q].name));
            }
    }
    json_decref(known);
    return names;
}

static void add_to_trace(const trace *t, json_t *traced)
{
    arena *memory = arena_new();
    const trace_overtake *overtakes = trace_find_overtakes(memory, t);
    trace_flow flow = trace_find_flow(memory, t);
    keep_changes(traced);
    json_put(traced, "processes", processes_json(t));
    json_put(traced, "overtakes", overtakes_json(t, overtakes));
    json_put(traced, "writes", writes_json(t, &flow));
    json_put(traced, "reads", reads_json(t, &flow));
    arena_free(memory);
}

/* ---- The object of one file ---- */
static json_t *sources_json(const diag *sources)
{
    json_t *list = json_array();
    for (size_t i = 0; i < sources->sources.count; i++) {
        const source *s = &sources->sources.data[i];
        if (s->text)
            json_push(list, json_pack("{s o s o}", "name", trace_json_text(s->name), "text", trace_json_text(s->text)));
    }
    return list;
}

static json_t *set_json(const program *p, uint32_t set)
{
    json_t *names = json_object();
    strbuf number = {0};
    for (size_t m = 0; m < p->mtypes.count; m++)
        if (p->mtypes.data[m].set == set) {
            strbuf_clear(&number);
            strbuf_printf(&number, "%d", p->mtypes.data[m].value);
            json_put(names, strbuf_text(&number), trace_json_text(p->mtypes.data[m].name));
        }
    strbuf_release(&number);
    return names;
}

/* Of a channel's fields: "q.0" is the first of q. */
static void add_field_names(const program *p, const channel *c, json_t *object)
{
    strbuf name = {0};
    for (uint32_t f = 0; f < c->field_count; f++)
        if (c->field_is_mtype[f]) {
            strbuf_clear(&name);
            strbuf_printf(&name, "%s.%u", c->name, f);
            json_put(object, strbuf_text(&name), set_json(p, c->field_mtype_set[f]));
        }
    strbuf_release(&name);
}

/* The names of values, of what has such names: { "x": { "1": "red" } }. */
static json_t *names_json(const program *p)
{
    json_t *object = json_object();
    strbuf name = {0};
    for (size_t i = 0; i < p->globals.count; i++) {
        const variable *v = &p->globals.data[i];
        for (uint32_t e = 0; e < v->count && v->is_mtype; e++) {
            strbuf_clear(&name);
            variable_element_name(v, e, &name);
            json_put(object, strbuf_text(&name), set_json(p, v->mtype_set));
        }
    }
    strbuf_release(&name);
    for (size_t i = 0; i < p->channels.count; i++)
        add_field_names(p, &p->channels.data[i], object);
    for (size_t t = 0; t < p->processes.count; t++)
        for (size_t i = 0; i < p->processes.data[t].channels.count; i++)
            add_field_names(p, &p->processes.data[t].channels.data[i], object);
    return object;
}

static void add_compact(json_t *value, strbuf *out)
{
    char *text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(9));
    if (!text)
        out_of_memory();
    strbuf_add(out, text);
    free(text);
}

void report_page_object(const report *r, const char *certificate, strbuf *out)
{
    json_t *object = report_json_object(r), *proof = certificate ? report_proof(r, certificate) : NULL, *traced;
    size_t i;
    json_array_foreach(json_object_get(object, "traces"), i, traced)
        add_to_trace(r->traces[i], traced);
    if (proof)
        json_put(object, "proof", proof);
    strbuf checked = {0};
    if (report_add_checked(r, &checked))
        json_put(object, "checked", trace_json_text(strbuf_text(&checked)));
    strbuf_release(&checked);
    json_put(object, "title", json_string(machine_traits(r->machine)->title));
    json_put(object, "sources", sources_json(r->sources));
    json_put(object, "value_names", names_json(r->program));
    add_compact(object, out);
    json_decref(object);
}

void report_page_repair(const char *json, const char *name, const char *text, const char *list, const char *const *repaired, size_t count, strbuf *out)
{
    json_error_t error;
    json_t *object = trace_json_load(json, strlen(json), &error), *texts = json_array(), *sources = json_array();
    CHECK(object);
    json_push(sources, json_pack("{s o s o}", "name", trace_json_text(name), "text", trace_json_text(text)));
    for (size_t i = 0; i < count; i++)
        json_push(texts, trace_json_text(repaired[i]));
    json_put(object, "sources", sources);
    json_put(object, "repaired", texts);
    if (list)
        json_put(object, "list", trace_json_text(list));
    add_compact(object, out);
    json_decref(object);
}

/* ---- The page ---- */

/* JSON that cannot end a script element or begin a comment in it, and that is JavaScript too. */
static void add_for_script(const char *text, strbuf *out)
{
    const char *plain = text; /* what was not added yet */
    for (const char *c = text; *c; c++) {
        bool is_separator = !strncmp(c, "\xE2\x80", 2) && (c[2] == '\xA8' || c[2] == '\xA9');
        if (*c != '<' && *c != '>' && *c != '&' && !is_separator)
            continue;
        strbuf_add_bytes(out, plain, (size_t)(c - plain));
        strbuf_printf(out, "\\u%04x", is_separator ? (c[2] == '\xA8' ? 0x2028u : 0x2029u) : (unsigned)*c);
        c += is_separator ? 2 : 0;
        plain = c + 1;
    }
    strbuf_add(out, plain);
}

void report_page(const char *version, const char *command, const report_entry *entries, size_t count, strbuf *out)
{
    static const char mark[] = "@DATA@";
    strbuf data = {0};
    const char *shell = web_page, *cut = strstr(shell, mark);
    CHECK(cut);
    json_t *asked = trace_json_text(command);
    strbuf_add(&data, "{\"command\":");
    add_compact(asked, &data);
    strbuf_add(&data, ",\"report\":");
    report_json_several(version, entries, count, &data);
    strbuf_add_char(&data, '}');
    strbuf_add_bytes(out, shell, (size_t)(cut - shell));
    add_for_script(strbuf_text(&data), out);
    strbuf_add(out, cut + strlen(mark));
    json_decref(asked);
    strbuf_release(&data);
}
