#include "property/temporal.h"

#include "base/bug.h"

void temporal_release(temporal *t)
{
    buchi_release(&t->violating);
    if (t->has_formula)
        formula_pool_release(&t->formulas);
}

const char *fairness_name(fairness kind)
{
    static const char *const names[] = {"all", "none", "process", "memory", "mmlib", "strong"}; /* in the order of fairness */
    CHECK((size_t)kind < sizeof names / sizeof *names);
    return names[kind];
}

const char *fairness_text(fairness kind)
{
    static const char *const texts[] = {
        [FAIRNESS_ALL] = "every process that can go on goes on, and every store is committed in the end",
        [FAIRNESS_NONE] = "no fairness",
        [FAIRNESS_PROCESS] = "every process that can go on goes on; stores may wait for ever",
        [FAIRNESS_MEMORY] = "every store is committed in the end; a process may stop anywhere",
        [FAIRNESS_MMLIB] = "every process that can go on goes on, and some store is committed again and again while any is pending",
        [FAIRNESS_STRONG] = "what is possible again and again happens again and again",
    };
    CHECK((size_t)kind < sizeof texts / sizeof *texts);
    return texts[kind];
}
