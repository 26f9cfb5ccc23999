#include "engine/lazy/config.h"

void configs_init(configs *c, space *s)
{
    *c = (configs){.space = s};
    c->empty_word.index = intern_row(&c->words, NULL, 0);
}

void configs_release(configs *c)
{
    intern_release(&c->words);
    intern_release(&c->all);
    vec_release(&c->views);
    vec_release(&c->row);
}

view_ref configs_view(configs *c, key_ref key, word_ref word)
{
    view_ref view = c->space->no_view;
    uint32_t type = (uint32_t)key_get(c->space, key, KEY_TYPE);
    for (uint32_t i = 0; i < intern_length(&c->words, word.index); i++)
        view = space_view_with(c->space, type, view, (letter_ref){(uint32_t)intern_get(&c->words, word.index)[i]});
    return view;
}

config_ref configs_number(configs *c, key_ref key, word_ref word)
{
    const int32_t row[] = {[CONFIG_KEY] = (int32_t)key.index, [CONFIG_WORD] = (int32_t)word.index};
    uint32_t number = intern_row(&c->all, row, 2);
    if (number == c->views.count)
        vec_push(&c->views, configs_view(c, key, word));
    return (config_ref){number};
}

enum { NO_POSITION = UINT32_MAX };

static void copy_word(configs *c, word_ref word, uint32_t without)
{
    vec_clear(&c->row);
    for (uint32_t i = 0; i < intern_length(&c->words, word.index); i++)
        if (i != without)
            vec_push(&c->row, intern_get(&c->words, word.index)[i]);
}

word_ref configs_append(configs *c, word_ref word, const letter_ref *letters, uint32_t count)
{
    copy_word(c, word, NO_POSITION);
    for (uint32_t i = 0; i < count; i++)
        vec_push(&c->row, (int32_t)letters[i].index);
    return (word_ref){intern_row(&c->words, c->row.data, c->row.count)};
}

word_ref configs_take_out(configs *c, word_ref word, uint32_t position)
{
    copy_word(c, word, position);
    return (word_ref){intern_row(&c->words, c->row.data, c->row.count)};
}
