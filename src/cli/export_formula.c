/* export_formula.c: the automaton of a formula, for Graphviz. */
#include "cli/export_formula.h"

#include <stdio.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/request.h"
#include "property/ltl/buchi.h"
#include "property/ltl/parse.h"

typedef struct formula_reading {
    model *model;
    const char *text;
    arena *memory;
    text_list atoms; /* by their numbers */
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

int export_formula(const options *o)
{
    if (o->operands.count != 1 || o->ltl.count != 1)
        return commands_input_error("export --to dot draws the automaton of one formula: tarry export --to dot --ltl F FILE");
    model_request request;
    model m;
    formula_reading r = {.model = &m, .text = o->ltl.data[0], .memory = arena_new()};
    strbuf error = {0}, out = {0};
    int code = EXIT_HOLDS;
    if (!model_request_init(&request, o, r.memory, &error)) {
        code = commands_input_error("%s", strbuf_text(&error));
    } else {
        code = EXIT_INPUT;
        if (model_load(&m, o->operands.data[0], &request)) {
            vec_clear(&m.diag.messages); /* printed */
            code = draw(&r, &out) ? EXIT_HOLDS : EXIT_INPUT;
            request_print_messages(&m.diag);
        }
        fputs(strbuf_text(&out), stdout);
        model_release(&m);
    }
    vec_release(&r.atoms);
    strbuf_release(&error);
    strbuf_release(&out);
    arena_free(r.memory);
    return code;
}
