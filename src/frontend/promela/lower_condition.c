/* lower_condition.c: a condition on whole states, as --never takes it, over a finished program.
 *
 * The names of the file are gone by now; they are read off the program: the variables of one struct have a common beginning and follow
 * each other. A global means memory. */
#include <string.h>

#include "frontend/promela/lower.h"

/* Adds one symbol for all variables that a global declaration was flattened to. */
static uint32_t add_global_symbol(lowering *l, uint32_t first)
{
    const program *p = l->program;
    const char *name = p->globals.data[first].name;
    size_t length = strcspn(name, ".[");
    uint32_t count = 1;
    for (; first + count < p->globals.count; count++) {
        const char *other = p->globals.data[first + count].name;
        if (strncmp(name, other, length) || (other[length] != '.' && other[length] != '['))
            break;
    }
    symbol_add_global(l, (symbol){.name = arena_strndup(l->scratch, name, length), .kind = SYMBOL_VARIABLE, .first = first, .count = count,
                                  .where = p->globals.data[first].where});
    return first + count;
}

static void add_names(lowering *l)
{
    const program *p = l->program;
    for (uint32_t i = 0; i < p->globals.count;)
        i = add_global_symbol(l, i);
    for (size_t i = 0; i < p->mtypes.count; i++)
        symbol_add_global(l, (symbol){.name = p->mtypes.data[i].name, .kind = SYMBOL_MTYPE, .value = p->mtypes.data[i].value});
    for (uint32_t i = 0; i < p->processes.count; i++)
        symbol_add_global(l, (symbol){.name = p->processes.data[i].name, .kind = SYMBOL_PROCTYPE, .process = i});
}

/* In an mmlib program the shared variables are the only relaxed global. */
static int64_t find_shared(const program *p)
{
    int64_t found = -1;
    for (size_t i = 0; i < p->globals.count; i++)
        if (p->globals.data[i].class == VARIABLE_RELAXED) {
            if (found >= 0 || strspn(p->globals.data[i].name, "_") + strlen("shared") != strlen(p->globals.data[i].name))
                return -1;
            found = (int64_t)i;
        }
    return found >= 0 && strstr(p->globals.data[found].name, "shared") ? found : -1;
}

/* The label must be one that somebody wrote: a misspelt name would make any condition false. */
static void bind_labels(lowering *l)
{
    for (size_t i = 0; i < l->label_uses.count; i++) {
        const label_use *use = &l->label_uses.data[i];
        const process_type *t = &l->program->processes.data[use->at->process];
        VEC(const char *) names = {0};
        uint32_t found = 0;
        for (size_t k = 0; k < t->labels.count; k++)
            vec_push(&names, t->labels.data[k].name);
        if (!process_find_label(t, use->label, &found))
            diag_error(l->diag, use->at->where, "proctype %s has no label %s%s", t->name, use->label,
                       names_hint(l->scratch, use->label, names.data, names.count));
        use->at->value = (int32_t)found;
        vec_release(&names);
    }
}

const expr *promela_lower_condition(program *p, const ast_expr *e, diag *d)
{
    static const ast_file no_file = {0};
    lowering l = {.program = p, .scratch = arena_new(), .diag = d, .file = &no_file, .is_condition = true, .process = LOWER_NO_PROCESS,
                  .shared = find_shared(p)};
    unsigned errors = d->error_count;
    add_names(&l);
    const expr *made = lower_expr(&l, e);
    bind_labels(&l);
    lowering_release(&l);
    return d->error_count == errors ? made : NULL;
}
