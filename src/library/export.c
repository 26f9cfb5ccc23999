/* export.c: texts in other languages for libtarry.h. */
#include <stdlib.h>
#include <string.h>

#include "export/export.h"
#include "frontend/litmus/export.h"
#include "library/formula_read.h"
#include "library/handles.h"
#include "library/payload.h"
#include "library/stacks.h"
#include "partition/partition.h"
#include "property/ltl/buchi.h"
#include "report/dot.h"

/* ---- The automaton of a formula, for Graphviz ---- */

/* A name stays as it is; whatever else may hold an operator stands in parentheses. */
static void write_atom(void *data, uint32_t atom, strbuf *out)
{
    const char *text = ((const formula_atoms *)data)->texts.data[atom];
    bool is_name = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@") == strlen(text);
    strbuf_printf(out, is_name ? "%s" : "(%s)", text);
}

static bool draw(model *m, const char *text, strbuf *out)
{
    formula_pool pool;
    formula f;
    formula_atoms atoms;
    buchi b;
    formula_pool_init(&pool);
    formula_source from = formula_source_of_option(m, "--ltl", text);
    bool good = formula_read(m, &from, &pool, &f, &atoms);
    if (good && !buchi_translate(&pool, formula_simplify(&pool, f), &b)) {
        formula_refuse_size(m, &from);
        good = false;
    }
    if (good) {
        buchi_reduce(&b);
        buchi_dot(&b, text, write_atom, &atoms, out);
        buchi_release(&b);
    }
    formula_atoms_release(&atoms);
    formula_pool_release(&pool);
    return good;
}

static bool export_dot(const char *name, const char *text, size_t length, const char *formula_text, const tarry_options *o, strbuf *out, strbuf *messages)
{
    tarry_model *m = tarry_load_text(name, text, length, o);
    bool good = tarry_model_is_good(m) && draw(&m->model, formula_text, out);
    diag_print(&m->model.diag, messages);
    tarry_model_free(m);
    return good;
}

/* ---- Other drawings for Graphviz ---- */
enum { MOST_DRAWN = 500 }; /* states, unless the options say */

/* "3\nx=1 y=0": the state that the walk is at. */
static void write_state(const tarry_walk *w, const model *m, uint32_t number, strbuf *out)
{
    strbuf text = {0};
    strbuf_printf(&text, "%u", number);
    for (size_t i = 0; i < m->program->globals.count; i++) {
        const variable *v = &m->program->globals.data[i];
        for (uint32_t e = 0; e < v->count && !v->is_channel; e++) {
            strbuf_add_char(&text, '\n');
            variable_element_name(v, e, &text);
            strbuf_add_char(&text, '=');
            variable_value_text(m->program, v, walk_memory(w, v->offset + e), &text);
        }
    }
    strbuf_printf(out, "  s%u [label=", number);
    strbuf_add_quoted(out, strbuf_text(&text));
    strbuf_add(out, "];\n");
    strbuf_release(&text);
}

/* The number of the state that it leads to; `from` where it violates a property. */
static uint32_t write_choice(tarry_walk *w, uint32_t from, size_t choice, strbuf *out)
{
    const char *bad = tarry_walk_violates(w, choice);
    uint32_t to = from;
    strbuf text = {0};
    strbuf_printf(&text, "%s %u: %s", tarry_walk_process(w, choice), tarry_walk_pid(w, choice), tarry_walk_text(w, choice));
    if (bad) {
        strbuf_printf(out, "  bad%u_%zu [color=red, label=", from, choice);
        strbuf_add_quoted(out, bad);
        strbuf_printf(out, "];\n  s%u -> bad%u_%zu [label=", from, from, choice);
    } else {
        tarry_walk_take(w, choice);
        to = tarry_walk_state(w);
        tarry_walk_go(w, from);
        strbuf_printf(out, "  s%u -> s%u [label=", from, to);
    }
    strbuf_add_quoted(out, strbuf_text(&text));
    strbuf_add(out, "];\n");
    strbuf_release(&text);
    return to;
}

/* Numbers are given in the order of asking, so that the next state to go to is the next number. */
static bool draw_states(tarry_model *m, const tarry_options *o, strbuf *out)
{
    tarry_walk *w = tarry_walk_new(m);
    uint64_t most = o->max_states ? o->max_states : MOST_DRAWN;
    uint32_t known = 1;
    if (!w) {
        diag_error(&m->model.diag, (source_location){0}, "creating the first state fails at run time");
        return false;
    }
    uint32_t first = tarry_walk_state(w);
    strbuf_add(out, "digraph states {\n  node [shape=box];\n  start [shape=point];\n  start -> s0;\n");
    for (uint32_t s = first; s < known && known <= most; s++) {
        tarry_walk_go(w, s);
        write_state(w, &m->model, s, out);
        for (size_t i = 0; i < tarry_walk_count(w); i++) {
            uint32_t to = write_choice(w, s, i, out);
            known = to >= known ? to + 1 : known;
        }
    }
    strbuf_add(out, "}\n");
    tarry_walk_free(w);
    if (known > most)
        diag_error(&m->model.diag, (source_location){0}, "there are more than %llu states: too many to draw; --max-states N draws up to N, --buffer N makes them fewer", (unsigned long long)most);
    return known <= most;
}

static bool draw_buffers(tarry_model *m, tarry_options *o, strbuf *out)
{
    const char *why = NULL, *certificate;
    bool asked = o->certificate, good = false;
    o->certificate = true;
    tarry_result *r = tarry_check(m, o, &why);
    o->certificate = asked;
    if (r && (certificate = tarry_result_certificate(r, &why)))
        good = report_dot_buffers(&r->report, certificate, out);
    if (!good)
        diag_error(&m->model.diag, (source_location){0}, "there is no proof of few states whose buffers could be drawn%s%s", why ? ": " : "", why ? why : "");
    if (r)
        tarry_result_free(r);
    return good;
}

static bool export_drawing(const char *name, const char *text, size_t length, const char *to, tarry_options *o, strbuf *out, strbuf *messages)
{
    tarry_model *m = tarry_load_text(name, text, length, o);
    bool good = tarry_model_is_good(m);
    if (good && !strcmp(to, "dot-states"))
        good = draw_states(m, o, out);
    else if (good && !strcmp(to, "dot-buffers"))
        good = draw_buffers(m, o, out);
    else if (good)
        report_dot_program(m->model.program, out);
    diag_print(&m->model.diag, messages);
    tarry_model_free(m);
    return good;
}

/* ---- Programs with their store buffers as variables ---- */
enum { MOST_SEARCHED = 200000 }; /* states, unless the options say */

/* Where processes are created, those that a search meets; where it takes too long, all that could be created, if these are not too many. */
static bool write_promela(model *m, const tarry_options *o, strbuf *out)
{
    arena *memory = arena_new();
    export_stacks stacks;
    machine on = model_machine(m);
    on.buffer = machine_traits(on)->overwrites ? 1 : on.buffer;
    bool may_search = !index_set_is_empty(&m->footprints->all.created) && !memory_is_approximation(on.memory) && (on.buffer || !machine_traits(on)->has_buffers);
    bool known = may_search && stacks_find(m, on, o->max_states ? o->max_states : MOST_SEARCHED, memory, &stacks);
    bool good = export_promela(m->footprints, &m->properties, on, known ? &stacks : NULL, &m->diag, out);
    arena_free(memory);
    return good;
}

static bool write_program(model *m, const char *to, const tarry_options *o, strbuf *out)
{
    if (!strcmp(to, "dve") && m->frontend != &frontend_dve)
        diag_error(&m->diag, (source_location){0}, "export --to dve takes DVE models, and this is %s", m->frontend->name);
    if (diag_has_errors(&m->diag))
        return false;
    return !strcmp(to, "dve") ? export_dve(m->footprints, &m->diag, out) : write_promela(m, o, out);
}

static bool export_program(const char *name, const char *text, size_t length, const char *to, const tarry_options *o, strbuf *out, strbuf *messages)
{
    tarry_model *m = tarry_load_text(name, text, length, o);
    bool good = tarry_model_is_good(m) && write_program(&m->model, to, o, out);
    diag_print(&m->model.diag, messages);
    tarry_model_free(m);
    return good;
}

/* ---- For the plugin of LTSmin ---- */
static bool write_pins(model *m, const char *name, const char *text, size_t length, strbuf *out)
{
    footprints *f = property_footprints(&m->properties, m->program);
    machine on = model_machine(m);
    const char *why = partition_refuses(f, on);
    partition *made = why ? NULL : partition_new(f, &m->properties, on);
    if (!why && !made)
        why = "creating the first state fails at run time";
    else if (!why && !payload_write(m, name, text, length, out))
        why = "its text is no UTF-8";
    if (why)
        diag_error(&m->diag, (source_location){0}, "export --to pins: %s", why);
    if (made)
        partition_free(made);
    footprints_free(f);
    return !why;
}

static bool export_pins(const char *name, const char *text, size_t length, const tarry_options *o, strbuf *out, strbuf *messages)
{
    tarry_model *m = tarry_load_text(name, text, length, o);
    bool good = tarry_model_is_good(m) && write_pins(&m->model, name, text, length, out);
    diag_print(&m->model.diag, messages);
    tarry_model_free(m);
    return good;
}

/* ---- A litmus test as a C program ---- */
static bool export_c(const char *name, const char *text, size_t length, const tarry_options *o, strbuf *out, strbuf *messages)
{
    const char *language = o->request.options.language;
    if (frontend_find(!language && !strcmp(name, "-") ? "litmus" : language, name) != &frontend_litmus) {
        strbuf_add(messages, "tarry: error: export --to c takes litmus tests only (.litmus, or --language litmus)\n");
        return false;
    }
    diag d;
    diag_init(&d);
    frontend_input input = {.file_name = name, .text = text, .length = length};
    bool good = litmus_export_c(&input, &d, out);
    diag_print(&d, messages);
    diag_release(&d);
    return good;
}

char *tarry_export(const char *name, const char *text, size_t length, const char *to, const char *formula_text, tarry_options *o, char **messages)
{
    strbuf out = {0}, said = {0};
    bool good = false;
    if (!strcmp(to, "c"))
        good = export_c(name, text, length, o, &out, &said);
    else if (!strcmp(to, "dve") || !strcmp(to, "promela"))
        good = export_program(name, text, length, to, o, &out, &said);
    else if (!strcmp(to, "pins"))
        good = export_pins(name, text, length, o, &out, &said);
    else if (!strcmp(to, "dot") && formula_text)
        good = export_dot(name, text, length, formula_text, o, &out, &said);
    else if (!strcmp(to, "dot") || !strcmp(to, "dot-states") || !strcmp(to, "dot-buffers"))
        good = export_drawing(name, text, length, to, o, &out, &said);
    else
        strbuf_add(&said, "tarry: error: there is no such language to translate to\n");
    *messages = take_text(&said);
    char *made = take_text(&out);
    if (good)
        return made;
    free(made);
    return NULL;
}
