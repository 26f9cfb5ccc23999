/* words.h: configurations of one process with words cut short.
 *
 * A *cut* is a key, its view and the beginning of its word: the `length` oldest stores, and whether there are more (under PSO: of each location). A set has
 * finitely many cuts however long its words are. */
#ifndef ENGINE_FAIR_WORDS_H
#define ENGINE_FAIR_WORDS_H

#include "engine/events/sets.h"
#include "engine/fair/digraph.h"

/* A cut's row: key, view, then for each queue with a store: its number, whether there are more stores, how many are known, those letters. Under TSO there
 * is one queue; under PSO one for each location. */
enum { CUT_KEY, CUT_VIEW, CUT_QUEUES };
enum { QUEUE_NUMBER, QUEUE_MORE, QUEUE_LENGTH, QUEUE_LETTERS };

typedef struct cut_words {
    space *space;
    sets *sets;
    uint32_t length;
    intern cuts;
    intern begun;             /* scratch: states of an automaton, each with the queues of a word that leads there */
    VEC(index_vec) lists;     /* by set: its cuts, in increasing order */
    intern asked;             /* cut, letter and set: words_committed knows the answer */
    index_vec first_after;    /* by these: where it begins in `after` */
    index_vec after;
    VEC(int32_t) row;         /* scratch */
} cut_words;

/* The cut of a process that does not exist: an empty row. */
enum { CUT_ABSENT = 0 };

void words_init(cut_words *w, sets *s, uint32_t length);
void words_release(cut_words *w);

/* The cuts of the set. */
const index_vec *words_of(cut_words *w, moore_ref set);
enum { NOWHERE = UINT32_MAX };
/* Where the cut is in the list, or NOWHERE. */
uint32_t words_find(const index_vec *list, uint32_t cut);
void words_insert(index_vec *list, uint32_t cut);

static inline key_ref words_key(const cut_words *w, uint32_t cut)
{
    return (key_ref){(uint32_t)intern_get(&w->cuts, cut)[CUT_KEY]};
}

static inline view_ref words_view(const cut_words *w, uint32_t cut)
{
    return (view_ref){(uint32_t)intern_get(&w->cuts, cut)[CUT_VIEW]};
}

/* Is the process inside a block, inside a d_step? */
static inline bool words_is_held(const cut_words *w, uint32_t cut)
{
    return cut != CUT_ABSENT && key_is_held(w->space, words_key(w, cut));
}

static inline bool words_is_in_d_step(const cut_words *w, uint32_t cut)
{
    return cut != CUT_ABSENT && key_is_in_d_step(w->space, words_key(w, cut));
}

/* Has the process ended, with nothing pending? */
bool words_has_ended(const cut_words *w, uint32_t cut);
/* Does the cut stand for one word only, of at most so many stores? */
bool words_is_whole(const cut_words *w, uint32_t cut, uint32_t most);
/* The letters that can be committed next, and all letters that are known to be in the word: with the youngest of each location. */
void words_oldest(const cut_words *w, uint32_t cut, index_vec *letters);
void words_letters(const cut_words *w, uint32_t cut, index_vec *letters);

/* The cut with another key; and after one more store. */
uint32_t words_with_key(cut_words *w, uint32_t cut, key_ref key);
uint32_t words_after(cut_words *w, uint32_t cut, letter_ref letter);
/* The cut with another key and the empty word. */
uint32_t words_flushed(cut_words *w, key_ref key);
/* All cuts of the set that a word may have, once its store `letter`, one of words_oldest, has been committed. */
void words_committed(cut_words *w, uint32_t cut, letter_ref letter, moore_ref in, index_vec *out);

#endif
