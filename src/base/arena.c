#include "base/arena.h"

#include <stdio.h>
#include <stdint.h>
#include <string.h>

#include "base/bug.h"
#include "base/memory.h"

enum { FIRST_BLOCK = 4 * 1024, LARGEST_BLOCK = 64 * 1024, ALIGNMENT = 16 }; /* most arenas stay small, and a block has to be cleared */

typedef struct block {
    struct block *next;
    size_t used, size;
    _Alignas(ALIGNMENT) char data[];
} block;

struct arena {
    block *blocks;
};

arena *arena_new(void)
{
    return memory_new(sizeof(arena));
}

void arena_free(arena *a)
{
    if (!a)
        return;
    for (block *b = a->blocks; b;) {
        block *next = b->next;
        memory_free(b);
        b = next;
    }
    memory_free(a);
}

void arena_keep(arena *a)
{
    for (block *b = a->blocks; b; b = b->next)
        memory_keep(b);
    memory_keep(a);
}

static block *add_block(arena *a, size_t size)
{
    size_t next = !a->blocks ? FIRST_BLOCK : a->blocks->size >= LARGEST_BLOCK / 2 ? LARGEST_BLOCK : 2 * a->blocks->size;
    size_t room = size > next ? size : next;
    block *b = memory_new_beside(a, sizeof *b + room);
    b->size = room;
    if (size > LARGEST_BLOCK && a->blocks) { /* keep filling the current block */
        b->next = a->blocks->next;
        a->blocks->next = b;
    } else {
        b->next = a->blocks;
        a->blocks = b;
    }
    return b;
}

void *arena_alloc(arena *a, size_t size)
{
    if (size > SIZE_MAX - 2 * ALIGNMENT - sizeof(block))
        out_of_memory();
    size = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    block *b = a->blocks;
    if (!b || b->size - b->used < size)
        b = add_block(a, size);
    void *result = b->data + b->used;
    b->used += size;
    return result;
}

char *arena_strndup(arena *a, const char *text, size_t length)
{
    char *copy = arena_alloc(a, length + 1);
    memcpy(copy, text, length);
    return copy;
}

char *arena_strdup(arena *a, const char *text)
{
    return arena_strndup(a, text, strlen(text));
}

char *arena_vprintf(arena *a, const char *format, va_list arguments)
{
    va_list again;
    CHECK(format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    CHECK(length >= 0);
    char *text = arena_alloc(a, (size_t)length + 1);
    vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    return text;
}

char *arena_printf(arena *a, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = arena_vprintf(a, format, arguments);
    va_end(arguments);
    return text;
}
