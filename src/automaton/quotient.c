/* quotient.c: fewer states for more pairs.
 *
 * States are identified whose labels agree on all continuations up to a length, which k rounds of Moore's refinement find. Classes may have several
 * edges with one letter, so the graph of classes is made deterministic again: by sets of classes, which adds the fewest pairs; where these sets are
 * many, by putting together all classes that one letter leads to. The tag stays a function of the word: a state without keys is taken once for each tag
 * that its words have, and no class has two tags. */
#include <stdlib.h>

#include "automaton/moore_internal.h"
#include "base/bug.h"
#include "base/limits.h"
#include "base/intern.h"

enum { SETS_A_CLASS = 4 }; /* sets of classes for each class, at the most, before classes are put together */

typedef struct quotient {
    moore_pool *pool;
    moore_ref from;
    const moore_tagging *tagging;
    intern states;           /* (state, tag) */
    VEC(uint32_t) first;     /* by number of `states`, and one more: its edges in `edges`, whose targets are such numbers */
    VEC(moore_edge) edges;
    VEC(uint32_t) class;     /* by number of `states` */
    uint32_t class_count;
    VEC(moore_draft_edge) arcs; /* of classes, sorted, each once */
    VEC(uint32_t) first_arc; /* by class, and one more */
    intern rows;             /* of the refinement: what tells classes apart; then: sets of classes */
    VEC(moore_draft_edge) leaving; /* a set of classes */
    VEC(int32_t) row;
    VEC(uint32_t) keys;
    moore_draft draft;
} quotient;

static uint32_t intern_pair(intern *pool, uint32_t a, uint32_t b)
{
    const int32_t row[] = {(int32_t)a, (int32_t)b};
    return intern_row(pool, row, 2);
}

static void split_by_tags(quotient *q)
{
    intern_pair(&q->states, 0, q->tagging->start);
    for (uint32_t i = 0; i < intern_count(&q->states); i++) {
        uint32_t state = (uint32_t)intern_get(&q->states, i)[0], tag = (uint32_t)intern_get(&q->states, i)[1];
        moore_label label = moore_state_label(q->pool, q->from, state);
        CHECK(label.index == MOORE_NO_KEYS.index || moore_label_tag(q->pool, label) == tag);
        size_t count;
        const moore_edge *edges = moore_state_edges(q->pool, q->from, state, &count);
        vec_push(&q->first, (uint32_t)q->edges.count);
        for (size_t e = 0; e < count; e++) {
            uint32_t next = q->tagging->next(q->tagging->data, tag, edges[e].letter);
            vec_push(&q->edges, ((moore_edge){edges[e].letter, intern_pair(&q->states, edges[e].target, next)}));
        }
    }
    vec_push(&q->first, (uint32_t)q->edges.count);
}

static moore_label label_of(const quotient *q, uint32_t number)
{
    return moore_state_label(q->pool, q->from, (uint32_t)intern_get(&q->states, number)[0]);
}

/* Classes by tag and label, then `depth` times by the classes that letters lead to. False when this tells all states apart. */
static bool refine(quotient *q, uint32_t depth)
{
    uint32_t states = (uint32_t)intern_count(&q->states);
    VEC(uint32_t) next = {0};
    for (uint32_t i = 0; i < states; i++)
        vec_push(&q->class, intern_pair(&q->rows, (uint32_t)intern_get(&q->states, i)[1], label_of(q, i).index));
    q->class_count = (uint32_t)intern_count(&q->rows);
    for (uint32_t round = 0; round < depth && q->class_count < states; round++) {
        intern_release(&q->rows);
        vec_clear(&next);
        for (uint32_t i = 0; i < states; i++) {
            vec_clear(&q->row);
            vec_push(&q->row, (int32_t)q->class.data[i]);
            for (uint32_t e = q->first.data[i]; e < q->first.data[i + 1]; e++) {
                vec_push(&q->row, (int32_t)q->edges.data[e].letter);
                vec_push(&q->row, (int32_t)q->class.data[q->edges.data[e].target]);
            }
            vec_push(&next, intern_row(&q->rows, q->row.data, q->row.count));
        }
        for (uint32_t i = 0; i < states; i++)
            q->class.data[i] = next.data[i];
        q->class_count = (uint32_t)intern_count(&q->rows);
    }
    vec_release(&next);
    return q->class_count < states;
}

/* ---- The graph of classes ---- */
static int compare_arcs(const void *a, const void *b)
{
    const moore_draft_edge *x = a, *y = b;
    if (x->source != y->source)
        return x->source < y->source ? -1 : 1;
    if (x->letter != y->letter)
        return x->letter < y->letter ? -1 : 1;
    return (x->target > y->target) - (x->target < y->target);
}

static void collect_arcs(quotient *q)
{
    vec_clear(&q->arcs);
    for (uint32_t i = 0; i < intern_count(&q->states); i++)
        for (uint32_t e = q->first.data[i]; e < q->first.data[i + 1]; e++)
            vec_push(&q->arcs, ((moore_draft_edge){q->class.data[i], q->edges.data[e].letter, q->class.data[q->edges.data[e].target]}));
    if (q->arcs.count)
        qsort(q->arcs.data, q->arcs.count, sizeof *q->arcs.data, compare_arcs);
    size_t kept = 0, at = 0;
    for (size_t i = 0; i < q->arcs.count; i++)
        if (i == 0 || compare_arcs(&q->arcs.data[i], &q->arcs.data[i - 1]))
            q->arcs.data[kept++] = q->arcs.data[i];
    q->arcs.count = kept;
    vec_clear(&q->first_arc);
    for (uint32_t c = 0; c <= q->class_count; c++) {
        while (at < kept && q->arcs.data[at].source < c)
            at++;
        vec_push(&q->first_arc, (uint32_t)at);
    }
}

/* Puts classes together until no letter leads from one class to two. */
static void fold(quotient *q)
{
    for (bool changed = true; changed;) {
        limits_poll();
        changed = false;
        for (size_t i = 1; i < q->arcs.count && !changed; i++) {
            const moore_draft_edge *a = &q->arcs.data[i - 1], *b = &q->arcs.data[i];
            if (a->source != b->source || a->letter != b->letter)
                continue;
            changed = true;
            uint32_t kept = a->target, gone = b->target;
            for (size_t s = 0; s < q->class.count; s++)
                if (q->class.data[s] == gone)
                    q->class.data[s] = kept;
        }
        if (changed)
            collect_arcs(q);
    }
}

/* ---- Deterministic again ---- */
/* All keys of the classes in the set. */
static moore_label label_of_set(quotient *q, uint32_t set)
{
    const int32_t *classes = intern_get(&q->rows, set);
    uint32_t tag = 0, length = intern_length(&q->rows, set);
    vec_clear(&q->keys);
    for (uint32_t i = 0; i < intern_count(&q->states); i++) {
        bool is_member = false;
        for (uint32_t k = 0; k < length && !is_member; k++)
            is_member = (uint32_t)classes[k] == q->class.data[i];
        if (!is_member)
            continue;
        size_t count;
        const uint32_t *keys = moore_label_keys(q->pool, label_of(q, i), &count);
        for (size_t k = 0; k < count; k++)
            vec_push(&q->keys, keys[k]);
        tag = (uint32_t)intern_get(&q->states, i)[1];
    }
    return moore_label_of(q->pool, tag, q->keys.data, q->keys.count);
}

/* For each letter the set of all classes that the letter leads to from a class of the set. */
static void add_edges(quotient *q, uint32_t set)
{
    vec_clear(&q->leaving);
    for (uint32_t k = 0; k < intern_length(&q->rows, set); k++) {
        uint32_t class = (uint32_t)intern_get(&q->rows, set)[k];
        for (uint32_t a = q->first_arc.data[class]; a < q->first_arc.data[class + 1]; a++)
            vec_push(&q->leaving, ((moore_draft_edge){set, q->arcs.data[a].letter, q->arcs.data[a].target}));
    }
    if (q->leaving.count)
        qsort(q->leaving.data, q->leaving.count, sizeof *q->leaving.data, compare_arcs);
    for (size_t i = 0; i < q->leaving.count;) {
        uint32_t letter = q->leaving.data[i].letter;
        vec_clear(&q->row);
        for (; i < q->leaving.count && q->leaving.data[i].letter == letter; i++)
            if (!q->row.count || vec_last(&q->row) != (int32_t)q->leaving.data[i].target)
                vec_push(&q->row, (int32_t)q->leaving.data[i].target);
        moore_draft_edge_add(&q->draft, set, letter, intern_row(&q->rows, q->row.data, q->row.count));
    }
}

/* False when there are too many sets of classes. */
static bool determinise(quotient *q, uint32_t most)
{
    intern_release(&q->rows);
    moore_draft_clear(&q->draft);
    const int32_t start = (int32_t)q->class.data[0];
    intern_row(&q->rows, &start, 1);
    for (uint32_t set = 0; set < intern_count(&q->rows) && set <= most; set++) {
        moore_draft_state(&q->draft, label_of_set(q, set));
        add_edges(q, set);
    }
    return intern_count(&q->rows) <= most;
}

moore_ref moore_quotient(moore_pool *pool, moore_ref a, uint32_t depth, const moore_tagging *tagging)
{
    quotient q = {.pool = pool, .from = a, .tagging = tagging};
    moore_ref result = a;
    if (a.index == MOORE_EMPTY.index)
        return a;
    split_by_tags(&q);
    if (refine(&q, depth)) {
        collect_arcs(&q);
        if (!determinise(&q, SETS_A_CLASS * q.class_count)) {
            fold(&q);
            bool fits = determinise(&q, q.class_count);
            CHECK(fits);
        }
        result = moore_build(pool, &q.draft);
    }
    intern_release(&q.states);
    intern_release(&q.rows);
    vec_release(&q.first);
    vec_release(&q.edges);
    vec_release(&q.class);
    vec_release(&q.arcs);
    vec_release(&q.first_arc);
    vec_release(&q.leaving);
    vec_release(&q.row);
    vec_release(&q.keys);
    moore_draft_release(&q.draft);
    return result;
}
