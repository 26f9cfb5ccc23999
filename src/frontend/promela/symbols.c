/* symbols.c: which declaration a name means.
 *
 * Global names are hashed; the local ones that are visible are a stack, searched from its top, so that an inner block's
 * declaration hides an outer one. */
#include <string.h>

#include "base/hash.h"
#include "frontend/promela/lower.h"

void lowering_release(lowering *l)
{
    for (size_t i = 0; i < l->proctypes.count; i++)
        vec_release(&l->proctypes.data[i].locals);
    vec_release(&l->globals);
    vec_release(&l->global_slots);
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

/* The slot that holds the name, or the free one where it belongs. */
static size_t slot_of(const lowering *l, const char *name)
{
    size_t mask = l->global_slots.count - 1;
    size_t at = hash_bytes(name, strlen(name)) & mask;
    for (;; at = (at + 1) & mask) {
        uint32_t held = l->global_slots.data[at];
        if (!held || !strcmp(l->globals.data[held - 1].name, name))
            return at;
    }
}

static void grow_slots(lowering *l)
{
    if (l->globals.count * 2 < l->global_slots.count)
        return;
    size_t wanted = l->global_slots.count ? l->global_slots.count * 2 : 64;
    vec_reserve(&l->global_slots, wanted);
    l->global_slots.count = wanted;
    memset(l->global_slots.data, 0, wanted * sizeof *l->global_slots.data);
    for (size_t i = 0; i < l->globals.count; i++)
        l->global_slots.data[slot_of(l, l->globals.data[i].name)] = (uint32_t)i + 1;
}

const symbol *symbol_find_global(const lowering *l, const char *name)
{
    if (!l->global_slots.count)
        return NULL;
    uint32_t held = l->global_slots.data[slot_of(l, name)];
    return held ? &l->globals.data[held - 1] : NULL;
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
    grow_slots(l);
    vec_push(&l->globals, added);
    l->global_slots.data[slot_of(l, added.name)] = (uint32_t)l->globals.count;
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

enum { NEAR_LENGTH = 40 };

/* The number of letters to insert, delete or replace; names longer than NEAR_LENGTH are far from all. */
static size_t distance(const char *a, const char *b)
{
    size_t rows = strlen(a), columns = strlen(b), previous[NEAR_LENGTH + 1];
    if (rows > NEAR_LENGTH || columns > NEAR_LENGTH)
        return NEAR_LENGTH;
    for (size_t j = 0; j <= columns; j++)
        previous[j] = j;
    for (size_t i = 1; i <= rows; i++) {
        size_t diagonal = previous[0];
        previous[0] = i;
        for (size_t j = 1; j <= columns; j++) {
            size_t above = previous[j], best = diagonal + (a[i - 1] != b[j - 1]);
            if (above + 1 < best)
                best = above + 1;
            if (previous[j - 1] + 1 < best)
                best = previous[j - 1] + 1;
            diagonal = above;
            previous[j] = best;
        }
    }
    return previous[columns];
}

const char *symbol_nearest(const char *name, const char *const *candidates, size_t count)
{
    size_t allowed = strlen(name) < 3 ? 1 : strlen(name) / 3, best = allowed + 1;
    const char *found = NULL;
    for (size_t i = 0; i < count; i++) {
        size_t d = distance(name, candidates[i]);
        if (d < best && d < strlen(name)) {
            best = d;
            found = candidates[i];
        }
    }
    return found;
}

void symbol_report_unknown(lowering *l, const char *name, source_location where, const char *what)
{
    VEC(const char *) names = {0};
    for (size_t i = l->visible.count; i-- > 0;)
        vec_push(&names, l->visible.data[i]->name);
    for (size_t i = 0; i < l->globals.count; i++)
        vec_push(&names, l->globals.data[i].name);
    const char *nearest = symbol_nearest(name, names.data, names.count);
    if (nearest)
        diag_error(l->diag, where, "%s is not declared%s; do you mean %s?", name, what, nearest);
    else
        diag_error(l->diag, where, "%s is not declared%s", name, what);
    vec_release(&names);
}
