/* config.h: what one process has in a single state: its key and the word of its pending stores. */
#ifndef ENGINE_LAZY_CONFIG_H
#define ENGINE_LAZY_CONFIG_H

#include "engine/local/moves.h"

enum { CONFIG_KEY, CONFIG_WORD }; /* a configuration's row */

typedef struct word_ref {
    uint32_t index;
} word_ref;

typedef struct config_ref {
    uint32_t index;
} config_ref;

static inline bool word_is(word_ref a, word_ref b)
{
    return a.index == b.index;
}

typedef struct configs {
    space *space;
    intern words;          /* letters, oldest first */
    intern all;
    VEC(view_ref) views;   /* by configuration */
    word_ref empty_word;
    VEC(int32_t) row;      /* scratch */
} configs;

void configs_init(configs *c, space *s);
void configs_release(configs *c);

config_ref configs_number(configs *c, key_ref key, word_ref word);

/* The word with letters appended; the word without the letter at a position. */
word_ref configs_append(configs *c, word_ref word, const letter_ref *letters, uint32_t count);
word_ref configs_take_out(configs *c, word_ref word, uint32_t position);

/* The view of a process with this key that has the word pending. */
view_ref configs_view(configs *c, key_ref key, word_ref word);

static inline key_ref config_key(const configs *c, config_ref config)
{
    return (key_ref){(uint32_t)intern_get(&c->all, config.index)[CONFIG_KEY]};
}

static inline word_ref config_word(const configs *c, config_ref config)
{
    return (word_ref){(uint32_t)intern_get(&c->all, config.index)[CONFIG_WORD]};
}

#endif
