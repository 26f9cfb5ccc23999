/* refs.h: the numbers of keys, globals, views, letters and scenes, each a type of its own, so that the number of something else cannot take their place.
 *
 * What a number stands for is in space.h. Rows and automata know plain numbers: `index` is taken out where a number goes there, and put in where it comes
 * back. */
#ifndef ENGINE_LOCAL_REFS_H
#define ENGINE_LOCAL_REFS_H

#include <stdbool.h>
#include <stdint.h>

#include "program/step.h" /* NOBODY */

typedef struct key_ref {
    uint32_t index;
} key_ref;

typedef struct global_ref {
    uint32_t index;
} global_ref;

typedef struct view_ref {
    uint32_t index;
} view_ref;

typedef struct letter_ref {
    uint32_t index;
} letter_ref;

typedef struct scene_ref {
    uint32_t index;
} scene_ref;

/* No key, and any key. */
#define KEY_NONE ((key_ref){UINT32_MAX})
#define KEY_ANY ((key_ref){UINT32_MAX - 1})
#define LETTER_NONE ((letter_ref){UINT32_MAX})

/* Edges have no type of their own. */
enum { NO_EDGE = UINT32_MAX };

static inline bool key_is(key_ref a, key_ref b)
{
    return a.index == b.index;
}

static inline bool global_is(global_ref a, global_ref b)
{
    return a.index == b.index;
}

static inline bool view_is(view_ref a, view_ref b)
{
    return a.index == b.index;
}

static inline bool letter_is(letter_ref a, letter_ref b)
{
    return a.index == b.index;
}

static inline bool scene_is(scene_ref a, scene_ref b)
{
    return a.index == b.index;
}

#endif
