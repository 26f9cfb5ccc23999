/* translate.c: from a formula to a generalised Büchi automaton, after Couvreur (FM 1999).
 *
 * A state is a formula, what has still to be true. It is taken apart into *terms*: literals that must hold now, a formula for the next state, and promises, the
 * untils that are put off. f U g is g, or f and next (f U g) with the promise of g; f V g is g and f, or g and next (f V g). An edge carries the mark of
 * every until that it does not put off. */
#include "base/bug.h"
#include "property/ltl/buchi.h"

typedef struct term {
    uint64_t with, without;
    uint32_t promises;
    formula next; /* a conjunction */
} term;

typedef VEC(term) term_list;

enum { MOST_TERMS = 2000, MOST_EDGES = 200000, NO_STATE = UINT32_MAX };

typedef struct translation {
    formula_pool *pool;
    VEC(formula) untils;    /* by mark */
    VEC(uint32_t) state_of; /* by formula; NO_STATE: none */
    VEC(formula) open;      /* by state */
    buchi *out;
    bool too_large;
} translation;

/* ---- Conjunctions of next formulas, as sets of their members ---- */
static bool is_conjunct(const formula_pool *pool, formula of, formula f)
{
    const formula_node *n = formula_get(pool, of);
    return formula_is(of, f) || (n->kind == FORMULA_AND && (is_conjunct(pool, n->a, f) || is_conjunct(pool, n->b, f)));
}

/* Every member of `few` is one of `many`. */
static bool is_subset(const formula_pool *pool, formula few, formula many)
{
    const formula_node *n = formula_get(pool, few);
    if (n->kind == FORMULA_TRUE)
        return true;
    if (n->kind == FORMULA_AND && is_subset(pool, n->a, many) && is_subset(pool, n->b, many))
        return true;
    return is_conjunct(pool, many, few);
}

static void add_conjunct(formula_pool *pool, formula f, formula *to)
{
    const formula_node n = *formula_get(pool, f);
    if (n.kind == FORMULA_AND) {
        add_conjunct(pool, n.a, to);
        add_conjunct(pool, n.b, to);
    } else if (!is_subset(pool, f, *to)) {
        *to = formula_and(pool, *to, f);
    }
}

/* ---- Terms ---- */
/* Whatever t allows, s allows: fewer literals, fewer obligations, fewer promises. */
static bool covers(const translation *t, const term *s, const term *other)
{
    return (s->with & other->with) == s->with && (s->without & other->without) == s->without && (s->promises & other->promises) == s->promises &&
           is_subset(t->pool, s->next, other->next);
}

static void add_term(translation *t, term_list *list, term added)
{
    size_t kept = 0;
    if (added.with & added.without || formula_get(t->pool, added.next)->kind == FORMULA_FALSE)
        return;
    for (size_t i = 0; i < list->count; i++)
        if (covers(t, &list->data[i], &added))
            return;
    for (size_t i = 0; i < list->count; i++)
        if (!covers(t, &added, &list->data[i]))
            list->data[kept++] = list->data[i];
    list->count = kept;
    vec_push(list, added);
    t->too_large |= list->count > MOST_TERMS;
}

static void add_both(translation *t, const term_list *a, const term_list *b, term_list *out)
{
    for (size_t i = 0; i < a->count; i++)
        for (size_t k = 0; k < b->count && !t->too_large; k++) {
            const term *x = &a->data[i], *y = &b->data[k];
            term both = {x->with | y->with, x->without | y->without, x->promises | y->promises, x->next};
            add_conjunct(t->pool, y->next, &both.next);
            add_term(t, out, both);
        }
}

static uint32_t mark_of(translation *t, formula until)
{
    for (uint32_t i = 0; i < t->untils.count; i++)
        if (formula_is(t->untils.data[i], until))
            return i;
    t->too_large |= t->untils.count >= BUCHI_MAX_MARKS;
    if (t->too_large)
        return 0;
    vec_push(&t->untils, until);
    return (uint32_t)t->untils.count - 1;
}

static void take_apart(translation *t, formula f, term_list *out);

/* a U b: b, or a and (promise, next f).  a V b: b and a, or b and next f. */
static void take_fixpoint_apart(translation *t, formula f, term_list *out)
{
    const formula_node n = *formula_get(t->pool, f);
    bool until = n.kind == FORMULA_UNTIL;
    term_list a = {0}, b = {0}, later = {0};
    take_apart(t, n.a, &a);
    take_apart(t, n.b, &b);
    vec_push(&later, ((term){.promises = until ? 1u << mark_of(t, f) : 0, .next = f}));
    if (until) {
        for (size_t i = 0; i < b.count; i++)
            add_term(t, out, b.data[i]);
        add_both(t, &a, &later, out);
    } else {
        add_both(t, &a, &b, out);
        add_both(t, &b, &later, out);
    }
    vec_release(&a);
    vec_release(&b);
    vec_release(&later);
}

static void take_join_apart(translation *t, const formula_node *n, term_list *out)
{
    term_list a = {0}, b = {0};
    take_apart(t, n->a, &a);
    take_apart(t, n->b, &b);
    if (n->kind == FORMULA_AND)
        add_both(t, &a, &b, out);
    for (size_t i = 0; i < a.count && n->kind == FORMULA_OR; i++)
        add_term(t, out, a.data[i]);
    for (size_t i = 0; i < b.count && n->kind == FORMULA_OR; i++)
        add_term(t, out, b.data[i]);
    vec_release(&a);
    vec_release(&b);
}

static void take_apart(translation *t, formula f, term_list *out)
{
    const formula_node n = *formula_get(t->pool, f);
    term now = {.next = formula_constant(t->pool, true)};
    if (t->too_large)
        return;
    switch (n.kind) {
    case FORMULA_FALSE: return;
    case FORMULA_TRUE: break;
    case FORMULA_ATOM: now.with = UINT64_C(1) << n.atom; break;
    case FORMULA_NOT_ATOM: now.without = UINT64_C(1) << n.atom; break;
    case FORMULA_NEXT: now.next = n.a; break;
    case FORMULA_AND:
    case FORMULA_OR: take_join_apart(t, &n, out); return;
    case FORMULA_UNTIL:
    case FORMULA_RELEASE: take_fixpoint_apart(t, f, out); return;
    }
    add_term(t, out, now);
}

/* ---- States ---- */
static uint32_t state_of(translation *t, formula f)
{
    while (t->state_of.count <= f.index)
        vec_push(&t->state_of, NO_STATE);
    if (t->state_of.data[f.index] == NO_STATE) {
        t->state_of.data[f.index] = (uint32_t)t->open.count;
        vec_push(&t->open, f);
        t->too_large |= t->open.count > BUCHI_MAX_STATES;
    }
    return t->state_of.data[f.index];
}

static void expand(translation *t, formula f)
{
    term_list terms = {0};
    take_apart(t, f, &terms);
    vec_push(&t->out->states, ((buchi_state){(uint32_t)t->out->edges.count, (uint32_t)terms.count}));
    for (size_t i = 0; i < terms.count; i++) {
        const term *m = &terms.data[i];
        vec_push(&t->out->edges, ((buchi_edge){m->with, m->without, ~m->promises, state_of(t, m->next)}));
    }
    t->too_large |= t->out->edges.count > MOST_EDGES;
    vec_release(&terms);
}

bool buchi_translate(formula_pool *pool, formula f, buchi *out)
{
    translation t = {.pool = pool, .out = out};
    *out = (buchi){0};
    state_of(&t, f);
    for (size_t i = 0; i < t.open.count && !t.too_large; i++)
        expand(&t, t.open.data[i]);
    out->mark_count = (uint32_t)t.untils.count;
    uint32_t all = out->mark_count == 32 ? UINT32_MAX : (1u << out->mark_count) - 1;
    for (size_t i = 0; i < out->edges.count; i++)
        out->edges.data[i].marks &= all;
    vec_release(&t.untils);
    vec_release(&t.state_of);
    vec_release(&t.open);
    if (t.too_large)
        buchi_release(out);
    return !t.too_large;
}

void buchi_release(buchi *b)
{
    vec_release(&b->states);
    vec_release(&b->edges);
    *b = (buchi){0};
}
