/* moore_internal.h: the pool, for the files of automaton/. */
#ifndef AUTOMATON_MOORE_INTERNAL_H
#define AUTOMATON_MOORE_INTERNAL_H

#include "automaton/moore.h"
#include "base/vec.h"

/* An interned automaton is a run of numbers: number of states; for each state its label and first edge; number of edges; then the edges as
 * pairs of letter and target. */
typedef struct moore_automaton {
    size_t first;
    uint32_t size; /* how many numbers */
} moore_automaton;

typedef struct moore_label_entry {
    size_t first; /* in label_keys */
    uint32_t count, tag;
} moore_label_entry;

typedef struct pair_memo {
    uint64_t *keys; /* of a pair (big, small) of automata: big << 32 | small, plus one; 0: free */
    uint32_t *values;
    uint32_t bits;
    size_t count;
} pair_memo;

struct moore_pool {
    VEC(uint32_t) numbers;
    VEC(moore_automaton) automata;
    VEC(uint32_t) table; /* by hash: number of the automaton plus one; 0: free; its count is a power of two */
    VEC(uint32_t) label_keys;
    VEC(moore_label_entry) labels;
    VEC(uint32_t) label_table;
    pair_memo inclusions, unions;
    /* scratch of minimise.c and compare.c */
    VEC(uint32_t) scratch;
    VEC(uint32_t) sorted;
    VEC(uint64_t) pairs;
    VEC(uint32_t) pair_cells; /* by hash: number of the pair plus one; its count is a power of two */
    VEC(uint32_t) built;
};

void pair_memo_init(pair_memo *m);
void pair_memo_release(pair_memo *m);
/* True with the value kept for the pair. */
bool pair_memo_find(const pair_memo *m, uint32_t a, uint32_t b, uint32_t *value);
void pair_memo_add(pair_memo *m, uint32_t a, uint32_t b, uint32_t value);

/* The interned automaton that these numbers describe (see moore_automaton); they must be in canonical order. */
moore_ref moore_intern(moore_pool *pool, const uint32_t *numbers, uint32_t size);

#endif
