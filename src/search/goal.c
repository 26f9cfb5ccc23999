#include "search/goal.h"

typedef struct builder {
    goal_list *list;
    const rows *rows;
} builder;

static uint32_t add(builder *b, goal g)
{
    vec_push(&b->list->items, g);
    return (uint32_t)b->list->items.count - 1;
}

/* ---- Conditions on one location ---- */
static expr_op negation_of(expr_op op)
{
    switch ((int)op) {
    case OP_EQUAL: return OP_NOT_EQUAL;
    case OP_NOT_EQUAL: return OP_EQUAL;
    case OP_LESS: return OP_GREATER_EQUAL;
    case OP_LESS_EQUAL: return OP_GREATER;
    case OP_GREATER: return OP_LESS_EQUAL;
    default: return OP_LESS;
    }
}

static expr_op mirror_of(expr_op op)
{
    switch ((int)op) {
    case OP_LESS: return OP_GREATER;
    case OP_LESS_EQUAL: return OP_GREATER_EQUAL;
    case OP_GREATER: return OP_LESS;
    case OP_GREATER_EQUAL: return OP_LESS_EQUAL;
    default: return op;
    }
}

static bool is_location(const program *p, const expr *e, uint32_t *element)
{
    int32_t at = 0;
    if ((e->kind != EXPR_MEMORY && e->kind != EXPR_GLOBAL) || (e->index && !expr_is_const(e->index, &at)))
        return false;
    *element = p->globals.data[e->variable].offset + (uint32_t)at;
    return true;
}

/* Sets element, op and value where the condition compares one location with a constant. */
static void find_comparison(const program *p, goal *g)
{
    const expr *e = g->condition;
    uint32_t element;
    if (is_location(p, e, &element)) { /* a location alone is compared with 0 */
        g->element = element;
        g->op = g->negated ? OP_EQUAL : OP_NOT_EQUAL;
        return;
    }
    if (e->kind != EXPR_BINARY || e->op < OP_EQUAL || e->op > OP_GREATER_EQUAL)
        return;
    bool mirrored = expr_is_const(e->a, &g->value);
    if ((mirrored || expr_is_const(e->b, &g->value)) && is_location(p, mirrored ? e->b : e->a, &element)) {
        g->element = element;
        g->op = mirrored ? mirror_of(e->op) : e->op;
        if (g->negated)
            g->op = negation_of(g->op);
    }
}

/* ---- Edges ---- */
typedef VEC(goal_edge) edge_list;

static void keep_edges(builder *b, goal *g, edge_list *found)
{
    goal_edge *kept = ARENA_ARRAY(b->rows->memory, goal_edge, found->count + 1);
    for (size_t i = 0; i < found->count; i++)
        kept[i] = found->data[i];
    g->edges = kept;
    g->edge_count = (uint32_t)found->count;
    vec_release(found);
}

/* May the effect give the goal's location a value that makes the condition true? */
static bool may_reach(const program *p, const effect *e, const goal *g)
{
    if (e->target.kind != PLACE_GLOBAL)
        return false;
    const variable *v = &p->globals.data[e->target.variable];
    int32_t at = 0, value;
    bool fixed = !e->target.index || expr_is_const(e->target.index, &at), ok = true;
    if (g->element < v->offset || g->element >= v->offset + v->count || (fixed && v->offset + (uint32_t)at != g->element))
        return false;
    if (e->kind == EFFECT_FETCH_ADD || !e->value || !expr_is_const(e->value, &value))
        return true;
    return op_apply(g->op, value_wrap(v->type, value), g->value, &ok) != 0;
}

static void find_stores(builder *b, goal *g)
{
    const program *p = b->rows->program;
    edge_list found = {0};
    for (uint32_t t = 0; t < p->processes.count; t++)
        for (uint32_t i = 0; i < p->processes.data[t].edges.count; i++) {
            const edge *e = &p->processes.data[t].edges.data[i];
            for (uint32_t k = 0; k < e->effect_count; k++)
                if (may_reach(p, &e->effects[k], g))
                    vec_push(&found, ((goal_edge){t, i, e->effects[k].kind == EFFECT_ASSIGN && !e->effects[k].target.is_atomic && !location_is(b->rows->stores[t].location[g->element], LOCATION_NONE)}));
        }
    keep_edges(b, g, &found);
}

/* ---- Properties ---- */
/* Walks down through and, or, not; the parser limits the depth of expressions. */
static uint32_t build(builder *b, const expr *e, bool negated)
{
    if (e->kind == EXPR_UNARY && e->op == OP_NOT)
        return build(b, e->a, !negated);
    if (e->kind == EXPR_BINARY && (e->op == OP_AND || e->op == OP_OR)) {
        uint32_t first = build(b, e->a, negated), second = build(b, e->b, negated);
        return add(b, (goal){.kind = (e->op == OP_AND) != negated ? GOAL_ALL : GOAL_ANY, .first = first, .second = second});
    }
    if (e->kind == EXPR_AT && !e->pid && !negated)
        return add(b, (goal){.kind = GOAL_AT, .type = e->process, .node = (uint32_t)e->value, .condition = e});
    goal g = {.kind = GOAL_CONDITION, .condition = e, .negated = negated, .element = NO_ELEMENT};
    find_comparison(b->rows->program, &g);
    if (g.element != NO_ELEMENT)
        find_stores(b, &g);
    return add(b, g);
}

static uint32_t build_assertion(builder *b, const effect *assertion)
{
    const program *p = b->rows->program;
    goal g = {.kind = GOAL_ASSERTION, .condition = assertion->value};
    edge_list found = {0};
    for (uint32_t t = 0; t < p->processes.count; t++)
        for (uint32_t i = 0; i < p->processes.data[t].edges.count; i++) {
            const edge *e = &p->processes.data[t].edges.data[i];
            for (uint32_t k = 0; k < e->effect_count; k++)
                if (&e->effects[k] == assertion)
                    vec_push(&found, ((goal_edge){.type = t, .edge = i}));
        }
    keep_edges(b, &g, &found);
    return add(b, g);
}

void goal_list_init(goal_list *list, const property_list *properties, const rows *r)
{
    builder b = {list, r};
    *list = (goal_list){0};
    for (size_t i = 0; i < properties->items.count; i++) {
        const property *p = &properties->items.data[i];
        if (p->bad)
            vec_push(&list->ends, build(&b, p->bad, false));
        else if (p->kind == PROPERTY_MUTEX)
            vec_push(&list->ends, add(&b, (goal){.kind = GOAL_MUTEX, .label = p->label}));
        else if (p->kind == PROPERTY_ASSERTION)
            vec_push(&list->ends, build_assertion(&b, p->assertion));
    }
}

void goal_list_release(goal_list *list)
{
    vec_release(&list->items);
    vec_release(&list->ends);
}
