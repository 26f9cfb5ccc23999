#include "frontend/names.h"

#include <string.h>

#include "base/hash.h"

void names_release(name_table *n)
{
    vec_release(&n->texts);
    vec_release(&n->slots);
}

/* The slot that holds the text, or the free slot where the text belongs. */
static size_t slot_of(const name_table *n, const char *text, size_t length)
{
    size_t mask = n->slots.count - 1, at = (size_t)hash_bytes(text, length) & mask;
    for (;; at = (at + 1) & mask) {
        uint32_t held = n->slots.data[at];
        if (!held || (!strncmp(n->texts.data[held - 1], text, length) && !n->texts.data[held - 1][length]))
            return at;
    }
}

static void grow(name_table *n)
{
    if (n->texts.count * 2 < n->slots.count)
        return;
    size_t wanted = n->slots.count ? n->slots.count * 2 : 64;
    vec_reserve(&n->slots, wanted);
    n->slots.count = wanted;
    memset(n->slots.data, 0, wanted * sizeof *n->slots.data);
    for (size_t i = 0; i < n->texts.count; i++)
        n->slots.data[slot_of(n, n->texts.data[i], strlen(n->texts.data[i]))] = (uint32_t)i + 1;
}

uint32_t names_find(const name_table *n, const char *text, size_t length)
{
    uint32_t held = n->slots.count ? n->slots.data[slot_of(n, text, length)] : 0;
    return held ? held - 1 : NAMES_NONE;
}

uint32_t names_add(name_table *n, const char *text, size_t length)
{
    uint32_t known = names_find(n, text, length);
    if (known != NAMES_NONE)
        return known;
    grow(n);
    size_t slot = slot_of(n, text, length);
    vec_push(&n->texts, arena_strndup(n->memory, text, length));
    n->slots.data[slot] = (uint32_t)n->texts.count;
    return (uint32_t)n->texts.count - 1;
}

/* ---- Suggestions ---- */

enum { NEAR_LENGTH = 40 };

/* The number of letters to insert, delete or replace; names longer than NEAR_LENGTH are far from all. */
static size_t distance(const char *a, const char *b)
{
    size_t rows = strlen(a), columns = strlen(b), previous[NEAR_LENGTH + 1];
    if (rows > NEAR_LENGTH || columns > NEAR_LENGTH)
        return NEAR_LENGTH;
    for (size_t j = 0; j <= columns; j++)
        previous[j] = j;
    for (size_t i = 1; i <= rows; i++) {
        size_t diagonal = previous[0];
        previous[0] = i;
        for (size_t j = 1; j <= columns; j++) {
            size_t above = previous[j], best = diagonal + (a[i - 1] != b[j - 1]);
            if (above + 1 < best)
                best = above + 1;
            if (previous[j - 1] + 1 < best)
                best = previous[j - 1] + 1;
            diagonal = above;
            previous[j] = best;
        }
    }
    return previous[columns];
}

const char *names_nearest(const char *name, const char *const *candidates, size_t count)
{
    size_t allowed = strlen(name) < 3 ? 1 : strlen(name) / 3, best = allowed + 1;
    const char *found = NULL;
    for (size_t i = 0; i < count; i++) {
        size_t d = distance(name, candidates[i]);
        if (d < best && d < strlen(name)) {
            best = d;
            found = candidates[i];
        }
    }
    return found;
}
