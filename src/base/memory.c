#include "base/memory.h"

#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/bug.h"

/* A block begins with its link, a mapping with link and size; what the caller gets comes after that. */
typedef struct block_head {
    memory_link link;
#ifdef TARRY_HOSTILE
    const void *thread; /* who took it */
#endif
} block_head;

enum { BEFORE_BLOCK = (sizeof(block_head) + 15) / 16 * 16, BEFORE_MAPPING = 64 /* states begin with a line of the cache */ };

typedef struct mapping {
    memory_link link;
    size_t size; /* of the whole mapping */
} mapping;

struct memory_guest {
    memory_link link;
    void *thing;
    void (*release)(void *thing);
};

static _Thread_local memory_scope *current;

#ifdef TARRY_HOSTILE
static void sign(memory_link *l)
{
    ((block_head *)l)->thread = &current;
}

/* A ring has no lock: it is changed by its thread alone. */
static void check_thread(const memory_link *l)
{
    CHECK(l->after == l || ((const block_head *)l)->thread == &current);
}
#else
static void sign(memory_link *l)
{
    (void)l;
}

static void check_thread(const memory_link *l)
{
    (void)l;
}
#endif

/* ---- Rings ---- */
static void insert_after(memory_link *place, memory_link *l)
{
    *l = (memory_link){place, place->after};
    l->before->after = l;
    l->after->before = l;
}

static void begin_ring(memory_link *l)
{
    *l = (memory_link){l, l};
}

/* The link of something new, in a ring of the current scope; NULL: there is none. */
static void insert(memory_link *l, memory_link *ring)
{
    if (ring)
        insert_after(ring, l);
    else
        begin_ring(l);
}

static void take_out(memory_link *l)
{
    l->before->after = l->after;
    l->after->before = l->before;
}

/* After its memory has been moved. */
static void mend(memory_link *l, bool was_alone)
{
    if (was_alone)
        begin_ring(l);
    l->before->after = l;
    l->after->before = l;
}

/* ---- Blocks ---- */
static memory_link *link_of(void *block)
{
    return (memory_link *)((char *)block - BEFORE_BLOCK);
}

static memory_link *take(size_t size)
{
    if (size > SIZE_MAX - BEFORE_BLOCK)
        out_of_memory();
    memory_link *l = calloc(1, BEFORE_BLOCK + size);
    if (!l)
        out_of_memory();
    sign(l);
    return l;
}

void *memory_new(size_t size)
{
    memory_link *l = take(size);
    insert(l, current ? &current->blocks : NULL);
    return (char *)l + BEFORE_BLOCK;
}

void *memory_new_beside(void *other, size_t size)
{
    memory_link *l = take(size);
    check_thread(link_of(other));
    insert_after(link_of(other), l);
    return (char *)l + BEFORE_BLOCK;
}

void *memory_resize(void *block, size_t size)
{
    if (size > SIZE_MAX - BEFORE_BLOCK)
        out_of_memory();
    memory_link *old = block ? link_of(block) : NULL;
    bool was_alone = old && old->after == old;
    if (old)
        check_thread(old);
    memory_link *l = realloc(old, BEFORE_BLOCK + size);
    if (!l)
        out_of_memory();
    if (block) {
        mend(l, was_alone);
    } else {
        sign(l);
        insert(l, current ? &current->blocks : NULL);
    }
    return (char *)l + BEFORE_BLOCK;
}

void memory_free(void *block)
{
    if (!block)
        return;
    check_thread(link_of(block));
    take_out(link_of(block));
    free(link_of(block));
}

/* ---- Mappings ---- */
static mapping *mapping_of(void *memory)
{
    return (mapping *)((char *)memory - BEFORE_MAPPING);
}

static void *use(mapping *m, size_t size)
{
    enum { LARGE = 4 << 20 };
    if (size >= LARGE)
        madvise(m, size, MADV_HUGEPAGE);
    m->size = size;
    return (char *)m + BEFORE_MAPPING;
}

void *memory_map(size_t size)
{
    size += BEFORE_MAPPING;
    mapping *m = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (m == MAP_FAILED)
        return NULL;
    insert(&m->link, current ? &current->mappings : NULL);
    return use(m, size);
}

void *memory_remap(void *memory, size_t size)
{
    mapping *old = mapping_of(memory);
    bool was_alone = old->link.after == &old->link;
    size += BEFORE_MAPPING;
    mapping *m = mremap(old, old->size, size, MREMAP_MAYMOVE);
    if (m == MAP_FAILED)
        return NULL;
    mend(&m->link, was_alone);
    return use(m, size);
}

void memory_unmap(void *memory)
{
    if (!memory)
        return;
    mapping *m = mapping_of(memory);
    take_out(&m->link);
    munmap(m, m->size);
}

/* ---- Things of other libraries ---- */
memory_guest *memory_adopt(void *thing, void (*release)(void *thing))
{
    memory_guest *g = calloc(1, sizeof *g);
    if (!g) {
        release(thing);
        out_of_memory();
    }
    g->thing = thing;
    g->release = release;
    insert(&g->link, current ? &current->guests : NULL);
    return g;
}

void memory_disown(memory_guest *g)
{
    take_out(&g->link);
    free(g);
}

/* ---- Scopes ---- */
memory_scope *memory_scope_enter(memory_scope *s)
{
    memory_scope *before = current;
    current = s;
    return before;
}

void memory_scope_open(memory_scope *s)
{
    begin_ring(&s->blocks);
    begin_ring(&s->mappings);
    begin_ring(&s->guests);
    s->outer = memory_scope_enter(s);
}

/* To another ring, or each to one of its own. */
static void hand_on(memory_link *ring, memory_link *to)
{
    for (memory_link *l = ring->after, *next; l != ring; l = next) {
        next = l->after;
        insert(l, to);
    }
}

static void send_home(memory_guest *g)
{
    g->release(g->thing);
    memory_disown(g);
}

void memory_scope_close(memory_scope *s, bool give_back)
{
    current = s->outer;
    if (!give_back) {
        hand_on(&s->blocks, s->outer ? &s->outer->blocks : NULL);
        hand_on(&s->mappings, s->outer ? &s->outer->mappings : NULL);
        hand_on(&s->guests, s->outer ? &s->outer->guests : NULL);
        return;
    }
    while (s->guests.after != &s->guests)
        send_home((memory_guest *)s->guests.after); /* begins with its link */
    while (s->blocks.after != &s->blocks)
        memory_free((char *)s->blocks.after + BEFORE_BLOCK);
    while (s->mappings.after != &s->mappings)
        memory_unmap((char *)s->mappings.after + BEFORE_MAPPING);
#ifndef __SANITIZE_THREAD__ /* then malloc is not the library's, which nobody has set up: two threads at once would do so here */
    malloc_trim(0); /* what is only set aside for the next search would count as in use before it: each could take more than the last */
#endif
}

void memory_keep(void *block)
{
    if (!block)
        return;
    check_thread(link_of(block));
    take_out(link_of(block));
    begin_ring(link_of(block));
}
