/* arena.h: memory of one lifetime, freed all at once. */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stdarg.h>
#include <stddef.h>

typedef struct arena arena;

arena *arena_new(void);
void arena_free(arena *a);
/* It belongs to no scope of memory.h from now on. */
void arena_keep(arena *a);

/* Zeroed memory, aligned for any type; never NULL. */
void *arena_alloc(arena *a, size_t size);

/* Copies of text that live as long as the arena. */
char *arena_strdup(arena *a, const char *text);
char *arena_strndup(arena *a, const char *text, size_t length);
char *arena_printf(arena *a, const char *format, ...) __attribute__((format(printf, 2, 3)));
char *arena_vprintf(arena *a, const char *format, va_list arguments) __attribute__((format(printf, 2, 0)));

#define ARENA_NEW(a, type) ((type *)arena_alloc((a), sizeof(type)))
#define ARENA_ARRAY(a, type, count) ((type *)arena_alloc((a), sizeof(type) * (count)))

#endif
