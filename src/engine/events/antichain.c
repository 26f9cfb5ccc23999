#include "engine/events/antichain.h"

#include <string.h>

#include "base/hash.h"
#include "base/limits.h"

void antichain_init(antichain *a, moore_pool *pool)
{
    *a = (antichain){.memory = arena_new(), .pool = pool};
}

void antichain_release(antichain *a)
{
    vec_release(&a->roots);
    vec_release(&a->nodes);
    vec_release(&a->links);
    vec_release(&a->keys_of);
    vec_release(&a->states);
    intern_release(&a->buckets);
    arena_free(a->memory);
}

size_t antichain_bytes(const antichain *a)
{
    return a->states.capacity * sizeof *a->states.data + intern_bytes(&a->buckets) + a->roots.capacity * sizeof *a->roots.data +
           a->nodes.capacity * sizeof *a->nodes.data + a->links.capacity * sizeof *a->links.data;
}

/* ---- The tree of a bucket: one level a process ---- */
static uint32_t level_count(const event_state *s)
{
    return s->process_count ? s->process_count : 1;
}

static moore_ref set_at(const event_state *s, uint32_t level)
{
    return level < s->process_count ? s->sets[level] : MOORE_EMPTY;
}

uint32_t antichain_bucket(antichain *a, global_ref global, process_ref holder)
{
    const int32_t row[] = {(int32_t)global.index, (int32_t)holder.index};
    uint32_t number = intern_row(&a->buckets, row, 2);
    if (number == a->roots.count)
        vec_push(&a->roots, (uint32_t)NO_NODE);
    return number;
}

/* The link to the tree of the state's bucket; valid until the next call. */
static uint32_t *root_of(antichain *a, const event_state *s)
{
    uint32_t bucket = antichain_bucket(a, s->global, s->holder); /* first: it may move the roots */
    return &a->roots.data[bucket];
}

static uint64_t key_bits(antichain *a, moore_ref set)
{
    while (a->keys_of.count <= set.index)
        vec_push(&a->keys_of, 0u);
    uint64_t bits = a->keys_of.data[set.index];
    for (uint32_t q = 0; q < moore_state_count(a->pool, set) && !a->keys_of.data[set.index]; q++) {
        size_t count;
        const uint32_t *keys = moore_label_keys(a->pool, moore_state_label(a->pool, set, q), &count);
        for (size_t i = 0; i < count; i++)
            bits |= (uint64_t)1 << hash_number(keys[i]) % 64;
    }
    return a->keys_of.data[set.index] = bits;
}

/* A walk over the kept states that include s, or that s includes. */
typedef struct tree_walk {
    antichain *in;
    const event_state *of;
    bool bigger;
    uint32_t level;
    uint64_t keys[PROGRAM_MAX_PROCESSES + 1];  /* of the sets of `of` */
    uint32_t *link[PROGRAM_MAX_PROCESSES + 1]; /* by level: to the node where the walk is */
} tree_walk;

static bool fits(const tree_walk *w, uint32_t at_node)
{
    const tree_node *n = &w->in->nodes.data[at_node];
    moore_ref asked = set_at(w->of, w->level);
    uint64_t missing = w->bigger ? w->keys[w->level] & ~n->keys : n->keys & ~w->keys[w->level];
    if (missing)
        return false;
    return w->bigger ? moore_includes(w->in->pool, n->set, asked) : moore_includes(w->in->pool, asked, n->set);
}

static void begin_walk(tree_walk *w, antichain *a, const event_state *s, bool bigger)
{
    w->in = a;
    w->of = s;
    w->bigger = bigger;
    w->level = 0;
    w->link[0] = root_of(a, s);
    for (uint32_t i = 0; i < level_count(s); i++)
        w->keys[i] = key_bits(a, set_at(s, i));
}

/* Goes on until a state is found; *w->link[w->level] is then the node of its last level. False when no more is found. */
static bool walk_on(tree_walk *w)
{
    for (;;) {
        limits_poll();
        uint32_t at_node = *w->link[w->level];
        if (at_node == NO_NODE) {
            if (w->level-- == 0)
                return false;
            w->link[w->level] = &w->in->nodes.data[*w->link[w->level]].next;
        } else if (!fits(w, at_node)) {
            w->link[w->level] = &w->in->nodes.data[at_node].next;
        } else if (w->level + 1 == level_count(w->of)) {
            return true;
        } else {
            w->link[w->level + 1] = &w->in->nodes.data[at_node].below;
            w->level++;
        }
    }
}

state_ref antichain_cover(antichain *a, const event_state *s)
{
    tree_walk w;
    begin_walk(&w, a, s, true);
    return walk_on(&w) ? (state_ref){a->nodes.data[*w.link[w.level]].below} : STATE_NONE;
}

static void evict_included(antichain *a, const event_state *s)
{
    tree_walk w;
    begin_walk(&w, a, s, false);
    while (walk_on(&w)) {
        const tree_node *gone = &a->nodes.data[*w.link[w.level]];
        a->states.data[gone->below].alive = false;
        a->alive--;
        *w.link[w.level] = gone->next;
    }
}

/* The node for the set in the list that starts at `first`; a new node where the list has none. */
static uint32_t node_for(antichain *a, uint32_t *first, moore_ref set)
{
    for (uint32_t n = *first; n != NO_NODE; n = a->nodes.data[n].next)
        if (a->nodes.data[n].set.index == set.index)
            return n;
    tree_node added = {.keys = key_bits(a, set), .set = set, .below = NO_NODE, .next = *first};
    *first = (uint32_t)a->nodes.count;
    vec_push(&a->nodes, added);
    return *first;
}

static void add_to_tree(antichain *a, const event_state *s, state_ref number)
{
    uint32_t *root = root_of(a, s), at_node = NO_NODE;
    vec_reserve(&a->nodes, a->nodes.count + level_count(s)); /* links point into the nodes, which must not move */
    for (uint32_t i = 0; i < level_count(s); i++)
        at_node = node_for(a, i == 0 ? root : &a->nodes.data[at_node].below, set_at(s, i));
    a->nodes.data[at_node].below = number.index;
}

static uint32_t size_of(const antichain *a, const event_state *s)
{
    uint32_t size = 0;
    for (uint32_t p = 0; p < s->process_count; p++)
        for (uint32_t q = 0; q < moore_state_count(a->pool, s->sets[p]); q++) {
            size_t count;
            moore_label_keys(a->pool, moore_state_label(a->pool, s->sets[p], q), &count);
            size += (uint32_t)count;
        }
    return size;
}

state_ref antichain_insert(antichain *a, const event_state *s, state_ref parent, const event *e, state_ref loop_start)
{
    evict_included(a, s);
    kept_state added = {.state = *s, .parent = parent, .event = *e, .loop_start = loop_start, .alive = true, .size = size_of(a, s),
                        .depth = state_is(parent, STATE_NONE) ? 0 : antichain_at(a, parent)->depth + 1};
    added.state.sets = ARENA_ARRAY(a->memory, moore_ref, s->process_count + 1);
    memcpy(added.state.sets, s->sets, s->process_count * sizeof *s->sets);
    state_ref number = {(uint32_t)a->states.count};
    vec_push(&a->states, added);
    vec_push(&a->links, ((kept_link){parent, antichain_bucket(a, s->global, s->holder)}));
    add_to_tree(a, s, number);
    a->alive++;
    return number;
}
