/* language.h: sets of buffer contents.
 *
 * A language is a set of words of letters (stores; the oldest is the first), kept as a minimal deterministic automaton: a Moore automaton whose
 * only key says that the word belongs to it. Two languages are equal exactly when their references are. All operations are
 * functions of such references and are remembered. */
#ifndef ENGINE_AUTOMATA_LANGUAGE_H
#define ENGINE_AUTOMATA_LANGUAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "automaton/moore.h"
#include "engine/local/space.h"

typedef VEC(letter_ref) word; /* of letters */

/* The words of a language that give a process one and the same view. */
typedef struct view_class {
    view_ref view;
    moore_ref words;
} view_class;

typedef struct view_list {
    uint32_t first, count; /* in languages.classes */
} view_list;

typedef struct languages {
    space *space;
    moore_pool *pool;
    moore_label member;
    moore_ref empty_word; /* { the empty word } */
    intern operations;    /* calls: operation, language, letters */
    VEC(moore_ref) results;
    VEC(int32_t) row;     /* scratch */
    intern splits;        /* (language, process type) */
    VEC(view_list) lists;
    VEC(view_class) classes;
    moore_draft draft;    /* scratch */
} languages;

void languages_init(languages *ls, space *s);
void languages_release(languages *ls);

bool language_has_empty_word(const languages *ls, moore_ref a);
/* Every word of a holds a store to the element. */
bool language_always_stores(languages *ls, moore_ref a, uint32_t element);

/* L(a).{letter} */
moore_ref language_append(languages *ls, moore_ref a, letter_ref letter);
/* The words v with letter.v in L(a): what is left after a commit. */
moore_ref language_after_oldest(languages *ls, moore_ref a, letter_ref letter);
/* The first letters of the words of L(a). */
const moore_edge *language_oldest(const languages *ls, moore_ref a, size_t *count);

/* L(a) split by the view that a process of this type has with each word. */
view_list language_views(languages *ls, moore_ref a, uint32_t type);

/* True with w when L(big) = L(small).{w} for a word w that is not empty. */
bool language_extends(languages *ls, moore_ref small, moore_ref big, word *w);

/* L(a).{w}*  */
moore_ref language_repeat(languages *ls, moore_ref a, const word *w);
/* The union of L(a).(W u {w})* for all W in {} and { the words that lead from an accepting state of a back to it }, as far as
 * L(a).W* lies in L(a). */
moore_ref language_repeat_mixed(languages *ls, moore_ref a, const word *w);

/* ---- For the files that implement these operations ---- */
typedef enum language_operation { LANGUAGE_APPEND, LANGUAGE_AFTER_OLDEST, LANGUAGE_REPEAT, LANGUAGE_REPEAT_MIXED } language_operation;

#define LANGUAGE_UNKNOWN ((moore_ref){UINT32_MAX})

/* The number of a call in languages.results; its result is LANGUAGE_UNKNOWN until it has been computed. */
uint32_t language_call(languages *ls, language_operation operation, moore_ref a, const letter_ref *letters, size_t count);

#endif
