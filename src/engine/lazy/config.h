/* config.h: what one process has in a single state: its key and the word of its pending stores. */
#ifndef ENGINE_LAZY_CONFIG_H
#define ENGINE_LAZY_CONFIG_H

#include "engine/local/moves.h"

enum { CONFIG_KEY, CONFIG_WORD }; /* a configuration's row */

typedef struct configs {
    space *space;
    intern words;          /* letters, oldest first */
    intern all;
    VEC(view_ref) views;   /* by configuration */
    uint32_t empty_word;
    VEC(int32_t) row;      /* scratch */
} configs;

void configs_init(configs *c, space *s);
void configs_release(configs *c);

uint32_t configs_number(configs *c, key_ref key, uint32_t word);

/* The word with letters appended; the word without the letter at a position. */
uint32_t configs_append(configs *c, uint32_t word, const letter_ref *letters, uint32_t count);
uint32_t configs_take_out(configs *c, uint32_t word, uint32_t position);

/* The view of a process with this key that has the word pending. */
view_ref configs_view(configs *c, key_ref key, uint32_t word);

static inline key_ref config_key(const configs *c, uint32_t config)
{
    return (key_ref){(uint32_t)intern_get(&c->all, config)[CONFIG_KEY]};
}

static inline uint32_t config_word(const configs *c, uint32_t config)
{
    return (uint32_t)intern_get(&c->all, config)[CONFIG_WORD];
}

#endif
