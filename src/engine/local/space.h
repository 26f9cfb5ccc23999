/* space.h: the numbers that engines which keep sets of buffers give to everything.
 *
 * A *global* is what all processes see: which processes exist (a shape), memory, ghosts, channels. A *key* is what one
 * process alone has, its buffer aside: its number, control location, hold (inside an atomic block) and locals. A *view* is the youngest pending
 * value of each location that the process stores to. A *letter* is a store (element, value), or a barrier. A *scene* is the part of a global that a process of
 * a given type may ever look at. All are rows, interned. */
#ifndef ENGINE_LOCAL_SPACE_H
#define ENGINE_LOCAL_SPACE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/intern.h"
#include "engine/engine.h"
#include "engine/local/refs.h"
#include "step/successors.h"

enum { KEY_TYPE, KEY_POSITION, KEY_NODE, KEY_HOLD, KEY_LOCALS }; /* a key's row */
enum { GLOBAL_SHAPE, GLOBAL_SLOTS };                             /* a global's row: slots in the order of `space.globals_of` */
enum { LETTER_ELEMENT, LETTER_VALUE };

typedef struct slot_list {
    uint32_t *slot;
    uint32_t count;
} slot_list;

typedef struct space {
    const engine_request *request;
    rows *rows;
    successors successors;
    intern keys, views, letters, globals, scenes;
    view_ref no_view;           /* nothing pending */
    VEC(slot_list) globals_of;  /* by shape: the slots that make up a global */
    VEC(slot_list) scene_of;    /* by shape and process type (shape * types + type): positions in the global's row */
    const bool **accessed;      /* by process type: global elements that a process of the type may read or write at once */
    const bool *uses_channels;  /* by process type */
    VEC(int32_t) row;           /* scratch */
} space;

void space_init(space *s, const engine_request *request, const bool *unbuffered);
void space_release(space *s);

/* The first global and the keys of its processes; false after a run-time error (in successors). */
bool space_initial(space *s, global_ref *global, key_ref *keys, uint32_t max_keys);

shape *space_shape(space *s, global_ref global);
scene_ref space_scene(space *s, global_ref global, process_ref process);

/* Fills the successors' row: the global's slots, everything else 0. */
void space_load_global(space *s, global_ref global);
/* Fills in one process as well. */
void space_load_process(space *s, key_ref key, view_ref view);

/* The numbers of what is in the successors' row now. */
global_ref space_global_now(space *s);
key_ref space_key_now(space *s, process_ref process, hold_kind hold);

/* A global with one element changed. */
global_ref space_global_with(space *s, global_ref global, uint32_t element, int32_t value);
/* The global after its youngest process is gone. */
global_ref space_global_without_youngest(space *s, global_ref global);
int32_t space_memory(space *s, global_ref global, uint32_t element);

letter_ref space_letter(space *s, uint32_t element, int32_t value);
/* The view after one more store, and the view that a type's process has after a word. */
view_ref space_view_with(space *s, uint32_t type, view_ref view, letter_ref letter);
/* The view without the location of the letter. */
view_ref space_view_without(space *s, uint32_t type, view_ref view, uint32_t element);

/* Is a store to the element pending in the view of a process of the type? */
bool space_view_has(const space *s, uint32_t type, view_ref view, uint32_t element);

static inline int32_t key_get(const space *s, key_ref key, int part)
{
    return intern_get(&s->keys, key.index)[part];
}

static inline bool key_is_held(const space *s, key_ref key)
{
    return key_get(s, key, KEY_HOLD) != HOLD_NONE;
}

static inline bool key_is_in_d_step(const space *s, key_ref key)
{
    return key_get(s, key, KEY_HOLD) == HOLD_D_STEP;
}

/* Is the letter a barrier, not a store? */
static inline bool space_is_barrier(const space *s, letter_ref letter)
{
    return (uint32_t)intern_get(&s->letters, letter.index)[LETTER_ELEMENT] == s->request->program->global_count;
}

/* The same key with another hold. */
key_ref space_key_with_hold(space *s, key_ref key, hold_kind hold);

#endif
