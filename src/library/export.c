/* export.c: texts in other languages for libtarry.h. */
#include <stdlib.h>
#include <string.h>

#include "export/export.h"
#include "frontend/litmus/export.h"
#include "library/formula_read.h"
#include "library/handles.h"
#include "property/ltl/buchi.h"

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

/* ---- Programs with their store buffers as variables ---- */
static bool write_program(model *m, const char *to, strbuf *out)
{
    if (!strcmp(to, "dve") && m->frontend != &frontend_dve)
        diag_error(&m->diag, (source_location){0}, "export --to dve takes DVE models, and this is %s", m->frontend->name);
    if (diag_has_errors(&m->diag))
        return false;
    return !strcmp(to, "dve") ? export_dve(m->footprints, &m->diag, out) : export_promela(m->footprints, &m->properties, model_machine(m), &m->diag, out);
}

static bool export_program(const char *name, const char *text, size_t length, const char *to, const tarry_options *o, strbuf *out, strbuf *messages)
{
    tarry_model *m = tarry_load_text(name, text, length, o);
    bool good = tarry_model_is_good(m) && write_program(&m->model, to, out);
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

char *tarry_export(const char *name, const char *text, size_t length, const char *to, const char *formula_text, const tarry_options *o, char **messages)
{
    strbuf out = {0}, said = {0};
    bool good = false;
    if (!strcmp(to, "c"))
        good = export_c(name, text, length, o, &out, &said);
    else if (!strcmp(to, "dve") || !strcmp(to, "promela"))
        good = export_program(name, text, length, to, o, &out, &said);
    else if (!strcmp(to, "dot") && formula_text)
        good = export_dot(name, text, length, formula_text, o, &out, &said);
    else
        strbuf_printf(&said, "tarry: error: %s\n", strcmp(to, "dot") ? "there is no such language to translate to" : "dot is the language of a formula's automaton: give a formula");
    *messages = take_text(&said);
    char *made = take_text(&out);
    if (good)
        return made;
    free(made);
    return NULL;
}
