/* trace_json.c: one object a step, keys in the order that users were promised, ours after them. */
#include "trace/trace_json.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/bug.h"
#include "base/json.h"

json_t *trace_json_hash(const program *p)
{
    char hash[17];
    snprintf(hash, sizeof hash, "%016" PRIx64, p->input_hash);
    return json_string(hash);
}

bool trace_json_is_for(const json_t *report, const program *p)
{
    json_t *hash = trace_json_hash(p);
    bool same = json_equal(json_object_get(report, "input_hash"), hash);
    json_decref(hash);
    return same;
}

static json_t *element_name(const program *p, uint32_t element)
{
    strbuf name = {0};
    const variable *v = &p->globals.data[program_global_of_element(p, element)];
    variable_element_name(v, element - v->offset, &name);
    json_t *value = trace_json_text(strbuf_text(&name));
    strbuf_release(&name);
    return value;
}

/* All globals of one class; channel variables hold numbers that mean nothing outside. */
static json_t *memory_json(const program *p, const int32_t *memory, variable_class class)
{
    json_t *object = json_object();
    strbuf name = {0};
    for (size_t i = 0; i < p->globals.count; i++) {
        const variable *v = &p->globals.data[i];
        if (v->class != class || v->is_channel)
            continue;
        for (uint32_t e = 0; e < v->count; e++) {
            strbuf_clear(&name);
            variable_element_name(v, e, &name);
            json_put(object, strbuf_text(&name), json_integer(memory[v->offset + e]));
        }
    }
    strbuf_release(&name);
    return object;
}

static void add_store(json_t *stores, json_t *name, int64_t value)
{
    json_t *pair = json_array();
    json_push(pair, name);
    json_push(pair, json_integer(value));
    json_push(stores, pair);
}

/* Buffers that are not empty, oldest store first; "..." stands for as many as its value says. */
static json_t *buffers_json(const program *p, const trace_step *s)
{
    json_t *object = json_object();
    for (uint32_t i = 0; i < s->process_count; i++) {
        const trace_process *q = &s->processes[i];
        if (!q->store_count)
            continue;
        json_t *stores = json_array();
        for (uint32_t k = 0; k < q->store_count; k++) {
            if (k == TRACE_SHOWN_STORES && trace_hidden_stores(q)) {
                add_store(stores, json_string("..."), trace_hidden_stores(q));
                k += trace_hidden_stores(q);
            }
            add_store(stores, element_name(p, q->stores[k].element), q->stores[k].value);
        }
        json_put(object, q->name, stores);
    }
    return object;
}

/* Of each process that has some, by name; of an array the elements. */
static json_t *locals_json(const program *p, const trace_step *s)
{
    json_t *object = json_object();
    for (uint32_t i = 0; i < s->process_count; i++) {
        const trace_process *q = &s->processes[i];
        const process_type *type = &p->processes.data[q->type];
        json_t *values = json_object();
        for (size_t k = 0; k < type->locals.count; k++) {
            const variable *v = &type->locals.data[k];
            for (uint32_t e = 0; e < v->count; e++) {
                strbuf name = {0};
                variable_element_name(v, e, &name);
                json_put(values, strbuf_text(&name), json_integer(q->locals[v->offset + e]));
                strbuf_release(&name);
            }
        }
        if (json_object_size(values))
            json_put(object, q->name, values);
        else
            json_decref(values);
    }
    return object;
}

static json_t *message_json(const trace_channel *c, uint32_t message)
{
    json_t *fields = json_array();
    for (uint32_t f = 0; f < c->type->field_count; f++)
        json_push(fields, json_integer(c->values[message * c->type->field_count + f]));
    return fields;
}

/* The messages of those that keep some, oldest first: { "q": [ [1, 2], [3, 4] ] }. Where blocks of a process have channels of one name, the later ones have their lines. */
static json_t *channels_json(const trace_step *s)
{
    json_t *object = json_object();
    strbuf name = {0};
    for (uint32_t i = 0; i < s->channel_count; i++) {
        const trace_channel *c = &s->channels[i];
        json_t *messages = json_array();
        for (uint32_t m = 0; m < c->count; m++)
            json_push(messages, message_json(c, m));
        strbuf_clear(&name);
        trace_channel_name(c, &name);
        if (json_object_get(object, strbuf_text(&name)))
            strbuf_printf(&name, ", line %u", c->type->where.line);
        json_put(object, strbuf_text(&name), messages);
    }
    strbuf_release(&name);
    return object;
}

static bool has_channels(const program *p)
{
    bool any = false;
    for (size_t i = 0; i < p->channels.count; i++)
        any |= p->channels.data[i].capacity > 0;
    for (size_t t = 0; t < p->processes.count; t++)
        for (size_t i = 0; i < p->processes.data[t].channels.count; i++)
            any |= p->processes.data[t].channels.data[i].capacity > 0;
    return any;
}

static bool has_locals(const program *p)
{
    for (size_t i = 0; i < p->processes.count; i++)
        if (p->processes.data[i].locals.count)
            return true;
    return false;
}

static bool has_ghosts(const program *p)
{
    for (size_t i = 0; i < p->globals.count; i++)
        if (p->globals.data[i].class == VARIABLE_GHOST && !p->globals.data[i].is_channel)
            return true;
    return false;
}

static void set_state(json_t *object, const program *p, const trace_step *s)
{
    json_put(object, "memory", memory_json(p, s->memory, VARIABLE_RELAXED));
    json_put(object, "buffers", buffers_json(p, s));
    if (has_ghosts(p))
        json_put(object, "ghosts", memory_json(p, s->memory, VARIABLE_GHOST));
    if (has_locals(p))
        json_put(object, "locals", locals_json(p, s));
    if (has_channels(p))
        json_put(object, "channels", channels_json(s));
}

static json_t *step_json(const program *p, const trace_step *s, const diag *sources)
{
    json_t *object = json_object();
    json_put(object, "process", trace_json_text(s->process));
    json_put(object, "kind", json_string(trace_kind_name(s->kind)));
    json_put(object, "text", trace_json_text(s->text));
    json_put(object, "line", json_integer(s->where.line));
    json_put(object, "location", s->element >= 0 ? element_name(p, (uint32_t)s->element) : json_null());
    json_put(object, "value", s->element >= 0 ? json_integer(s->value) : json_null());
    set_state(object, p, s);
    json_put(object, "file", trace_json_text(diag_file_name(sources, s->where)));
    if (s->printed)
        json_put(object, "printed", trace_json_text(s->printed));
    json_put(object, "process_index", json_integer(s->step.process));
    if (s->step.kind == STEP_EDGE)
        json_put(object, "edge", json_integer(s->step.edge));
    if (s->step.kind == STEP_COMMIT)
        json_put(object, "element", json_integer(s->step.element));
    if (s->step.partner >= 0 && s->step.kind == STEP_EDGE) {
        json_put(object, "partner", trace_json_text(s->partner));
        json_put(object, "partner_index", json_integer(s->step.partner));
        json_put(object, "partner_edge", json_integer(s->step.partner_edge));
    }
    return object;
}

json_t *trace_json(const trace *t, const property_list *properties, const diag *sources)
{
    json_t *object = json_object(), *steps = json_array(), *initial = json_object();
    if (!object || !steps || !initial)
        out_of_memory();
    for (uint32_t i = 0; i < t->step_count; i++)
        json_push(steps, step_json(t->program, &t->steps[i], sources));
    json_put(object, "steps", steps);
    json_put(object, "loop", t->loop == NO_LOOP ? json_null() : json_integer(t->loop));
    set_state(initial, t->program, t->initial);
    json_put(object, "initial", initial);
    json_put(object, "property", trace_json_text(property_is(t->property, NO_PROPERTY) ? NULL : property_at(properties, t->property)->name));
    json_put(object, "message", trace_json_text(t->message));
    return object;
}
