/* safety.c: the list of properties of one check. */
#include "property/safety.h"

#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "program/step.h"

const char *property_kind_name(property_kind kind)
{
    /* in the order of property_kind */
    static const char *const names[] = {"assertion", "deadlock", "runtime", "overflow", "never", "always", "mutex", "final", "ltl", "claim", "acceptance", "progress"};
    CHECK((size_t)kind < sizeof names / sizeof *names);
    return names[kind];
}

void property_add(property_list *list, property item)
{
    vec_push(&list->items, item);
}

static int compare_location(source_location a, source_location b)
{
    if (a.file != b.file)
        return a.file < b.file ? -1 : 1;
    if (a.line != b.line)
        return a.line < b.line ? -1 : 1;
    return a.column < b.column ? -1 : a.column > b.column;
}

static int compare_assertions(const void *a, const void *b)
{
    const effect *x = *(const effect *const *)a, *y = *(const effect *const *)b;
    return compare_location(x->where, y->where);
}

/* One statement of the source may have become several effects (an inline used twice): they are one property. */
static bool is_same_statement(const effect *a, const effect *b)
{
    return a == b || (a->where.line && compare_location(a->where, b->where) == 0);
}

typedef VEC(const effect *) effect_list;

static void collect_assertions(const program *p, effect_list *out)
{
    for (size_t t = 0; t < p->processes.count; t++) {
        const process_type *type = &p->processes.data[t];
        for (size_t i = 0; i < type->edges.count; i++)
            for (uint32_t f = 0; f < type->edges.data[i].effect_count; f++)
                if (type->edges.data[i].effects[f].kind == EFFECT_ASSERT)
                    vec_push(out, &type->edges.data[i].effects[f]);
    }
    if (out->count)
        qsort(out->data, out->count, sizeof *out->data, compare_assertions);
}

static bool is_on_same_line(const effect *a, const effect *b)
{
    return a->where.file == b->where.file && a->where.line == b->where.line;
}

static void add_assertions(property_list *list, const program *p, const diag *d)
{
    effect_list all = {0};
    collect_assertions(p, &all);
    size_t kept = 0;
    for (size_t i = 0; i < all.count; i++)
        if (!kept || !is_same_statement(all.data[kept - 1], all.data[i]))
            all.data[kept++] = all.data[i];
    for (size_t i = 0; i < kept; i++) {
        const effect *f = all.data[i];
        bool alone = (i == 0 || !is_on_same_line(all.data[i - 1], f)) && (i + 1 == kept || !is_on_same_line(all.data[i + 1], f));
        const char *name = arena_printf(list->memory, "assert at %s:%u", diag_file_name(d, f->where), f->where.line);
        if (!alone)
            name = arena_printf(list->memory, "%s:%u", name, f->where.column);
        property_add(list, (property){.kind = PROPERTY_ASSERTION, .name = name, .assertion = f, .where = f->where});
    }
    vec_release(&all);
}

void property_add_condition(property_list *list, property_kind kind, const char *name, const expr *condition)
{
    arena *memory = list->memory;
    const expr *bad = kind == PROPERTY_ALWAYS ? expr_unary(memory, OP_NOT, condition, condition->where) : condition;
    const expr *undefined = expr_where_it_fails(memory, condition);
    if (undefined)
        bad = expr_binary(memory, OP_OR, undefined, bad, condition->where);
    property_add(list, (property){.kind = kind, .name = name, .bad = bad, .undefined = undefined, .where = condition->where});
}

void property_list_init(property_list *list, const program *p, const diag *d, bool deadlock, bool overflow)
{
    *list = (property_list){.memory = arena_new()};
    add_assertions(list, p, d);
    property_add(list, (property){.kind = PROPERTY_RUNTIME, .name = "run-time error"});
    if (deadlock)
        property_add(list, (property){.kind = PROPERTY_DEADLOCK, .name = "deadlock"});
    if (overflow)
        property_add(list, (property){.kind = PROPERTY_OVERFLOW, .name = "buffer overflow"});
    for (size_t i = 0; i < p->conditions.count; i++) {
        const state_condition *c = &p->conditions.data[i];
        property_add_condition(list, PROPERTY_NEVER, c->name, c->bad);
    }
}

void property_add_question(property_list *list, const program *p)
{
    const final_question *q = p->question;
    if (!q)
        return;
    const expr *bad = q->condition;
    if (q->quantifier == QUANTIFIER_FORALL)
        bad = expr_unary(list->memory, OP_NOT, bad, q->where);
    if (q->filter)
        bad = expr_binary(list->memory, OP_AND, q->filter, bad, q->where);
    property_add(list, (property){.kind = PROPERTY_FINAL, .name = q->text, .bad = bad, .is_wanted = q->quantifier == QUANTIFIER_EXISTS, .where = q->where});
}

void property_list_release(property_list *list)
{
    for (size_t i = 0; i < list->items.count; i++)
        if (list->items.data[i].temporal)
            temporal_release(list->items.data[i].temporal);
    vec_release(&list->items);
    arena_free(list->memory);
    *list = (property_list){0};
}

property_ref property_of_assertion(const property_list *list, const effect *assertion)
{
    for (size_t i = 0; i < list->items.count; i++) {
        const property *item = &list->items.data[i];
        if (item->kind == PROPERTY_ASSERTION && is_same_statement(item->assertion, assertion))
            return (property_ref){(uint32_t)i};
    }
    return NO_PROPERTY;
}

property_ref property_of_kind(const property_list *list, property_kind kind)
{
    for (size_t i = 0; i < list->items.count; i++)
        if (list->items.data[i].kind == kind)
            return (property_ref){(uint32_t)i};
    return NO_PROPERTY;
}

bool property_list_has(const property_list *list, property_kind kind)
{
    return !property_is(property_of_kind(list, kind), NO_PROPERTY);
}

bool property_is_temporal(const property *p)
{
    return p->kind >= PROPERTY_LTL;
}

bool property_is_of_step(const property *p)
{
    return p->kind == PROPERTY_ASSERTION || p->kind == PROPERTY_RUNTIME || p->kind == PROPERTY_OVERFLOW;
}

uint32_t property_first_temporal(const property_list *list)
{
    size_t first = list->items.count;
    while (first && property_is_temporal(&list->items.data[first - 1]))
        first--;
    return (uint32_t)first;
}

footprints *property_footprints(const property_list *list, const program *p)
{
    VEC(footprint_question) questions = {0};
    for (size_t i = 0; i < list->items.count; i++) {
        const property *item = &list->items.data[i];
        vec_push(&questions, ((footprint_question){.condition = item->temporal ? item->temporal->looked_at : item->bad, .label = item->kind == PROPERTY_MUTEX ? item->label : NULL,
                                                   .only_at_end = item->kind == PROPERTY_FINAL}));
    }
    footprints *made = footprints_new(p, questions.data, questions.count);
    vec_release(&questions);
    return made;
}

symmetry *property_symmetry(const property_list *list, const footprints *f)
{
    VEC(const expr *) conditions = {0};
    for (size_t i = 0; i < list->items.count; i++) {
        vec_push(&conditions, list->items.data[i].bad);
        vec_push(&conditions, list->items.data[i].undefined);
    }
    symmetry *found = symmetry_find(f, conditions.data, conditions.count);
    vec_release(&conditions);
    return found;
}
