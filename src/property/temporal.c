#include "property/temporal.h"

#include <string.h>

#include "base/bug.h"

void temporal_set_atoms(arena *memory, temporal *t, const expr *const *atoms, const char *const *texts, uint32_t count)
{
    const expr **kept = ARENA_ARRAY(memory, const expr *, count + 1);
    const char **kept_texts = ARENA_ARRAY(memory, const char *, count + 1);
    t->looked_at = expr_const(memory, 0, (source_location){0});
    for (uint32_t i = 0; i < count; i++) {
        kept[i] = expr_missing_is_zero(memory, atoms[i]);
        kept_texts[i] = texts[i];
        t->looked_at = expr_binary(memory, OP_OR, t->looked_at, kept[i], atoms[i]->where);
    }
    t->atom_count = count;
    t->atoms = kept;
    t->atom_texts = kept_texts;
}

temporal *temporal_of_formula(arena *memory, formula_pool *pool, formula wanted, const expr *const *atoms, const char *const *texts, uint32_t count)
{
    temporal *t = ARENA_NEW(memory, temporal);
    *t = (temporal){.bad = TEMPORAL_NO_STATE, .has_formula = true, .wanted = wanted};
    formula unwanted = formula_simplify(pool, formula_not(pool, wanted));
    t->stutters = formula_is_stutter_invariant(pool, unwanted);
    if (!buchi_translate(pool, unwanted, &t->violating))
        return NULL;
    buchi_reduce(&t->violating);
    t->formulas = *pool;
    temporal_set_atoms(memory, t, atoms, texts, count);
    return t;
}

void temporal_release(temporal *t)
{
    buchi_release(&t->violating);
    if (t->has_formula)
        formula_pool_release(&t->formulas);
}

static const char *const fairness_names[] = {"all", "none", "process", "memory", "mmlib", "strong"}; /* in the order of fairness */
enum { FAIRNESS_COUNT = sizeof fairness_names / sizeof *fairness_names };

const char *fairness_name(fairness kind)
{
    CHECK((size_t)kind < FAIRNESS_COUNT);
    return fairness_names[kind];
}

bool fairness_find(const char *name, fairness *out)
{
    for (size_t i = 0; i < FAIRNESS_COUNT; i++)
        if (!strcmp(name, fairness_names[i])) {
            *out = (fairness)i;
            return true;
        }
    return false;
}

const char *fairness_text(fairness kind)
{
    static const char *const texts[] = {
        [FAIRNESS_ALL] = "every process that can go on goes on, and every store is committed in the end",
        [FAIRNESS_NONE] = "every run counts",
        [FAIRNESS_PROCESS] = "every process that can go on goes on; stores may wait for ever",
        [FAIRNESS_MEMORY] = "every store is committed in the end; a process may stop anywhere",
        [FAIRNESS_MMLIB] = "every process that can go on goes on, and some store is committed again and again while any is pending",
        [FAIRNESS_STRONG] = "what is possible again and again happens again and again",
    };
    CHECK((size_t)kind < sizeof texts / sizeof *texts);
    return texts[kind];
}
