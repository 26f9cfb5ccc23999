/* moore.h: sets of pairs (word, key), one automaton each.
 *
 * A moore automaton maps every word over letters to a label: a tag and a set of keys. It stands for the pairs (w, k) with k in the label of w. The tag is a
 * function of the word that the caller chooses (a view); words with an empty set have no tag. Automata are deterministic,
 * trim, minimal, numbered breadth-first with letters in increasing order, immutable and interned in a pool: two automata of one
 * pool denote the same map exactly when their references are equal. */
#ifndef AUTOMATON_MOORE_H
#define AUTOMATON_MOORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/strbuf.h"
#include "base/vec.h"

typedef struct moore_pool moore_pool;
typedef struct moore_ref {
    uint32_t index;
} moore_ref; /* lives as long as its pool */

typedef struct moore_label {
    uint32_t index;
} moore_label;

typedef struct moore_edge {
    uint32_t letter, target;
} moore_edge;

/* No pair at all. */
#define MOORE_EMPTY ((moore_ref){0})
/* The empty set of keys. */
#define MOORE_NO_KEYS ((moore_label){0})

moore_pool *moore_pool_new(void);
void moore_pool_free(moore_pool *pool);
/* The number of automata, and the bytes that they and their labels take. */
size_t moore_pool_count(const moore_pool *pool);
size_t moore_pool_bytes(const moore_pool *pool);

/* ---- Labels ---- */
/* The label with this tag and these keys (any order, repetitions allowed); MOORE_NO_KEYS for no keys. */
moore_label moore_label_of(moore_pool *pool, uint32_t tag, const uint32_t *keys, size_t count);
/* The keys in increasing order. */
const uint32_t *moore_label_keys(const moore_pool *pool, moore_label label, size_t *count);
uint32_t moore_label_tag(const moore_pool *pool, moore_label label);
/* True when every key of small is one of big. */
bool moore_label_includes(const moore_pool *pool, moore_label big, moore_label small);

/* ---- Reading: states are 0 (the start) to count - 1; MOORE_EMPTY has none ---- */
uint32_t moore_state_count(const moore_pool *pool, moore_ref a);
moore_label moore_state_label(const moore_pool *pool, moore_ref a, uint32_t state);
const moore_edge *moore_state_edges(const moore_pool *pool, moore_ref a, uint32_t state, size_t *count);
enum { MOORE_NOWHERE = UINT32_MAX };
/* The state after a letter; MOORE_NOWHERE where no continuation has a key. */
uint32_t moore_next(const moore_pool *pool, moore_ref a, uint32_t state, uint32_t letter);

/* ---- Building: any deterministic graph; the pool makes it minimal ---- */
typedef struct moore_draft_edge {
    uint32_t source, letter, target;
} moore_draft_edge;

typedef struct moore_draft {
    VEC(moore_label) labels; /* of each state; state 0 is the start */
    VEC(moore_draft_edge) edges;
} moore_draft;

uint32_t moore_draft_state(moore_draft *d, moore_label label);
void moore_draft_edge_add(moore_draft *d, uint32_t source, uint32_t letter, uint32_t target);
void moore_draft_clear(moore_draft *d);
void moore_draft_release(moore_draft *d);
/* The interned automaton of the draft; no two edges of a state may have the same letter. */
moore_ref moore_build(moore_pool *pool, const moore_draft *d);

/* ---- Comparing ---- */
/* True when every pair of small is a pair of big. */
bool moore_includes(moore_pool *pool, moore_ref big, moore_ref small);
/* All pairs of a and of b. Tags must agree where both have keys. */
moore_ref moore_union(moore_pool *pool, moore_ref a, moore_ref b);

/* ---- More pairs with fewer states ---- */
/* The tag as a function of the word, also of words without a key. */
typedef struct moore_tagging {
    uint32_t start; /* of the empty word */
    uint32_t (*next)(void *data, uint32_t tag, uint32_t letter);
    void *data;
} moore_tagging;

/* All pairs of a, and those that come in when states are identified that go on with the same labels for `depth` letters and have the same tag. There are
 * finitely many results for given labels, letters and depth; the result is `a` itself when the depth tells all states of `a` apart. */
moore_ref moore_quotient(moore_pool *pool, moore_ref a, uint32_t depth, const moore_tagging *tagging);

/* The automaton in Graphviz' language; `letter` writes a letter, `key` a key. */
void moore_dot(const moore_pool *pool, moore_ref a, void (*letter)(void *data, uint32_t letter, strbuf *out),
               void (*key)(void *data, uint32_t key, strbuf *out), void *data, strbuf *out);

#endif
