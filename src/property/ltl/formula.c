#include "property/ltl/formula.h"

#include "base/bug.h"

void formula_pool_init(formula_pool *pool)
{
    *pool = (formula_pool){0};
}

void formula_pool_release(formula_pool *pool)
{
    intern_release(&pool->rows);
    vec_release(&pool->nodes);
    vec_release(&pool->opposites);
}

const formula_node *formula_get(const formula_pool *pool, formula f)
{
    return &pool->nodes.data[f.index];
}

static formula add(formula_pool *pool, formula_node node)
{
    const int32_t row[] = {(int32_t)node.kind, (int32_t)node.atom, (int32_t)node.a.index, (int32_t)node.b.index};
    uint32_t number = intern_row(&pool->rows, row, sizeof row / sizeof *row);
    if (number == pool->nodes.count) {
        vec_push(&pool->nodes, node);
        vec_push(&pool->opposites, NO_FORMULA);
    }
    return (formula){number};
}

formula formula_constant(formula_pool *pool, bool value)
{
    return add(pool, (formula_node){.kind = value ? FORMULA_TRUE : FORMULA_FALSE});
}

formula formula_atom(formula_pool *pool, uint32_t atom)
{
    CHECK(atom < FORMULA_MAX_ATOMS);
    return add(pool, (formula_node){.kind = FORMULA_ATOM, .atom = atom});
}

static bool is_constant(const formula_pool *pool, formula f, bool value)
{
    return formula_get(pool, f)->kind == (value ? FORMULA_TRUE : FORMULA_FALSE);
}

static bool are_opposite_literals(const formula_pool *pool, formula f, formula g)
{
    const formula_node *x = formula_get(pool, f), *y = formula_get(pool, g);
    bool literals = (x->kind == FORMULA_ATOM && y->kind == FORMULA_NOT_ATOM) || (x->kind == FORMULA_NOT_ATOM && y->kind == FORMULA_ATOM);
    return literals && x->atom == y->atom;
}

/* f and g for `neutral` true, f or g for false. */
static formula join(formula_pool *pool, formula f, formula g, bool neutral)
{
    if (formula_is(f, g) || is_constant(pool, g, neutral) || is_constant(pool, f, !neutral))
        return f;
    if (is_constant(pool, f, neutral) || is_constant(pool, g, !neutral))
        return g;
    if (are_opposite_literals(pool, f, g))
        return formula_constant(pool, !neutral);
    formula_node node = {.kind = neutral ? FORMULA_AND : FORMULA_OR, .a = f.index < g.index ? f : g, .b = f.index < g.index ? g : f};
    return add(pool, node);
}

formula formula_and(formula_pool *pool, formula f, formula g)
{
    return join(pool, f, g, true);
}

formula formula_or(formula_pool *pool, formula f, formula g)
{
    return join(pool, f, g, false);
}

formula formula_next(formula_pool *pool, formula f)
{
    if (is_constant(pool, f, true) || is_constant(pool, f, false))
        return f;
    return add(pool, (formula_node){.kind = FORMULA_NEXT, .a = f});
}

formula formula_until(formula_pool *pool, formula f, formula g)
{
    if (is_constant(pool, g, true) || is_constant(pool, g, false) || is_constant(pool, f, false) || formula_is(f, g))
        return g;
    return add(pool, (formula_node){.kind = FORMULA_UNTIL, .a = f, .b = g});
}

formula formula_release(formula_pool *pool, formula f, formula g)
{
    if (is_constant(pool, g, true) || is_constant(pool, g, false) || is_constant(pool, f, true) || formula_is(f, g))
        return g;
    return add(pool, (formula_node){.kind = FORMULA_RELEASE, .a = f, .b = g});
}

formula formula_eventually(formula_pool *pool, formula f)
{
    return formula_until(pool, formula_constant(pool, true), f);
}

formula formula_always(formula_pool *pool, formula f)
{
    return formula_release(pool, formula_constant(pool, false), f);
}

formula formula_weak_until(formula_pool *pool, formula f, formula g)
{
    return formula_release(pool, g, formula_or(pool, f, g));
}

formula formula_implies(formula_pool *pool, formula f, formula g)
{
    return formula_or(pool, formula_not(pool, f), g);
}

formula formula_equivalent(formula_pool *pool, formula f, formula g)
{
    return formula_and(pool, formula_implies(pool, f, g), formula_implies(pool, g, f));
}

static formula negate(formula_pool *pool, formula_node n)
{
    switch (n.kind) {
    case FORMULA_FALSE: return formula_constant(pool, true);
    case FORMULA_TRUE: return formula_constant(pool, false);
    case FORMULA_ATOM: return add(pool, (formula_node){.kind = FORMULA_NOT_ATOM, .atom = n.atom});
    case FORMULA_NOT_ATOM: return formula_atom(pool, n.atom);
    case FORMULA_AND: return formula_or(pool, formula_not(pool, n.a), formula_not(pool, n.b));
    case FORMULA_OR: return formula_and(pool, formula_not(pool, n.a), formula_not(pool, n.b));
    case FORMULA_NEXT: return formula_next(pool, formula_not(pool, n.a));
    case FORMULA_UNTIL: return formula_release(pool, formula_not(pool, n.a), formula_not(pool, n.b));
    case FORMULA_RELEASE: return formula_until(pool, formula_not(pool, n.a), formula_not(pool, n.b));
    }
    BUG("unknown kind of formula");
}

/* Remembered: f <-> g asks for the negation of each part twice, and nested ones of each of these again. */
formula formula_not(formula_pool *pool, formula f)
{
    formula known = pool->opposites.data[f.index];
    if (!formula_is(known, NO_FORMULA))
        return known;
    formula opposite = negate(pool, *formula_get(pool, f));
    pool->opposites.data[f.index] = opposite;
    return opposite;
}

static bool has_parts(formula_kind kind)
{
    return kind >= FORMULA_AND;
}

/* Parts are built before what they are parts of: their numbers are smaller. */
uint32_t formula_size(const formula_pool *pool, formula f)
{
    VEC(uint32_t) sizes = {0};
    for (uint32_t i = 0; i <= f.index; i++) {
        const formula_node *n = formula_get(pool, (formula){i});
        uint64_t size = 1;
        if (n->kind >= FORMULA_AND)
            size += sizes.data[n->a.index];
        if (n->kind >= FORMULA_AND && n->kind != FORMULA_NEXT)
            size += sizes.data[n->b.index];
        vec_push(&sizes, size < UINT32_MAX ? (uint32_t)size : UINT32_MAX);
    }
    uint32_t size = sizes.data[f.index];
    vec_release(&sizes);
    return size;
}

bool formula_is_stutter_invariant(const formula_pool *pool, formula f)
{
    const formula_node *n = formula_get(pool, f);
    if (n->kind == FORMULA_NEXT)
        return false;
    return !has_parts(n->kind) || (formula_is_stutter_invariant(pool, n->a) && formula_is_stutter_invariant(pool, n->b));
}

/* ---- Text ---- */
static void print_binary(const formula_pool *pool, const formula_node *n, const char *operator, formula_atom_name *name, void *data, strbuf *out)
{
    strbuf_add_char(out, '(');
    formula_print(pool, n->a, name, data, out);
    strbuf_printf(out, " %s ", operator);
    formula_print(pool, n->b, name, data, out);
    strbuf_add_char(out, ')');
}

static void print_unary(const formula_pool *pool, formula f, const char *operator, formula_atom_name *name, void *data, strbuf *out)
{
    strbuf_add(out, operator);
    formula_print(pool, f, name, data, out);
}

void formula_print(const formula_pool *pool, formula f, formula_atom_name *name, void *data, strbuf *out)
{
    const formula_node *n = formula_get(pool, f);
    switch (n->kind) {
    case FORMULA_FALSE: strbuf_add(out, "false"); return;
    case FORMULA_TRUE: strbuf_add(out, "true"); return;
    case FORMULA_ATOM: name(data, n->atom, out); return;
    case FORMULA_NOT_ATOM:
        strbuf_add_char(out, '!');
        name(data, n->atom, out);
        return;
    case FORMULA_AND: print_binary(pool, n, "&&", name, data, out); return;
    case FORMULA_OR: print_binary(pool, n, "||", name, data, out); return;
    case FORMULA_NEXT: print_unary(pool, n->a, "X ", name, data, out); return;
    case FORMULA_UNTIL:
        if (is_constant(pool, n->a, true))
            print_unary(pool, n->b, "<> ", name, data, out);
        else
            print_binary(pool, n, "U", name, data, out);
        return;
    case FORMULA_RELEASE:
        if (is_constant(pool, n->a, false))
            print_unary(pool, n->b, "[] ", name, data, out);
        else
            print_binary(pool, n, "V", name, data, out);
        return;
    }
}
