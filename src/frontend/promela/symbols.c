/* symbols.c: which declaration a name means.
 *
 * Global names are hashed; the local ones that are visible are a stack, searched from its top, so that an inner block's
 * declaration hides an outer one. */
#include <string.h>

#include "frontend/promela/lower.h"

void lowering_release(lowering *l)
{
    for (size_t i = 0; i < l->proctypes.count; i++)
        vec_release(&l->proctypes.data[i].locals);
    vec_release(&l->globals);
    names_release(&l->global_names);
    vec_release(&l->proctypes);
    vec_release(&l->visible);
    vec_release(&l->mtype_sets);
    vec_release(&l->label_uses);
    arena_free(l->scratch);
}

process_type *lowering_process(lowering *l)
{
    return &l->program->processes.data[l->process];
}

/* ---- Global names ---- */

const symbol *symbol_find_global(const lowering *l, const char *name)
{
    uint32_t number = names_find(&l->global_names, name, strlen(name));
    return number == NAMES_NONE ? NULL : &l->globals.data[number];
}

void symbol_add_global(lowering *l, symbol added)
{
    const symbol *before = symbol_find_global(l, added.name);
    if (before) { /* names come in here by kind, not in the order of the file */
        bool is_later = before->where.line > added.where.line;
        diag_error(l->diag, is_later ? before->where : added.where, "%s is declared twice: its first declaration is in line %u", added.name,
                   is_later ? added.where.line : before->where.line);
        return;
    }
    l->global_names.memory = l->scratch;
    names_add(&l->global_names, added.name, strlen(added.name));
    vec_push(&l->globals, added);
}

/* ---- All names ---- */

const symbol *symbol_find(const lowering *l, const char *name)
{
    for (size_t i = l->visible.count; i-- > 0;)
        if (!strcmp(l->visible.data[i]->name, name))
            return l->visible.data[i];
    return symbol_find_global(l, name);
}

void symbol_show(lowering *l, const symbol *added, size_t scope)
{
    for (size_t i = scope; i < l->visible.count; i++)
        if (!strcmp(l->visible.data[i]->name, added->name)) {
            diag_error(l->diag, added->where, "%s is declared twice in this block: its first declaration is in line %u", added->name,
                       l->visible.data[i]->where.line);
            return;
        }
    vec_push(&l->visible, added);
}

/* ---- Suggestions ---- */

void symbol_report_unknown(lowering *l, const char *name, source_location where, const char *what)
{
    VEC(const char *) names = {0};
    for (size_t i = l->visible.count; i-- > 0;)
        vec_push(&names, l->visible.data[i]->name);
    for (size_t i = 0; i < l->globals.count; i++)
        vec_push(&names, l->globals.data[i].name);
    diag_error(l->diag, where, "%s is not declared%s%s", name, what, names_hint(l->scratch, name, names.data, names.count));
    vec_release(&names);
}
