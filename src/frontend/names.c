#include "frontend/names.h"

#include <ctype.h>
#include <stdbool.h>
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

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static bool is_same_letter(char a, char b)
{
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

/* The number of letters to insert, delete, replace, or exchange with the next one, in whatever case they are. */
static size_t distance_of_letters(const char *a, size_t rows, const char *b, size_t columns)
{
    size_t cost[NEAR_LENGTH + 1][NEAR_LENGTH + 1]; /* between beginnings of these lengths */
    for (size_t i = 0; i <= rows; i++)
        for (size_t j = 0; j <= columns; j++) {
            if (!i || !j) {
                cost[i][j] = i + j;
                continue;
            }
            size_t best = least(cost[i - 1][j], cost[i][j - 1]) + 1;
            best = least(best, cost[i - 1][j - 1] + !is_same_letter(a[i - 1], b[j - 1]));
            if (i > 1 && j > 1 && is_same_letter(a[i - 1], b[j - 2]) && is_same_letter(a[i - 2], b[j - 1]))
                best = least(best, cost[i - 2][j - 2] + 1);
            cost[i][j] = best;
        }
    return cost[rows][columns];
}

/* In halves of a letter: another case is half a mistake, however many letters have it. Names longer than NEAR_LENGTH are far from all. */
static size_t distance(const char *a, const char *b)
{
    size_t rows = strlen(a), columns = strlen(b);
    if (rows > NEAR_LENGTH || columns > NEAR_LENGTH)
        return 2 * NEAR_LENGTH;
    size_t letters = distance_of_letters(a, rows, b, columns);
    return letters ? 2 * letters : strcmp(a, b) != 0;
}

const char *names_nearest(const char *name, const char *const *candidates, size_t count)
{
    size_t length = strlen(name), allowed = length < 3 ? 1 : length / 3, best = 2 * allowed + 1;
    const char *found = NULL;
    for (size_t i = 0; i < count; i++) {
        size_t d = distance(name, candidates[i]);
        if (d < best && d < 2 * length && strcmp(name, candidates[i])) {
            best = d;
            found = candidates[i];
        }
    }
    return found;
}

const char *names_hint(arena *memory, const char *name, const char *const *candidates, size_t count)
{
    const char *nearest = names_nearest(name, candidates, count);
    return nearest ? arena_printf(memory, "; do you mean %s?", nearest) : "";
}
