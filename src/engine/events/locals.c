/* locals.c: what one process's set leads to, whatever the others have. */
#include "base/bug.h"
#include "engine/events/post_internal.h"
#include "engine/events/subset.h"

/* ---- Steps that others can see ---- */
static uint32_t group_of(grouping *g, global_ref global, const move *v)
{
    for (uint32_t i = 0; i < g->groups.count; i++)
        if (global_is(g->groups.data[i].global, global) && key_is(g->groups.data[i].created, v->created) && g->groups.data[i].syncs == v->syncs &&
            g->groups.data[i].left_out == v->left_out)
            return i;
    vec_push(&g->groups, ((group){global, v->created, v->syncs, v->left_out, MOORE_EMPTY}));
    return (uint32_t)g->groups.count - 1;
}

static void collect_moves(post *p, moore_ref a, global_ref global, grouping *g)
{
    moore_pool *pool = p->sets->pool;
    for (uint32_t q = 0; q < moore_state_count(pool, a); q++) {
        moore_label at = moore_state_label(pool, a, q);
        size_t count;
        const uint32_t *keys = moore_label_keys(pool, at, &count);
        view_ref view = label_view(pool, at);
        for (size_t i = 0; i < count; i++) {
            move_list list = moves_of(p->moves, (key_ref){keys[i]}, view, global);
            for (uint32_t k = 0; k < list.count; k++) {
                move v = p->moves->all.data[list.first + k];
                if (v.ends || v.quiet || post_is_common_sync(p->sets, (key_ref){keys[i]}, &v))
                    continue;
                uint32_t in = group_of(g, move_global(p->moves, &v, global), &v);
                vec_push(&g->entries, ((relabel){in, q, v.key, view, v.first_letter, v.letter_count, v.flushes}));
            }
        }
    }
}

/* Are both entries of one group, and have they the same stores, or both a flush? One pass (relabelled) works out all such entries. */
static bool is_like(const post *p, const relabel *a, const relabel *b)
{
    bool same = a->group == b->group && a->flushes == b->flushes && a->letter_count == b->letter_count;
    for (uint32_t k = 0; k < a->letter_count && same; k++)
        same = letter_is(p->moves->letters.data[a->first_letter + k], p->moves->letters.data[b->first_letter + k]);
    return same;
}

/* The pairs that the entries like this one give, with their word as before, or the empty one after a flush. */
static moore_ref relabelled(post *p, moore_ref a, const grouping *g, const relabel *like)
{
    moore_pool *pool = p->sets->pool;
    moore_draft *d = &p->sets->builder->draft;
    number_vec keys = {0};
    moore_draft_clear(d);
    for (uint32_t q = 0; q < moore_state_count(pool, a); q++) {
        view_ref view = p->space->no_view;
        vec_clear(&keys);
        for (size_t i = 0; i < g->entries.count; i++) {
            const relabel *r = &g->entries.data[i];
            if (is_like(p, r, like) && (like->flushes ? q == 0 : r->state == q)) {
                number_add(&keys, r->key.index);
                view = like->flushes ? p->space->no_view : r->view;
            }
        }
        moore_draft_state(d, moore_label_of(pool, view.index, keys.data, keys.count));
        size_t count;
        const moore_edge *edges = moore_state_edges(pool, a, q, &count);
        for (size_t i = 0; i < count && !like->flushes; i++)
            moore_draft_edge_add(d, q, edges[i].letter, edges[i].target);
    }
    vec_release(&keys);
    return moore_build(pool, d);
}

static bool is_first_like(const post *p, const grouping *g, size_t at)
{
    const relabel *r = &g->entries.data[at];
    for (size_t i = 0; i < at; i++)
        if (is_like(p, &g->entries.data[i], r))
            return false;
    return true;
}

void locals_group(post *p, moore_ref a, grouping *g)
{
    for (size_t i = 0; i < g->entries.count; i++) {
        if (!is_first_like(p, g, i))
            continue;
        relabel r = g->entries.data[i];
        moore_ref part = relabelled(p, a, g, &r);
        for (uint32_t k = 0; k < r.letter_count; k++)
            part = sets_append(p->sets, part, p->moves->letters.data[r.first_letter + k]);
        g->groups.data[r.group].after = moore_union(p->sets->pool, g->groups.data[r.group].after, part);
    }
}

/* ---- Events ---- */
/* Fills in the slots that change when `global` becomes `then`, and the shape afterwards. */
static void note_changes(post *p, local_event *v, global_ref global, global_ref then)
{
    const int32_t *before = intern_get(&p->space->globals, global.index), *after = intern_get(&p->space->globals, then.index);
    uint32_t length = intern_length(&p->space->globals, global.index);
    v->shape = (uint32_t)after[GLOBAL_SHAPE];
    v->first_change = (uint32_t)p->moves->changes.count;
    for (uint32_t i = GLOBAL_SLOTS; i < intern_length(&p->space->globals, then.index); i++)
        if (i >= length ? after[i] != 0 : after[i] != before[i]) { /* slots of a new process start with 0 */
            vec_push(&p->moves->changes, ((change){i, after[i]}));
            v->mask |= look_bit(i);
        }
    v->change_count = (uint32_t)p->moves->changes.count - v->first_change;
}

static void add_steps(post *p, moore_ref a, global_ref global, local *l)
{
    grouping g = {0};
    collect_moves(p, a, global, &g);
    locals_group(p, a, &g);
    for (size_t i = 0; i < g.groups.count; i++) {
        const group *of = &g.groups.data[i];
        local_event v = {.kind = of->syncs ? EVENT_SYNC : EVENT_STEP, .left_out = of->left_out, .created = of->created, .after = of->after};
        v.is_plain = !of->syncs && key_is(of->created, KEY_NONE) && sets_held(p->sets, of->after).index == MOORE_EMPTY.index;
        note_changes(p, &v, global, of->global);
        vec_push(&p->events, v);
    }
    l->step_count = (uint32_t)g.groups.count;
    vec_release(&g.groups);
    vec_release(&g.entries);
}

static void add_commits(post *p, moore_ref a, global_ref global, local *l)
{
    moore_ref rest = sets_at_rest(p->sets, a);
    letter_vec oldest = {0};
    sets_oldest(p->sets, rest, &oldest);
    for (size_t i = 0; i < oldest.count; i++) {
        const int32_t *row = intern_get(&p->space->letters, oldest.data[i].index);
        global_ref then = space_global_with(p->space, global, (uint32_t)row[LETTER_ELEMENT], row[LETTER_VALUE]);
        if (global_is(then, global))
            continue; /* quiet: part of the closure */
        local_event v = {.kind = EVENT_COMMIT, .letter = oldest.data[i], .created = KEY_NONE, .is_plain = true};
        v.after = sets_commit(p->sets, rest, oldest.data[i]);
        note_changes(p, &v, global, then);
        vec_push(&p->events, v);
        l->commit_count++;
    }
    vec_release(&oldest);
}

/* ---- Looking ---- */
/* Whether a store can be committed unseen depends on what memory has there. */
static void look_at_memory(post *p, letter_ref letter)
{
    uint32_t position = GLOBAL_SLOTS + (uint32_t)intern_get(&p->space->letters, letter.index)[LETTER_ELEMENT];
    if (!space_is_barrier(p->space, letter))
        looks_note(&p->known, &position, 1);
}

static void look_at_key(post *p, key_ref key, view_ref view, bool is_empty_word, global_ref global, local *l)
{
    move_list list = moves_of(p->moves, key, view, global);
    bool held = key_is_held(p->space, key);
    moves_note(p->moves, &list, &p->known);
    l->at_rest &= !held;
    l->may_meet |= moves_may_meet(p->moves, key);
    l->may_be_stuck |= is_empty_word && view_is(view, p->space->no_view) && !held && !list.count;
    for (uint32_t k = 0; k < list.count; k++) {
        const move *v = &p->moves->all.data[list.first + k];
        l->is_bad |= !property_is(v->violated, NO_PROPERTY);
        for (uint32_t i = 0; i < v->letter_count; i++)
            look_at_memory(p, p->moves->letters.data[v->first_letter + i]);
    }
}

/* Looks at all that the events, and whether the set is closed, depend on. */
static local look_at_set(post *p, moore_ref a, global_ref global)
{
    moore_pool *pool = p->sets->pool;
    local l = {.first = NOT_WORKED_OUT, .at_rest = true};
    for (uint32_t q = 0; q < moore_state_count(pool, a); q++) {
        moore_label at = moore_state_label(pool, a, q);
        size_t count;
        const uint32_t *keys = moore_label_keys(pool, at, &count);
        for (size_t i = 0; i < count; i++)
            look_at_key(p, (key_ref){keys[i]}, label_view(pool, at), q == 0, global, &l);
        const moore_edge *edges = moore_state_edges(pool, a, q, &count);
        for (size_t i = 0; i < count; i++)
            look_at_memory(p, (letter_ref){edges[i].letter});
    }
    return l;
}

static uint32_t number_of(post *p, moore_ref a, global_ref global)
{
    uint32_t number = looks_find(&p->known, a.index, global);
    if (number == LOOK_NOTHING) {
        looks_begin(&p->known);
        local l = look_at_set(p, a, global);
        number = looks_keep(&p->known, a.index, global);
        CHECK(number == p->locals.count);
        l.mask = p->known.masks.data[number];
        vec_push(&p->locals, l);
    }
    return number;
}

local locals_look(post *p, moore_ref a, global_ref global)
{
    uint32_t number = number_of(p, a, global); /* first: number_of may move p->locals */
    return p->locals.data[number];
}

local locals_of(post *p, moore_ref a, global_ref global)
{
    uint32_t number = number_of(p, a, global);
    local l = p->locals.data[number];
    if (l.first == NOT_WORKED_OUT) {
        l.first = (uint32_t)p->events.count;
        add_steps(p, a, global, &l);
        add_commits(p, a, global, &l);
        p->locals.data[number] = l;
    }
    return l;
}
