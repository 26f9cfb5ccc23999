#include "report/proof.h"

#include <string.h>

#include "base/json.h"
#include "trace/certificate.h"
#include "trace/trace_json.h"

typedef struct picture {
    const program *program;
    json_t *globals, *places;  /* of the proof: rows */
    json_t *moves, *known;     /* what was seen; its texts, so that each is there once */
    VEC(uint32_t) first;       /* by global: the number of its first state */
} picture;

static json_int_t number_at(const json_t *row, size_t column)
{
    return json_integer_value(json_array_get(row, column));
}

static void add_element(const program *p, uint32_t element, strbuf *out)
{
    const variable *v = &p->globals.data[program_global_of_element(p, element)];
    variable_element_name(v, element - v->offset, out);
}

static void add_store(const program *p, uint32_t element, int32_t value, strbuf *out)
{
    add_element(p, element, out);
    strbuf_add_char(out, '=');
    variable_value_text(p, &p->globals.data[program_global_of_element(p, element)], value, out);
}

static json_t *take_text(strbuf *text)
{
    json_t *value = trace_json_text(strbuf_text(text));
    strbuf_release(text);
    return value;
}

/* ---- Moves ---- */
static json_int_t number_of(const picture *x, certificate_state s)
{
    return s.global < 0 ? -1 : (json_int_t)x->first.data[s.global] + s.number;
}

static const process_type *type_of(const picture *x, certificate_state s, uint32_t process)
{
    return &x->program->processes.data[number_at(json_array_get(x->globals, (size_t)s.global), 1 + process)];
}

static void tell_step(const picture *x, certificate_state from, const step *taken, int32_t value, strbuf *text, uint32_t *line)
{
    const process_type *t = type_of(x, from, taken->process);
    switch (taken->kind) {
    case STEP_EDGE:
        strbuf_add(text, t->edges.data[taken->edge].text ? t->edges.data[taken->edge].text : "");
        *line = t->edges.data[taken->edge].where.line;
        break;
    case STEP_COMMIT:
        strbuf_add(text, "commit ");
        add_store(x->program, taken->element, value, text);
        break;
    case STEP_END: strbuf_add(text, "end"); break;
    }
}

static void note_move(void *data, certificate_state from, certificate_state to, const step *taken, int32_t value)
{
    picture *x = data;
    json_int_t before = number_of(x, from), after = number_of(x, to);
    if (before == after)
        return;
    strbuf text = {0}, name = {0};
    uint32_t line = 0;
    if (taken)
        tell_step(x, from, taken, value, &text, &line);
    int process = taken ? (int)taken->process : -1;
    strbuf_printf(&name, "%d %d %d %u %s", (int)before, (int)after, process, line, strbuf_text(&text));
    if (!json_object_get(x->known, strbuf_text(&name))) {
        json_put(x->known, strbuf_text(&name), json_true());
        json_push(x->moves, json_pack("[I I i o i]", before, after, process, trace_json_text(strbuf_text(&text)), (int)line));
    }
    strbuf_release(&text);
    strbuf_release(&name);
}

/* ---- Names ---- */
static json_t *letters_json(const program *p, const json_t *letters)
{
    json_t *texts = json_array(), *row;
    size_t i;
    json_array_foreach(letters, i, row) {
        strbuf text = {0};
        if ((uint32_t)number_at(row, 0) == p->global_count)
            strbuf_add(&text, "sfence");
        else
            add_store(p, (uint32_t)number_at(row, 0), (int32_t)number_at(row, 1), &text);
        json_push(texts, take_text(&text));
    }
    return texts;
}

static json_t *elements_json(const program *p)
{
    json_t *names = json_array();
    for (uint32_t e = 0; e < p->global_count; e++) {
        strbuf name = {0};
        add_element(p, e, &name);
        json_push(names, take_text(&name));
    }
    return names;
}

static json_t *type_json(const process_type *t)
{
    json_t *locals = json_array(), *nodes = json_array();
    for (size_t i = 0; i < t->locals.count; i++)
        for (uint32_t e = 0; e < t->locals.data[i].count; e++) {
            strbuf name = {0};
            variable_element_name(&t->locals.data[i], e, &name);
            json_push(locals, take_text(&name));
        }
    for (size_t i = 0; i < t->nodes.count; i++) {
        const node *n = &t->nodes.data[i];
        json_push(nodes, json_integer(n->edge_count ? t->edges.data[n->first_edge].where.line : n->where.line));
    }
    return json_pack("{s o s o s o}", "name", trace_json_text(t->name), "locals", locals, "nodes", nodes);
}

/* ---- States ---- */
static json_t *slice(const json_t *row, size_t first, size_t count)
{
    json_t *part = json_array();
    for (size_t i = first; i < first + count; i++)
        json_push(part, json_incref(json_array_get(row, i)));
    return part;
}

/* The states of all globals, one after the other. */
static json_t *states_json(picture *x)
{
    json_t *states = json_array(), *row;
    size_t g;
    json_array_foreach(x->places, g, row) {
        const json_t *global = json_array_get(x->globals, g);
        size_t processes = (size_t)number_at(global, 0);
        vec_push(&x->first, (uint32_t)json_array_size(states));
        for (size_t i = 0; i + processes <= json_array_size(row) && (processes || !i); i += processes ? processes : 1)
            json_push(states, json_pack("[o o o]", slice(global, 1, processes), slice(global, 1 + processes, x->program->global_count), slice(row, i, processes)));
    }
    return states;
}

json_t *report_proof(const report *r, const char *certificate)
{
    json_error_t error;
    json_t *loaded = trace_json_load(certificate, strlen(certificate), &error), *tables = json_object_get(loaded, "proof"), *made = NULL;
    picture x = {.program = r->program, .globals = json_object_get(tables, "globals"), .places = json_object_get(tables, "states"), .moves = json_array(), .known = json_object()};
    strbuf message = {0};
    json_t *states = states_json(&x);
    const certificate_watch watch = {note_move, &x};
    if (json_array_size(states) <= REPORT_PROOF_STATES &&
        certificate_watch_check(r->program, r->properties, r->machine.memory, certificate, strlen(certificate), &watch, &message) == CERTIFICATE_CONFIRMED) {
        json_t *types = json_array();
        for (size_t i = 0; i < r->program->processes.count; i++)
            json_push(types, type_json(&r->program->processes.data[i]));
        made = json_pack("{s O s o s O s O s o s o s O s O}", "keys", json_object_get(tables, "keys"), "letters", letters_json(r->program, json_object_get(tables, "letters")),
                         "points", json_object_get(tables, "points"), "edges", json_object_get(tables, "edges"), "elements", elements_json(r->program), "types", types,
                         "states", states, "moves", x.moves);
    }
    json_decref(states);
    json_decref(x.moves);
    json_decref(x.known);
    json_decref(loaded);
    vec_release(&x.first);
    strbuf_release(&message);
    return made;
}
