/* memory.h: memory that can be found again when a computation is left in its middle.
 *
 * While a scope is open, what its thread takes belongs to it; when the computation was left by a jump (limits.h), the scope gives all of it back. Memory grows
 * where it is: what belonged to no scope when it was taken survives, however large it has become since. */
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* ---- Blocks; they never fail (out_of_memory) ---- */
/* All zero. */
void *memory_new(size_t size);
/* All zero, and belongs where the other block belongs. */
void *memory_new_beside(void *other, size_t size);
/* New bytes are not cleared; NULL is a block of no bytes. */
void *memory_resize(void *block, size_t size);
void memory_free(void *block);

/* ---- Mappings, for what is large; NULL where the system refuses ---- */
void *memory_map(size_t size); /* all zero */
void *memory_remap(void *mapping, size_t size);
void memory_unmap(void *mapping);

/* ---- Things of other libraries ---- */
typedef struct memory_guest memory_guest;
/* Belongs to the scope, which gives it back by calling `release`. */
memory_guest *memory_adopt(void *thing, void (*release)(void *thing));
/* The thing is the caller's again. */
void memory_disown(memory_guest *g);

/* ---- Scopes ---- */
typedef struct memory_link {
    struct memory_link *before, *after; /* a ring */
} memory_link;

typedef struct memory_scope {
    memory_link blocks, mappings, guests;
    struct memory_scope *outer;
} memory_scope;

void memory_scope_open(memory_scope *s);
/* Gives everything back that belongs to the scope, or hands it to the scope around it, if there is one. */
void memory_scope_close(memory_scope *s, bool give_back);

/* The block belongs to no scope from now on. May be NULL. */
void memory_keep(void *block);

/* What is taken from now on belongs to `s`; NULL: to no scope. Returns whose it was before. For calls of those who know nothing of scopes. */
memory_scope *memory_scope_enter(memory_scope *s);

#endif
