/* export.c: texts in other languages for libtarry.h. */
#include <stdlib.h>
#include <string.h>

#include "frontend/litmus/export.h"
#include "library/handles.h"
#include "property/ltl/buchi.h"
#include "property/ltl/parse.h"

/* ---- The automaton of a formula, for Graphviz ---- */
typedef struct formula_reading {
    model *model;
    const char *text;
    arena *memory;
    tarry_texts atoms; /* by their numbers */
} formula_reading;

/* The text with all but this part blank: so the messages of the front-end have the right columns. */
static const char *part_in_place(const formula_reading *r, size_t offset, size_t length)
{
    char *padded = arena_strdup(r->memory, r->text);
    for (size_t i = 0; i < strlen(r->text); i++)
        if (i < offset || i >= offset + length)
            padded[i] = ' ';
    return padded;
}

static bool read_atom(void *data, size_t offset, size_t length, uint32_t *atom_out)
{
    formula_reading *r = data;
    const char *text = arena_strndup(r->memory, r->text + offset, length);
    model *m = r->model;
    for (uint32_t i = 0; i < r->atoms.count; i++)
        if (!strcmp(r->atoms.data[i], text)) {
            *atom_out = i;
            return true;
        }
    if (!m->frontend->parse_condition(m->program, "--ltl", part_in_place(r, offset, length), &m->diag))
        return false;
    *atom_out = (uint32_t)r->atoms.count;
    vec_push(&r->atoms, text);
    return true;
}

static void note_error(void *data, size_t offset, const char *message)
{
    formula_reading *r = data;
    uint32_t file = diag_add_text(&r->model->diag, "--ltl", r->text);
    diag_error(&r->model->diag, (source_location){file, 1, (uint32_t)offset + 1}, "%s", message);
}

/* A name stays as it is; whatever else may hold an operator stands in parentheses. */
static void write_atom(void *data, uint32_t atom, strbuf *out)
{
    const char *text = ((formula_reading *)data)->atoms.data[atom];
    bool is_name = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@") == strlen(text);
    strbuf_printf(out, is_name ? "%s" : "(%s)", text);
}

static bool draw(formula_reading *r, strbuf *out)
{
    formula_pool pool;
    formula f;
    buchi b;
    formula_reader reader = {read_atom, note_error, r};
    formula_pool_init(&pool);
    bool good = formula_parse(&pool, r->text, &reader, &f);
    if (good && !buchi_translate(&pool, formula_simplify(&pool, f), &b)) {
        note_error(r, 0, "the automaton of this formula is too large");
        good = false;
    }
    if (good) {
        buchi_reduce(&b);
        buchi_dot(&b, r->text, write_atom, r, out);
        buchi_release(&b);
    }
    formula_pool_release(&pool);
    return good;
}

static bool export_dot(const char *name, const char *text, size_t length, const char *formula_text, const tarry_options *o, strbuf *out, strbuf *messages)
{
    tarry_model *m = tarry_load_text(name, text, length, o);
    formula_reading r = {.model = &m->model, .text = formula_text, .memory = m->memory};
    bool good = tarry_model_is_good(m) && draw(&r, out);
    diag_print(&m->model.diag, messages);
    vec_release(&r.atoms);
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
