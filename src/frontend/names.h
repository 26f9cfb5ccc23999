/* names.h: spellings that get a number each, and which of them a misspelt one may mean. */
#ifndef FRONTEND_NAMES_H
#define FRONTEND_NAMES_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/vec.h"

/* Numbers count from 0 in the order of first appearance. All zero but the arena is an empty table. */
typedef struct name_table {
    arena *memory;        /* of the texts */
    VEC(const char *) texts;
    VEC(uint32_t) slots;  /* by hash: number of the text plus one; 0: free; the count is a power of two */
} name_table;

enum { NAMES_NONE = UINT32_MAX };

void names_release(name_table *n);

/* The number of the text; NAMES_NONE where it was never added. */
uint32_t names_find(const name_table *n, const char *text, size_t length);
/* The number of the text, which is added where it is new. */
uint32_t names_add(name_table *n, const char *text, size_t length);

/* The one of `count` candidates nearest to `name`, the first of several, and not that name itself; NULL where none is near. */
const char *names_nearest(const char *name, const char *const *candidates, size_t count);
/* The same as the end of a message: "; do you mean x?", or "". */
const char *names_hint(arena *memory, const char *name, const char *const *candidates, size_t count);

#endif
