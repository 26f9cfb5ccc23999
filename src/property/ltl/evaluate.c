/* evaluate.c: what a formula says of a lasso, from the meaning of its operators alone: no automaton is involved.
 *
 * Every part of the formula, smallest first, gets its truth at each position. Going backwards from the last position, an UNTIL or RELEASE is known once its
 * truth at the start of the loop is; the least (UNTIL) or greatest (RELEASE) solution is found by assuming false or true there and going round once more. */
#include "base/bug.h"
#include "property/ltl/formula.h"

typedef struct evaluation {
    const formula_pool *pool;
    const uint64_t *letters;
    uint32_t count, loop;
    VEC(bool) known;      /* by formula */
    VEC(bool) truth;      /* by formula and position */
} evaluation;

static bool *row_of(evaluation *e, formula f)
{
    return e->truth.data + (size_t)f.index * e->count;
}

static void fix(evaluation *e, const formula_node *n, const bool *a, const bool *b, bool *out)
{
    bool until = n->kind == FORMULA_UNTIL, after = !until;
    for (int round = 0; round < 2; round++) {
        for (uint32_t i = e->count; i-- > 0;) {
            out[i] = until ? b[i] || (a[i] && after) : b[i] && (a[i] || after);
            after = out[i];
        }
        after = out[e->loop];
    }
}

static void evaluate(evaluation *e, formula f)
{
    const formula_node n = *formula_get(e->pool, f);
    if (e->known.data[f.index])
        return;
    if (n.kind >= FORMULA_AND) {
        evaluate(e, n.a);
        if (n.kind != FORMULA_NEXT)
            evaluate(e, n.b);
    }
    bool *out = row_of(e, f);
    const bool *a = row_of(e, n.a), *b = row_of(e, n.b);
    e->known.data[f.index] = true;
    if (n.kind == FORMULA_UNTIL || n.kind == FORMULA_RELEASE) {
        fix(e, &n, a, b, out);
        return;
    }
    for (uint32_t i = 0; i < e->count; i++) {
        uint32_t next = i + 1 < e->count ? i + 1 : e->loop;
        switch (n.kind) {
        case FORMULA_FALSE: out[i] = false; break;
        case FORMULA_TRUE: out[i] = true; break;
        case FORMULA_ATOM: out[i] = e->letters[i] >> n.atom & 1; break;
        case FORMULA_NOT_ATOM: out[i] = !(e->letters[i] >> n.atom & 1); break;
        case FORMULA_AND: out[i] = a[i] && b[i]; break;
        case FORMULA_OR: out[i] = a[i] || b[i]; break;
        case FORMULA_NEXT: out[i] = a[next]; break;
        case FORMULA_UNTIL:
        case FORMULA_RELEASE: BUG("fixed points were dealt with before");
        }
    }
}

bool formula_holds(const formula_pool *pool, formula f, const uint64_t *letters, uint32_t count, uint32_t loop)
{
    CHECK(count > 0 && loop < count);
    evaluation e = {.pool = pool, .letters = letters, .count = count, .loop = loop};
    for (size_t i = 0; i < pool->nodes.count; i++)
        vec_push(&e.known, false);
    for (size_t i = 0; i < pool->nodes.count * count; i++)
        vec_push(&e.truth, false);
    evaluate(&e, f);
    bool holds = row_of(&e, f)[0];
    vec_release(&e.known);
    vec_release(&e.truth);
    return holds;
}
