#include "engine/local/looks.h"

#include <string.h>

#include "base/bug.h"
#include "base/hash.h"

enum { SHAPE = 0 }; /* the position of a global's shape, which always counts */

void looks_init(look_memo *l, const intern *globals)
{
    *l = (look_memo){.globals = globals};
}

void looks_release(look_memo *l)
{
    vec_release(&l->roots);
    vec_release(&l->nodes);
    vec_release(&l->cells);
    vec_release(&l->masks);
    vec_release(&l->noted);
    vec_release(&l->marks);
}

size_t looks_bytes(const look_memo *l)
{
    return l->roots.capacity * sizeof *l->roots.data + l->nodes.capacity * sizeof *l->nodes.data + l->cells.capacity * sizeof *l->cells.data +
           l->masks.capacity * sizeof *l->masks.data;
}

/* ---- From node to node ---- */
/* The cell for the node and value, or the free cell where that belongs. */
static look_cell *cell_of(const look_memo *l, uint32_t from, int32_t value)
{
    size_t mask = l->cells.count - 1, at = hash_number((uint64_t)from << 32 | (uint32_t)value) >> 32 & mask;
    while (l->cells.data[at].from && (l->cells.data[at].from != from + 1 || l->cells.data[at].value != value))
        at = (at + 1) & mask;
    return &l->cells.data[at];
}

static void enlarge(look_memo *l)
{
    look_memo old = *l;
    size_t size = old.cells.count ? 2 * old.cells.count : 64;
    memset(&l->cells, 0, sizeof l->cells);
    vec_reserve(&l->cells, size);
    l->cells.count = size;
    memset(l->cells.data, 0, size * sizeof *l->cells.data);
    for (size_t i = 0; i < old.cells.count; i++)
        if (old.cells.data[i].from)
            *cell_of(l, old.cells.data[i].from - 1, old.cells.data[i].value) = old.cells.data[i];
    vec_release(&old.cells);
}

/* The node that follows `from` with this value; LOOK_NOTHING where none does. */
static uint32_t next_node(look_memo *l, uint32_t from, int32_t value)
{
    look_node *n = &l->nodes.data[from];
    if (n->after == LOOK_NOTHING || n->value != value) {
        const look_cell *c = l->taken ? cell_of(l, from, value) : NULL;
        if (!c || !c->from)
            return LOOK_NOTHING;
        n->value = value;
        n->after = c->to;
    }
    return n->after;
}

static uint32_t add_node(look_memo *l, uint32_t position)
{
    vec_push(&l->nodes, ((look_node){.position = position, .after = LOOK_NOTHING}));
    return (uint32_t)l->nodes.count - 1;
}

static void connect(look_memo *l, uint32_t from, int32_t value, uint32_t to)
{
    if (2 * (l->taken + 1) > l->cells.count)
        enlarge(l);
    *cell_of(l, from, value) = (look_cell){from + 1, value, to};
    l->taken++;
}

/* ---- Results ---- */
uint32_t looks_find(look_memo *l, uint32_t subject, global_ref global)
{
    if (subject >= l->roots.count || l->roots.data[subject] == LOOK_NOTHING)
        return LOOK_NOTHING;
    const int32_t *values = intern_get(l->globals, global.index);
    uint32_t at = l->roots.data[subject];
    while (at != LOOK_NOTHING && l->nodes.data[at].position != LOOK_RESULT)
        at = next_node(l, at, values[l->nodes.data[at].position]);
    return at == LOOK_NOTHING ? LOOK_NOTHING : l->nodes.data[at].number;
}

void looks_begin(look_memo *l)
{
    vec_clear(&l->noted);
    l->now++;
}

void looks_note(look_memo *l, const uint32_t *positions, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        while (l->marks.count <= positions[i])
            vec_push(&l->marks, 0u);
        if (l->marks.data[positions[i]] != l->now) {
            l->marks.data[positions[i]] = l->now;
            vec_push(&l->noted, positions[i]);
        }
    }
}

static uint32_t root_of(look_memo *l, uint32_t subject)
{
    while (l->roots.count <= subject)
        vec_push(&l->roots, (uint32_t)LOOK_NOTHING);
    if (l->roots.data[subject] == LOOK_NOTHING)
        l->roots.data[subject] = add_node(l, SHAPE);
    return l->roots.data[subject];
}

/* The bit of the position that the node asks for. The position need not be asked for again: its mark is taken back. */
static uint64_t ask(look_memo *l, uint32_t at)
{
    uint32_t position = l->nodes.data[at].position;
    if (position < l->marks.count)
        l->marks.data[position] = 0;
    return look_bit(position);
}

/* The path that earlier results have in the tree is followed as far as it leads. Its nodes ask for no position that was not noted now, since what is
 * looked at next depends on what was seen before; if one did, the result would only be found less often. */
uint32_t looks_keep(look_memo *l, uint32_t subject, global_ref global)
{
    const int32_t *values = intern_get(l->globals, global.index);
    uint32_t at = root_of(l, subject), next;
    uint64_t mask = ask(l, at);
    while ((next = next_node(l, at, values[l->nodes.data[at].position])) != LOOK_NOTHING) {
        at = next;
        CHECK(l->nodes.data[at].position != LOOK_RESULT);
        mask |= ask(l, at);
    }
    for (size_t i = 0; i < l->noted.count; i++) {
        if (l->marks.data[l->noted.data[i]] != l->now)
            continue;
        next = add_node(l, l->noted.data[i]);
        connect(l, at, values[l->nodes.data[at].position], next);
        at = next;
        mask |= ask(l, at);
    }
    next = add_node(l, LOOK_RESULT);
    l->nodes.data[next].number = (uint32_t)l->masks.count;
    connect(l, at, values[l->nodes.data[at].position], next);
    vec_push(&l->masks, mask);
    return (uint32_t)l->masks.count - 1;
}
