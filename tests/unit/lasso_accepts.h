/* lasso_accepts.h: whether an automaton accepts a lasso, by brute force. */
#ifndef UNIT_LASSO_ACCEPTS_H
#define UNIT_LASSO_ACCEPTS_H

#include <stdint.h>
#include <stdlib.h>

#include "property/ltl/buchi.h"

enum { ATOMS = 3, MOST_LETTERS = 6 };

typedef struct lasso {
    uint64_t letters[MOST_LETTERS];
    uint32_t count, loop;
} lasso;

static lasso random_lasso(void)
{
    lasso l = {.count = 1 + (uint32_t)rand() % MOST_LETTERS};
    l.loop = (uint32_t)rand() % l.count;
    for (uint32_t i = 0; i < l.count; i++)
        l.letters[i] = (uint64_t)rand() % (1u << ATOMS);
    return l;
}

/* Some cycle of the product has all marks. */
typedef struct product {
    const buchi *b;
    const lasso *l;
    uint32_t count;
    bool *reaches; /* [from * count + to], by at least one edge */
} product;

static uint32_t product_place(const product *p, uint32_t position, uint32_t state)
{
    return position * (uint32_t)p->b->states.count + state;
}

static void close_transitively(product *p)
{
    for (uint32_t k = 0; k < p->count; k++)
        for (uint32_t i = 0; i < p->count; i++)
            for (uint32_t j = 0; j < p->count && p->reaches[i * p->count + k]; j++)
                p->reaches[i * p->count + j] |= p->reaches[k * p->count + j];
}

static void each_step(const product *p, void (*visit)(const product *p, uint32_t from, uint32_t to, uint32_t marks, void *data), void *data)
{
    for (uint32_t i = 0; i < p->l->count; i++)
        for (uint32_t s = 0; s < p->b->states.count; s++)
            for (uint32_t k = 0; k < p->b->states.data[s].edge_count; k++) {
                const buchi_edge *e = &p->b->edges.data[p->b->states.data[s].first_edge + k];
                uint32_t next = i + 1 < p->l->count ? i + 1 : p->l->loop;
                if (buchi_edge_reads(e, p->l->letters[i]))
                    visit(p, product_place(p, i, s), product_place(p, next, e->target), e->marks, data);
            }
}

static void note_step(const product *p, uint32_t from, uint32_t to, uint32_t marks, void *data)
{
    (void)marks, (void)data;
    p->reaches[from * p->count + to] = true;
}

typedef struct cycle {
    uint32_t through, marks;
} cycle;

static void note_marks(const product *p, uint32_t from, uint32_t to, uint32_t marks, void *data)
{
    cycle *c = data;
    bool out = from == c->through || p->reaches[c->through * p->count + from], back = to == c->through || p->reaches[to * p->count + c->through];
    if (out && back)
        c->marks |= marks;
}

static bool accepts(const buchi *b, const lasso *l)
{
    product p = {.b = b, .l = l, .count = l->count * (uint32_t)b->states.count};
    p.reaches = calloc((size_t)p.count * p.count, sizeof *p.reaches);
    each_step(&p, note_step, NULL);
    close_transitively(&p);
    uint32_t all = (1u << b->mark_count) - 1;
    bool found = false;
    for (uint32_t n = 0; n < p.count && !found; n++) {
        cycle c = {.through = n};
        if (!(n == 0 || p.reaches[n]) || !p.reaches[n * p.count + n])
            continue;
        each_step(&p, note_marks, &c);
        found = c.marks == all;
    }
    free(p.reaches);
    return found;
}

#endif
