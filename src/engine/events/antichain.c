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
    vec_release(&a->free_bucket);
    vec_release(&a->nodes);
    for (uint32_t i = 0; i < sizeof a->free_nodes / sizeof *a->free_nodes; i++)
        vec_release(&a->free_nodes[i]);
    vec_release(&a->links);
    vec_release(&a->spans);
    vec_release(&a->keys_of);
    vec_release(&a->states);
    intern_release(&a->buckets);
    arena_free(a->memory);
}

size_t antichain_bytes(const antichain *a)
{
    return a->states.capacity * sizeof *a->states.data + intern_bytes(&a->buckets) + a->roots.capacity * sizeof *a->roots.data +
           a->nodes.capacity * sizeof *a->nodes.data + a->links.capacity * sizeof *a->links.data +
           a->spans.capacity * sizeof *a->spans.data;
}

/* ---- The tree of a bucket: one level a process ---- */
enum { NO_NODE = UINT32_MAX };

static uint32_t level_count(const event_state *s)
{
    return s->process_count ? s->process_count : 1;
}

static moore_ref set_at(const event_state *s, uint32_t level)
{
    return level < s->process_count ? s->sets[level] : MOORE_EMPTY;
}

static uint32_t bucket_of(antichain *a, global_ref global, process_ref holder)
{
    const int32_t row[] = {(int32_t)global.index, (int32_t)holder.index};
    uint32_t number = intern_row(&a->buckets, row, 2);
    if (number == a->roots.count)
        vec_push(&a->roots, (tree_list){0});
    return number;
}

uint32_t antichain_bucket(antichain *a, global_ref global, process_ref holder)
{
    if (!process_is(holder, (process_ref){NOBODY}))
        return bucket_of(a, global, holder);
    while (a->free_bucket.count <= global.index)
        vec_push(&a->free_bucket, 0u);
    uint32_t *known = &a->free_bucket.data[global.index];
    if (!*known)
        *known = bucket_of(a, global, holder) + 1;
    return *known - 1;
}

/* The first level of the tree of the state's bucket; valid until the next call. */
static tree_list *root_of(antichain *a, const event_state *s)
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
    uint32_t level, levels;
    uint64_t keys[PROGRAM_MAX_PROCESSES + 1]; /* of the sets of `of` */
    struct {
        tree_list *list;
        uint32_t next;                        /* the first node of it that has not been looked at */
    } at[PROGRAM_MAX_PROCESSES + 1];          /* by level */
} tree_walk;

/* Also false where no set of the next level can fit: then that level need not be looked at. */
static inline bool may_fit(const tree_walk *w, const tree_node *n)
{
    uint64_t here = w->keys[w->level], below = w->keys[w->level + 1];
    return w->bigger ? !((here & ~n->keys) | (below & ~n->some_below)) : !((n->keys & ~here) | (n->all_below & ~below));
}

static bool fits(const tree_walk *w, const tree_node *n)
{
    moore_ref asked = set_at(w->of, w->level);
    return w->bigger ? moore_includes(w->in->pool, n->set, asked) : moore_includes(w->in->pool, asked, n->set);
}

static void begin_walk(tree_walk *w, antichain *a, const event_state *s, bool bigger)
{
    w->in = a;
    w->of = s;
    w->bigger = bigger;
    w->level = 0;
    w->levels = level_count(s);
    w->at[0].list = root_of(a, s);
    w->at[0].next = 0;
    for (uint32_t i = 0; i < w->levels; i++)
        w->keys[i] = key_bits(a, set_at(s, i));
    w->keys[w->levels] = 0;
}

/* The next node of the level that fits; NULL: there is none. */
static tree_node *next_fitting(tree_walk *w)
{
    const tree_list *list = w->at[w->level].list;
    tree_node *first = w->in->nodes.data + list->first;
    for (uint32_t i = w->at[w->level].next; i < list->count; i++)
        if (may_fit(w, &first[i]) && fits(w, &first[i])) {
            w->at[w->level].next = i + 1;
            return &first[i];
        }
    return NULL;
}

/* Goes on until a state is found; its node, the last that was looked at, or NULL when no more is found. */
static const tree_node *walk_on(tree_walk *w)
{
    for (;;) {
        limits_poll();
        tree_node *n = next_fitting(w);
        if (!n) {
            if (w->level-- == 0)
                return NULL;
        } else if (w->level + 1 == w->levels) {
            return n;
        } else {
            w->level++;
            w->at[w->level].list = &n->below;
            w->at[w->level].next = 0;
        }
    }
}

state_ref antichain_cover(antichain *a, const event_state *s)
{
    tree_walk w;
    begin_walk(&w, a, s, true);
    const tree_node *n = walk_on(&w);
    return n ? (state_ref){n->below.first} : STATE_NONE;
}

static void evict_included(antichain *a, const event_state *s)
{
    tree_walk w;
    begin_walk(&w, a, s, false);
    for (const tree_node *n; (n = walk_on(&w));) {
        a->states.data[n->below.first].alive = false;
        a->alive--;
        tree_list *list = w.at[w.level].list;
        uint32_t gone = --w.at[w.level].next; /* the last of the list takes its place */
        a->nodes.data[list->first + gone] = a->nodes.data[list->first + --list->count];
    }
}

/* A stretch of 2^size nodes, which may move all others. */
static uint32_t new_nodes(antichain *a, uint32_t size)
{
    if (a->free_nodes[size].count)
        return vec_pop(&a->free_nodes[size]);
    uint32_t first = (uint32_t)a->nodes.count;
    vec_reserve(&a->nodes, a->nodes.count + ((size_t)1 << size));
    a->nodes.count += (size_t)1 << size;
    return first;
}

static uint32_t logarithm(uint32_t power)
{
    return (uint32_t)__builtin_ctz(power);
}

/* A list that is full has as many nodes as a power of two. */
static tree_list with_room(antichain *a, tree_list list)
{
    bool is_full = !(list.count & (list.count - 1));
    if (!is_full)
        return list;
    uint32_t size = list.count ? logarithm(list.count) + 1 : 0;
    tree_list larger = {new_nodes(a, size), list.count};
    if (list.count) {
        memcpy(a->nodes.data + larger.first, a->nodes.data + list.first, list.count * sizeof *a->nodes.data);
        vec_push(&a->free_nodes[size - 1], list.first);
    }
    return larger;
}

static tree_list *list_below(antichain *a, tree_list *root, uint32_t above)
{
    return above == NO_NODE ? root : &a->nodes.data[above].below;
}

/* The node for the set below this one (NO_NODE: at the root); a new node where there is none. */
static uint32_t node_for(antichain *a, tree_list *root, uint32_t above, moore_ref set)
{
    tree_list list = *list_below(a, root, above);
    for (uint32_t i = 0; i < list.count; i++)
        if (a->nodes.data[list.first + i].set.index == set.index)
            return list.first + i;
    list = with_room(a, list);
    a->nodes.data[list.first + list.count++] = (tree_node){.keys = key_bits(a, set), .all_below = UINT64_MAX, .set = set};
    *list_below(a, root, above) = list;
    return list.first + list.count - 1;
}

static void add_to_tree(antichain *a, const event_state *s, state_ref number)
{
    tree_list *root = root_of(a, s);
    uint32_t at_node = NO_NODE;
    for (uint32_t i = 0; i < level_count(s); i++) {
        uint32_t above = at_node;
        at_node = node_for(a, root, above, set_at(s, i));
        if (above != NO_NODE) {
            a->nodes.data[above].some_below |= a->nodes.data[at_node].keys;
            a->nodes.data[above].all_below &= a->nodes.data[at_node].keys;
        }
    }
    a->nodes.data[at_node].below.first = number.index;
    a->nodes.data[at_node].all_below = 0;
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

/* ---- Ancestors ---- */
static uint64_t bucket_bit(uint32_t bucket)
{
    return (uint64_t)1 << hash_number(bucket) % 64;
}

static void add_links(antichain *a, state_ref parent, uint32_t depth, uint32_t bucket)
{
    kept_span span = {bucket_bit(bucket), parent};
    if (depth % SPAN != 1 && !state_is(parent, STATE_NONE)) {
        span.buckets |= a->spans.data[parent.index].buckets;
        span.before = a->spans.data[parent.index].before;
    }
    vec_push(&a->links, ((kept_link){parent, bucket}));
    vec_push(&a->spans, span);
}

state_ref antichain_ancestor(const antichain *a, state_ref from, uint32_t bucket, uint32_t *depth)
{
    uint64_t bit = bucket_bit(bucket);
    while (!state_is(from, STATE_NONE)) {
        if (!(a->spans.data[from.index].buckets & bit)) {
            from = a->spans.data[from.index].before;
            *depth -= *depth ? (*depth - 1) % SPAN + 1 : 0;
        } else if (a->links.data[from.index].bucket == bucket) {
            return from;
        } else {
            from = a->links.data[from.index].parent;
            *depth -= *depth > 0;
        }
    }
    return STATE_NONE;
}

state_ref antichain_insert(antichain *a, const event_state *s, const event_state *form, state_ref parent, const event *e, state_ref loop_start)
{
    evict_included(a, form);
    kept_state added = {.state = *s, .parent = parent, .event = *e, .loop_start = loop_start, .alive = true, .size = size_of(a, s),
                        .depth = state_is(parent, STATE_NONE) ? 0 : antichain_at(a, parent)->depth + 1};
    added.state.sets = ARENA_ARRAY(a->memory, moore_ref, s->process_count + 1);
    memcpy(added.state.sets, s->sets, s->process_count * sizeof *s->sets);
    state_ref number = {(uint32_t)a->states.count};
    vec_push(&a->states, added);
    add_links(a, parent, added.depth, antichain_bucket(a, s->global, s->holder));
    add_to_tree(a, form, number);
    a->alive++;
    return number;
}
