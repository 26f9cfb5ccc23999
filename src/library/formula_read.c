#include "library/formula_read.h"

#include <string.h>

#include "property/ltl/parse.h"

typedef struct reading {
    model *model;
    const formula_source *from;
    formula_atoms *atoms;
} reading;

void formula_atoms_release(formula_atoms *atoms)
{
    vec_release(&atoms->texts);
    vec_release(&atoms->conditions);
}

formula_source formula_source_of_option(model *m, const char *what, const char *text)
{
    size_t length = strlen(text);
    source_location *places = ARENA_ARRAY(m->program->memory, source_location, length + 1), at = {diag_add_text(&m->diag, what, text), 1, 1};
    for (size_t i = 0; i <= length; i++) {
        places[i] = at;
        at = text[i] == '\n' ? (source_location){at.file, at.line + 1, 1} : (source_location){at.file, at.line, at.column + 1};
    }
    return (formula_source){.what = what, .text = text, .places = places};
}

static const expr *parse_part(const reading *r, const char *text, size_t offset, diag *d)
{
    const model *m = r->model;
    return m->frontend->parse_condition(m->program, r->from->what, text, r->from->places + offset, d);
}

static bool is_condition(void *data, size_t offset, size_t length)
{
    reading *r = data;
    diag unheard;
    diag_init(&unheard);
    bool is = parse_part(r, arena_strndup(unheard.memory, r->from->text + offset, length), offset, &unheard);
    diag_release(&unheard);
    return is;
}

static bool read_atom(void *data, size_t offset, size_t length, uint32_t *atom_out)
{
    reading *r = data;
    model *m = r->model;
    formula_atoms *atoms = r->atoms;
    const char *text = arena_strndup(m->program->memory, r->from->text + offset, length);
    for (uint32_t i = 0; i < atoms->texts.count; i++)
        if (!strcmp(atoms->texts.data[i], text)) {
            *atom_out = i;
            return true;
        }
    const expr *condition = parse_part(r, text, offset, &m->diag);
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
    diag_error(&r->model->diag, r->from->places[offset], "%s", message);
}

bool formula_read(model *m, const formula_source *from, formula_pool *pool, formula *out, formula_atoms *atoms)
{
    reading r = {.model = m, .from = from, .atoms = atoms};
    formula_reader reader = {is_condition, read_atom, note_error, &r};
    *atoms = (formula_atoms){0};
    return formula_parse(pool, from->text, &reader, out);
}

temporal *formula_property(model *m, const formula_source *from, fairness assumed)
{
    arena *memory = m->properties.memory;
    formula_pool pool;
    formula wanted;
    formula_atoms atoms;
    temporal *made = NULL;
    formula_pool_init(&pool);
    if (formula_read(m, from, &pool, &wanted, &atoms)) {
        made = temporal_of_formula(memory, &pool, wanted, atoms.conditions.data, atoms.texts.data, (uint32_t)atoms.conditions.count);
        if (made) {
            made->fairness = assumed;
            made->text = arena_strdup(memory, from->text);
        } else {
            formula_refuse_size(m, from);
        }
    }
    formula_atoms_release(&atoms);
    if (!made)
        formula_pool_release(&pool);
    return made;
}

void formula_refuse_size(model *m, const formula_source *from)
{
    diag_error(&m->diag, *from->places, "the automaton of this formula is too large");
}
