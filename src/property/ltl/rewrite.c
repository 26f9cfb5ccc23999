/* rewrite.c: smaller formulas with the same meaning, before an automaton is made of them.
 *
 * The rules are those of Somenzi and Bloem (CAV 2000) and of Etessami and Holzmann (CONCUR 2000): what one part says already because another does, and
 * parts whose truth does not depend on where one looks. *Eventual* is a formula that is true of a word whenever it is true of a suffix, *universal* one that
 * is true of all suffixes whenever it is true of the word. */
#include "base/bug.h"
#include "property/ltl/formula.h"

/* ---- What follows from how formulas are written ---- */
enum { FUEL = 3000 }; /* steps of one question: then the answer is no */

static bool entails(const formula_pool *pool, formula f, formula g, int *fuel)
{
    const formula_node *x = formula_get(pool, f), *y = formula_get(pool, g);
    if (formula_is(f, g) || x->kind == FORMULA_FALSE || y->kind == FORMULA_TRUE)
        return true;
    if (--*fuel < 0)
        return false;
    /* f is one of several, g is each of several */
    if (x->kind == FORMULA_OR)
        return entails(pool, x->a, g, fuel) && entails(pool, x->b, g, fuel);
    if (y->kind == FORMULA_AND)
        return entails(pool, f, y->a, fuel) && entails(pool, f, y->b, fuel);
    if (x->kind == FORMULA_AND && (entails(pool, x->a, g, fuel) || entails(pool, x->b, g, fuel)))
        return true;
    if (y->kind == FORMULA_OR && (entails(pool, f, y->a, fuel) || entails(pool, f, y->b, fuel)))
        return true;
    if (x->kind == FORMULA_NEXT && y->kind == FORMULA_NEXT)
        return entails(pool, x->a, y->a, fuel);
    bool same = x->kind == y->kind && (x->kind == FORMULA_UNTIL || x->kind == FORMULA_RELEASE);
    if (same && entails(pool, x->a, y->a, fuel) && entails(pool, x->b, y->b, fuel))
        return true;
    /* b alone makes a U b true; a V b has b now; a U b has a or b now */
    if (y->kind == FORMULA_UNTIL && entails(pool, f, y->b, fuel))
        return true;
    if (x->kind == FORMULA_RELEASE && entails(pool, x->b, g, fuel))
        return true;
    if (x->kind == FORMULA_UNTIL && entails(pool, x->a, g, fuel) && entails(pool, x->b, g, fuel))
        return true;
    return y->kind == FORMULA_RELEASE && entails(pool, f, y->a, fuel) && entails(pool, f, y->b, fuel);
}

bool formula_entails(const formula_pool *pool, formula f, formula g)
{
    int fuel = FUEL;
    return entails(pool, f, g, &fuel);
}

/* ---- Where one looks does not matter ---- */
/* Eventual, or else universal. */
static bool is_pure(const formula_pool *pool, formula f, bool eventual)
{
    const formula_node *n = formula_get(pool, f);
    switch (n->kind) {
    case FORMULA_FALSE:
    case FORMULA_TRUE: return true;
    case FORMULA_ATOM:
    case FORMULA_NOT_ATOM: return false;
    case FORMULA_NEXT: return is_pure(pool, n->a, eventual);
    case FORMULA_UNTIL:
        if (eventual && formula_get(pool, n->a)->kind == FORMULA_TRUE)
            return true;
        break;
    case FORMULA_RELEASE:
        if (!eventual && formula_get(pool, n->a)->kind == FORMULA_FALSE)
            return true;
        break;
    case FORMULA_AND:
    case FORMULA_OR: break;
    }
    return is_pure(pool, n->a, eventual) && is_pure(pool, n->b, eventual);
}

/* ---- Rules by operator, for parts that are simple already ---- */
static bool is_kind(const formula_pool *pool, formula f, formula_kind kind)
{
    return formula_get(pool, f)->kind == kind;
}

static formula part(const formula_pool *pool, formula f, bool second)
{
    const formula_node *n = formula_get(pool, f);
    return second ? n->b : n->a;
}

/* true U (false V f), and its dual. */
static bool is_limit(const formula_pool *pool, formula f, formula_kind outer)
{
    formula_kind inner = outer == FORMULA_UNTIL ? FORMULA_RELEASE : FORMULA_UNTIL;
    formula_kind before = outer == FORMULA_UNTIL ? FORMULA_TRUE : FORMULA_FALSE, within = outer == FORMULA_UNTIL ? FORMULA_FALSE : FORMULA_TRUE;
    if (!is_kind(pool, f, outer) || !is_kind(pool, part(pool, f, false), before))
        return false;
    formula g = part(pool, f, true);
    return is_kind(pool, g, inner) && is_kind(pool, part(pool, g, false), within);
}

static formula simple_until(formula_pool *pool, formula f, formula g);
static formula simple_release(formula_pool *pool, formula f, formula g);
static formula simple_join(formula_pool *pool, formula f, formula g, formula_kind kind);

/* Two parts of a conjunction (or, dually, disjunction) that can be said as one. */
static bool merge(formula_pool *pool, formula f, formula g, formula_kind kind, formula *out)
{
    bool both = kind == FORMULA_AND;
    formula_kind last_same = both ? FORMULA_RELEASE : FORMULA_UNTIL; /* (a V b) && (a V c) = a V (b && c) */
    formula_kind first_same = both ? FORMULA_UNTIL : FORMULA_RELEASE; /* (a U c) && (b U c) = (a && b) U c */
    if (is_kind(pool, f, FORMULA_NEXT) && is_kind(pool, g, FORMULA_NEXT)) {
        *out = formula_next(pool, simple_join(pool, part(pool, f, false), part(pool, g, false), kind));
        return true;
    }
    formula_kind limit = both ? FORMULA_UNTIL : FORMULA_RELEASE; /* <>[]a && <>[]b = <>[](a && b) */
    if (is_limit(pool, f, limit) && is_limit(pool, g, limit)) {
        formula inner = simple_join(pool, part(pool, part(pool, f, true), true), part(pool, part(pool, g, true), true), kind);
        *out = both ? formula_eventually(pool, formula_always(pool, inner)) : formula_always(pool, formula_eventually(pool, inner));
        return true;
    }
    if (is_kind(pool, f, last_same) && is_kind(pool, g, last_same) && formula_is(part(pool, f, false), part(pool, g, false))) {
        formula a = part(pool, f, false), inner = simple_join(pool, part(pool, f, true), part(pool, g, true), kind);
        *out = both ? simple_release(pool, a, inner) : simple_until(pool, a, inner);
        return true;
    }
    if (is_kind(pool, f, first_same) && is_kind(pool, g, first_same) && formula_is(part(pool, f, true), part(pool, g, true))) {
        formula b = part(pool, f, true), inner = simple_join(pool, part(pool, f, false), part(pool, g, false), kind);
        *out = both ? simple_until(pool, inner, b) : simple_release(pool, inner, b);
        return true;
    }
    return false;
}

static formula simple_join(formula_pool *pool, formula f, formula g, formula_kind kind)
{
    bool both = kind == FORMULA_AND;
    formula merged;
    if (formula_entails(pool, f, g))
        return both ? f : g;
    if (formula_entails(pool, g, f))
        return both ? g : f;
    if (formula_entails(pool, f, formula_not(pool, g)) && both)
        return formula_constant(pool, false);
    if (formula_entails(pool, formula_not(pool, f), g) && !both)
        return formula_constant(pool, true);
    if (merge(pool, f, g, kind, &merged))
        return merged;
    return both ? formula_and(pool, f, g) : formula_or(pool, f, g);
}

static formula simple_next(formula_pool *pool, formula f)
{
    return is_pure(pool, f, true) && is_pure(pool, f, false) ? f : formula_next(pool, f);
}

static formula simple_until(formula_pool *pool, formula f, formula g)
{
    if (is_pure(pool, g, true) || formula_entails(pool, f, g))
        return g;
    if (is_kind(pool, f, FORMULA_NEXT) && is_kind(pool, g, FORMULA_NEXT))
        return formula_next(pool, simple_until(pool, part(pool, f, false), part(pool, g, false)));
    if (is_kind(pool, f, FORMULA_TRUE) && is_kind(pool, g, FORMULA_NEXT)) /* <> X f = X <> f */
        return formula_next(pool, simple_until(pool, f, part(pool, g, false)));
    if (formula_entails(pool, formula_not(pool, g), f)) /* nothing but g ends f */
        return formula_eventually(pool, g);
    if (is_kind(pool, g, FORMULA_UNTIL) && formula_entails(pool, f, part(pool, g, false))) /* a U (b U c) = b U c where b follows from a */
        return g;
    if (is_kind(pool, g, FORMULA_UNTIL) && formula_entails(pool, part(pool, g, false), f)) /* a U (b U c) = a U c where a follows from b */
        return simple_until(pool, f, part(pool, g, true));
    return formula_until(pool, f, g);
}

static formula simple_release(formula_pool *pool, formula f, formula g)
{
    if (is_pure(pool, g, false) || formula_entails(pool, g, f))
        return g;
    if (is_kind(pool, f, FORMULA_NEXT) && is_kind(pool, g, FORMULA_NEXT))
        return formula_next(pool, simple_release(pool, part(pool, f, false), part(pool, g, false)));
    if (is_kind(pool, f, FORMULA_FALSE) && is_kind(pool, g, FORMULA_NEXT)) /* [] X f = X [] f */
        return formula_next(pool, simple_release(pool, f, part(pool, g, false)));
    if (formula_entails(pool, f, formula_not(pool, g))) /* f never comes with g */
        return formula_always(pool, g);
    if (is_kind(pool, g, FORMULA_RELEASE) && formula_entails(pool, part(pool, g, false), f))
        return g;
    if (is_kind(pool, g, FORMULA_RELEASE) && formula_entails(pool, f, part(pool, g, false)))
        return simple_release(pool, f, part(pool, g, true));
    return formula_release(pool, f, g);
}

static formula rewrite(formula_pool *pool, formula f)
{
    const formula_node n = *formula_get(pool, f);
    switch (n.kind) {
    case FORMULA_FALSE:
    case FORMULA_TRUE:
    case FORMULA_ATOM:
    case FORMULA_NOT_ATOM: return f;
    case FORMULA_AND:
    case FORMULA_OR: return simple_join(pool, rewrite(pool, n.a), rewrite(pool, n.b), n.kind);
    case FORMULA_NEXT: return simple_next(pool, rewrite(pool, n.a));
    case FORMULA_UNTIL: return simple_until(pool, rewrite(pool, n.a), rewrite(pool, n.b));
    case FORMULA_RELEASE: return simple_release(pool, rewrite(pool, n.a), rewrite(pool, n.b));
    }
    BUG("unknown kind of formula");
}

/* A rule may make another one apply. Every rule keeps or lowers the number of operators, so a few rounds are enough; more would be no mistake. */
formula formula_simplify(formula_pool *pool, formula f)
{
    enum { ROUNDS = 8 };
    for (int i = 0; i < ROUNDS; i++) {
        formula g = rewrite(pool, f);
        if (formula_is(f, g))
            break;
        f = g;
    }
    return f;
}
