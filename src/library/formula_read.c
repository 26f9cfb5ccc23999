#include "library/formula_read.h"

#include <string.h>

#include "property/ltl/parse.h"

typedef struct reading {
    model *model;
    const char *what, *text;
    formula_atoms *atoms;
} reading;

void formula_atoms_release(formula_atoms *atoms)
{
    vec_release(&atoms->texts);
    vec_release(&atoms->conditions);
}

void formula_complain(model *m, const char *what, const char *text, size_t offset, const char *message)
{
    uint32_t file = diag_add_text(&m->diag, what, text);
    diag_error(&m->diag, (source_location){file, 1, (uint32_t)offset + 1}, "%s", message);
}

/* The text with all but this part blank: so the messages of the front-end have the right columns. */
static const char *part_in_place(const reading *r, size_t offset, size_t length)
{
    char *padded = arena_strdup(r->model->program->memory, r->text);
    for (size_t i = 0; i < strlen(r->text); i++)
        if (i < offset || i >= offset + length)
            padded[i] = ' ';
    return padded;
}

static bool read_atom(void *data, size_t offset, size_t length, uint32_t *atom_out)
{
    reading *r = data;
    model *m = r->model;
    formula_atoms *atoms = r->atoms;
    const char *text = arena_strndup(m->program->memory, r->text + offset, length);
    for (uint32_t i = 0; i < atoms->texts.count; i++)
        if (!strcmp(atoms->texts.data[i], text)) {
            *atom_out = i;
            return true;
        }
    const expr *condition = m->frontend->parse_condition(m->program, r->what, part_in_place(r, offset, length), &m->diag);
    if (!condition)
        return false;
    *atom_out = (uint32_t)atoms->texts.count;
    vec_push(&atoms->texts, text);
    vec_push(&atoms->conditions, condition);
    return true;
}

static void note_error(void *data, size_t offset, const char *message)
{
    reading *r = data;
    formula_complain(r->model, r->what, r->text, offset, message);
}

bool formula_read(model *m, const char *what, const char *text, formula_pool *pool, formula *out, formula_atoms *atoms)
{
    reading r = {.model = m, .what = what, .text = text, .atoms = atoms};
    formula_reader reader = {read_atom, note_error, &r};
    *atoms = (formula_atoms){0};
    return formula_parse(pool, text, &reader, out);
}

temporal *formula_property(model *m, const char *what, const char *text, fairness assumed)
{
    arena *memory = m->properties.memory;
    formula_pool pool;
    formula wanted;
    formula_atoms atoms;
    temporal *made = NULL;
    formula_pool_init(&pool);
    if (formula_read(m, what, text, &pool, &wanted, &atoms)) {
        made = temporal_of_formula(memory, &pool, wanted, atoms.conditions.data, atoms.texts.data, (uint32_t)atoms.conditions.count);
        if (made)
            made->fairness = assumed;
        else
            formula_complain(m, what, text, 0, "the automaton of this formula is too large");
    }
    formula_atoms_release(&atoms);
    if (!made)
        formula_pool_release(&pool);
    return made;
}
