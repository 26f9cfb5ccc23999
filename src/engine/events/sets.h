/* sets.h: sets of local configurations (key, word of pending stores) of one process, and what happens to them.
 *
 * A set is an automaton over letters, oldest store first, whose labels are views and keys. All operations are functions of
 * interned numbers and are remembered. */
#ifndef ENGINE_EVENTS_SETS_H
#define ENGINE_EVENTS_SETS_H

#include "automaton/moore.h"
#include "engine/local/moves.h"

/* Sets whose automaton has more than `above` states get more pairs when they are closed, so that any two of its states go on differently within `depth`
 * letters (moore_quotient). Then the sets that a search can find are finitely many. */
typedef struct sets_widening {
    uint32_t above, depth; /* depth 0: sets are exact */
} sets_widening;

typedef struct sets {
    space *space;
    moves *moves;
    moore_pool *pool;
    bool pso;
    bool has_barriers; /* words hold barriers: PSO only */
    sets_widening widening;
    bool widened;                     /* some set has more pairs than an exact search would find */
    bool too_large; /* a closure was given up: sets made since then lack pairs */
    look_memo closures;                           /* by set and whether only keys inside a block go on */
    intern commits, others, rounds;           /* rows of arguments, whose results are in the vectors below */
    VEC(moore_ref) closed, committed, other, rounded;
    struct subset_builder *builder;
} sets;

void sets_init(sets *s, space *sp, moves *m);
void sets_release(sets *s);

/* The view that goes with the keys of a label: its tag. */
static inline view_ref label_view(const moore_pool *pool, moore_label of)
{
    return (view_ref){moore_label_tag(pool, of)};
}

/* Only (key, empty word). */
moore_ref sets_single(sets *s, key_ref key);

/* Which keys go on when a set is closed: all; just those inside a block, while nothing is committed; or of these just those inside a d_step. */
typedef enum sets_scope { CLOSE_ALL, CLOSE_HELD, CLOSE_D_STEP } sets_scope;

/* Everything that quiet steps lead to, in this global; commits that change nothing are quiet. With widening the result may have more pairs, but it is closed. */
moore_ref sets_close(sets *s, moore_ref a, global_ref global, sets_scope scope);

/* (k, u.v) for all (k, u.letter.v) with k at rest; u is empty under TSO, and holds no store to the letter's location under PSO. */
moore_ref sets_commit(sets *s, moore_ref a, letter_ref letter);
/* The letters for which sets_commit is not empty. */
typedef VEC(letter_ref) letter_vec;
void sets_oldest(sets *s, moore_ref a, letter_vec *out);

/* The pairs whose key is not inside an atomic block, and those whose key is. */
moore_ref sets_at_rest(sets *s, moore_ref a);
moore_ref sets_held(sets *s, moore_ref a);
/* The pairs whose key is inside a d_step, and those whose key is not. */
moore_ref sets_in_d_step(sets *s, moore_ref a);
moore_ref sets_out_of_d_step(sets *s, moore_ref a);
/* The pairs whose word has a store to the element, and those whose word has none. */
moore_ref sets_pending(sets *s, moore_ref a, uint32_t element);
moore_ref sets_not_pending(sets *s, moore_ref a, uint32_t element);
/* The pairs with the empty word. */
moore_ref sets_empty_word(sets *s, moore_ref a);

/* (k, w.letter) for all pairs (k, w). */
moore_ref sets_append(sets *s, moore_ref a, letter_ref letter);

/* May the store be committed while the stores in the view stay pending? Then it is older than all of its buffer. */
bool sets_may_leave(const sets *s, uint32_t type, letter_ref letter, view_ref view);

/* The process type of the set's keys; the set is not empty. */
uint32_t sets_type(const sets *s, moore_ref a);

#endif
