/* subset.h: determinisation, for the operations of sets.c.
 *
 * A subset state is what may be the case after a word: a view (a function of the word), states of an old automaton, each with a mark, and keys. */
#ifndef ENGINE_EVENTS_SUBSET_H
#define ENGINE_EVENTS_SUBSET_H

#include "automaton/moore.h"
#include "engine/local/space.h"

typedef VEC(uint32_t) number_vec;

typedef struct subset {
    view_ref view;
    number_vec states; /* state << 1 | mark */
    number_vec keys;
} subset;

/* Where a subset leads with a letter: to an old state with its mark, or to a key; `is_key` tells which. */
typedef struct subset_lead {
    letter_ref letter;
    uint32_t to;
    bool is_key;
} subset_lead;

typedef VEC(subset_lead) lead_vec;

typedef struct subset_builder {
    moore_draft draft;
    intern known;      /* rows: view, number of states, states, keys, sorted */
    VEC(int32_t) row;
    /* for callers that note where subsets lead (subset_number_leading) */
    lead_vec leads;            /* of the subset under way */
    lead_vec all_leads;
    VEC(size_t) first_lead;    /* by subset, in all_leads; one entry more than there are subsets */
    subset now, next;          /* scratch */
    number_vec letters;
} subset_builder;

/* Adds a number once; true when it is new. */
bool number_add(number_vec *v, uint32_t number);

void subset_builder_clear(subset_builder *b);
void subset_builder_release(subset_builder *b);
void subset_release(subset *s);

/* The number of the subset's state in the draft; the subset gets sorted. States are numbered in the order of first appearance. */
uint32_t subset_number(subset_builder *b, subset *s);
/* The same, and b->leads are kept with the subset when it is new. Either all subsets since the last clear are numbered by this function, or none. */
uint32_t subset_number_leading(subset_builder *b, subset *s);
/* Copies a numbered subset back. */
void subset_get(const subset_builder *b, uint32_t number, subset *out);

#endif
