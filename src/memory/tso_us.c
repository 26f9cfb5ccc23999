/* tso_us.c: the buffer as a set of updates (Arrahman and others, WRLA 2014, section 4.2): all that TSO can do, and more.
 *
 * Order and number of pending stores are forgotten. A load sees any pending value of its location, or memory where no value is pending. Any member of
 * the set may be committed, and is then dropped or kept: a member may stand for several stores.
 *
 * Cells: for each location `bound` words, in which a bit stands for a value; the list that says for which value is kept aside (buffer_cells.values),
 * since it is the same in all states. So a set takes a bit for each value that is ever stored. */
#include <stddef.h>

#include "memory/memory.h"

enum { WORD_VALUES = 31 }; /* a cell is a signed number: leave its sign alone */

static uint32_t cell_count(uint32_t locations, uint32_t bound)
{
    return locations * bound;
}

/* A word is 0 exactly when nothing of it is pending. */
static cell_role role(uint32_t locations, uint32_t bound, uint32_t position, uint32_t *location)
{
    (void)locations;
    *location = position / bound;
    return CELL_COUNT;
}

static uint32_t word_of(const buffer_cells *cells, uint32_t location, uint32_t word)
{
    return (uint32_t)cells->get(cells->data, location * cells->bound + word);
}

static void set_word(const buffer_cells *cells, uint32_t location, uint32_t word, uint32_t bits)
{
    cells->set(cells->data, location * cells->bound + word, (int32_t)bits);
}

static uint32_t number_of_value(value_list *list, int32_t value)
{
    uint32_t i = 0;
    while (i < list->count && list->data[i] != value)
        i++;
    if (i == list->count)
        vec_push(list, value);
    return i;
}

static bool store(const buffer_cells *cells, buffered_store s)
{
    uint32_t number = number_of_value(&cells->values[s.location], s.value), word = number / WORD_VALUES;
    if (word >= cells->bound)
        return false;
    set_word(cells, s.location, word, word_of(cells, s.location, word) | 1u << number % WORD_VALUES);
    return true;
}

static uint32_t candidates(const buffer_cells *cells, uint32_t location, uint32_t which, int32_t *value)
{
    uint32_t count = 0;
    for (uint32_t w = 0; w < cells->bound; w++)
        for (uint32_t bits = word_of(cells, location, w); bits; bits &= bits - 1)
            if (count++ == which)
                *value = cells->values[location].data[w * WORD_VALUES + (uint32_t)__builtin_ctz(bits)];
    return count;
}

static bool pending(const buffer_cells *cells, uint32_t location, int32_t *value)
{
    return candidates(cells, location, 0, value) > 0;
}

static bool is_empty(const buffer_cells *cells)
{
    for (uint32_t i = 0; i < cells->locations * cells->bound; i++)
        if (cells->get(cells->data, i))
            return false;
    return true;
}

/* Location, word and bit, and whether the member is kept. */
static uint32_t choices(uint32_t locations, uint32_t bound)
{
    return locations * bound * WORD_VALUES * 2;
}

static bool commit(const buffer_cells *cells, uint32_t choice, buffered_store *s)
{
    bool keeps = choice % 2;
    uint32_t bit = choice / 2 % WORD_VALUES, cell = choice / 2 / WORD_VALUES;
    uint32_t location = cell / cells->bound, word = cell % cells->bound, bits = word_of(cells, location, word);
    if (!(bits >> bit & 1))
        return false;
    *s = (buffered_store){location, cells->values[location].data[word * WORD_VALUES + bit]};
    if (!keeps)
        set_word(cells, location, word, bits & ~(1u << bit));
    return true;
}

const memory_model memory_tso_us = {
    .has_buffers = true, .cell_count = cell_count, .role = role,
    .pending = pending, .store = store, .is_empty = is_empty, .choices = choices, .commit = commit, .candidates = candidates,
};
