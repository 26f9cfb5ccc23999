#include "engine/events/post.h"

#include "base/bug.h"
#include "engine/events/post_internal.h"
#include "engine/events/subset.h"

/* ---- Where processes may still be created ---- */
static bool *find_creating(post *p, uint32_t type)
{
    const process_type *t = &p->space->request->program->processes.data[type];
    const footprint *edges = p->space->request->footprints->edges[type];
    bool *may = ARENA_ARRAY(p->space->rows->memory, bool, t->nodes.count + 1);
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < t->edges.count; i++) {
            const edge *e = &t->edges.data[i];
            if (!may[e->source] && (!index_set_is_empty(&edges[i].created) || may[e->target]))
                may[e->source] = changed = true;
        }
    }
    return may;
}

void post_init(post *p, space *sp, moves *m, sets *s)
{
    *p = (post){.space = sp, .moves = m, .sets = s};
    const program *of = sp->request->program;
    p->may_create = ARENA_ARRAY(sp->rows->memory, bool *, of->processes.count + 1);
    for (uint32_t t = 0; t < of->processes.count; t++)
        p->may_create[t] = find_creating(p, t);
    p->has_syncs = sp->request->footprints->all.waits_for_all;
    p->deaths_matter = footprints_deaths_matter(sp->request->footprints);
    p->deaths_are_seen = footprints_ask_for_the_ended(sp->request->footprints);
    looks_init(&p->known, &sp->globals);
}

void post_release(post *p)
{
    intern_release(&p->messages);
    vec_release(&p->next);
    vec_release(&p->synced);
    looks_release(&p->known);
    vec_release(&p->locals);
    vec_release(&p->events);
    vec_release(&p->now);
}

/* ---- Syncs of all ---- */
bool post_is_common_sync(const sets *s, key_ref key, const move *v)
{
    return v->syncs && !v->left_out && !v->ends && property_is(v->violated, NO_PROPERTY) && !v->change_count && !v->letter_count && key_is(v->created, KEY_NONE) &&
           !key_is_held(s->space, key) && !key_is_held(s->space, v->key);
}

static void note_sync(post *p, key_ref key, const move *v)
{
    p->space->rows->taken[key_get(p->space, key, KEY_TYPE)][v->edge] = true;
}

/* Adds to the set, which has the empty word only, the keys after a common sync of its keys. True when there are any such keys. */
static bool with_syncs(post *p, global_ref global, moore_ref *a)
{
    moore_pool *pool = p->sets->pool;
    number_vec keys = {0};
    size_t count;
    moore_label_keys(pool, moore_state_label(pool, *a, 0), &count);
    for (size_t i = 0; i < count; i++)
        vec_push(&keys, moore_label_keys(pool, moore_state_label(pool, *a, 0), &count)[i]);
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        move_list list = moves_of(p->moves, (key_ref){keys.data[i]}, p->space->no_view, global);
        for (uint32_t k = 0; k < list.count; k++) {
            const move *v = &p->moves->all.data[list.first + k];
            if (!post_is_common_sync(p->sets, (key_ref){keys.data[i]}, v))
                continue;
            note_sync(p, (key_ref){keys.data[i]}, v);
            any |= number_add(&keys, v->key.index);
        }
    }
    if (any) {
        moore_draft_clear(&p->sets->builder->draft);
        moore_draft_state(&p->sets->builder->draft, moore_label_of(pool, p->space->no_view.index, keys.data, keys.count));
        *a = moore_build(pool, &p->sets->builder->draft);
    }
    vec_release(&keys);
    return any;
}

/* What common syncs make of the sets, at rest: while all buffers are empty any number of processes may take one, one after the other, and the others may as
 * well stay. False when no process can take one. */
static bool sync_all(post *p, global_ref global, set_vec *of)
{
    bool any = false;
    for (uint32_t q = 0; q < of->count && p->has_syncs; q++) {
        of->data[q] = sets_empty_word(p->sets, sets_at_rest(p->sets, of->data[q]));
        if (of->data[q].index == MOORE_EMPTY.index)
            return false;
    }
    for (uint32_t q = 0; q < of->count && p->has_syncs; q++)
        any |= with_syncs(p, global, &of->data[q]);
    for (uint32_t q = 0; q < of->count && any; q++)
        of->data[q] = sets_close(p->sets, of->data[q], global, CLOSE_ALL);
    return any;
}

/* Takes syncs at once where nothing is lost by them, so that the state before them need not be kept. The number of times that syncs were taken. */
static uint32_t absorb_syncs(post *p, global_ref global)
{
    for (uint32_t times = 0;; times++) {
        vec_clear(&p->synced);
        for (uint32_t q = 0; q < p->next.count; q++)
            vec_push(&p->synced, p->next.data[q]);
        bool more = sync_all(p, global, &p->synced), other = false;
        for (uint32_t q = 0; q < p->next.count && more; q++) {
            more = moore_includes(p->sets->pool, p->synced.data[q], p->next.data[q]);
            other |= p->synced.data[q].index != p->next.data[q].index;
        }
        if (!more || !other || p->sets->too_large)
            return times;
        for (uint32_t q = 0; q < p->next.count; q++)
            p->next.data[q] = p->synced.data[q];
    }
}

/* ---- Emitting ---- */
static void tell(post *p, const event *e, global_ref global, process_ref holder)
{
    event_state made = {.global = global, .holder = holder, .process_count = (uint32_t)p->next.count, .sets = p->next.data};
    if (!p->found(p->data, e, &made))
        p->stopped = true;
}

/* The sets in p->next are those of an ordinary state. */
static void tell_closed(post *p, const event *e, global_ref global)
{
    event with = *e;
    with.syncs = p->has_syncs ? absorb_syncs(p, global) : 0;
    tell(p, &with, global, NO_HOLDER);
}

/* The sets in p->next, once they have been closed, are those of an ordinary state. */
static void tell_ordinary(post *p, const event *e, global_ref global)
{
    for (uint32_t q = 0; q < p->next.count; q++)
        p->next.data[q] = sets_close(p->sets, p->next.data[q], global, CLOSE_ALL);
    tell_closed(p, e, global);
}

void others_at_rest(post *p, const event_state *s)
{
    vec_clear(&p->next);
    for (uint32_t q = 0; q < s->process_count; q++)
        vec_push(&p->next, sets_at_rest(p->sets, s->sets[q]));
}

/* The state in which the mover is still inside the d_step of the event. What is left: the pairs that are not, or no longer. */
static moore_ref tell_in_d_step(post *p, const event *e, global_ref global, process_ref mover, moore_ref moved)
{
    moore_ref inside = sets_close(p->sets, sets_in_d_step(p->sets, moved), global, CLOSE_D_STEP);
    moore_ref stays = sets_in_d_step(p->sets, inside);
    if (stays.index != MOORE_EMPTY.index) {
        event with = *e;
        with.in_d_step = true;
        p->next.data[mover.index] = stays;
        tell(p, &with, global, mover);
    }
    return moore_union(p->sets->pool, sets_out_of_d_step(p->sets, moved), sets_out_of_d_step(p->sets, inside));
}

static void tell_seen(post *p, const event *e, global_ref global, process_ref mover, moore_ref moved)
{
    if (p->parts_d_steps)
        moved = tell_in_d_step(p, e, global, mover, moved);
    moore_ref alone = sets_close(p->sets, sets_held(p->sets, moved), global, CLOSE_HELD);
    moore_ref held = sets_held(p->sets, alone);
    moore_ref rest = moore_union(p->sets->pool, sets_at_rest(p->sets, moved), sets_at_rest(p->sets, alone));
    if (held.index != MOORE_EMPTY.index && !p->stopped) {
        p->next.data[mover.index] = held;
        tell(p, e, global, mover);
    }
    if (rest.index != MOORE_EMPTY.index && !p->stopped) {
        p->next.data[mover.index] = rest;
        tell_ordinary(p, e, global);
    }
}

/* ---- What others would read ---- */
bool post_changes_view(const post *p, const watched_view *v, process_ref mover, global_ref before, global_ref after)
{
    return v->process != mover.index && space_memory(p->space, before, v->element) != space_memory(p->space, after, v->element);
}

bool post_has_views(const post *p, process_ref process, uint32_t type, view_ref view, global_ref before, global_ref after)
{
    for (uint32_t i = 0; i < p->view_count; i++) {
        const watched_view *v = &p->views[i];
        if (v->process != process.index || space_memory(p->space, before, v->element) == space_memory(p->space, after, v->element))
            continue;
        int32_t seen = space_view_has(p->space, type, view, v->element) ? space_memory(p->space, before, v->ghost) : space_memory(p->space, after, v->element);
        if (space_memory(p->space, after, v->ghost) != seen)
            return false;
    }
    return true;
}

static bool changes_views(const post *p, process_ref mover, global_ref before, global_ref after)
{
    bool any = false;
    for (uint32_t i = 0; i < p->view_count && !any; i++)
        any = post_changes_view(p, &p->views[i], mover, before, after);
    return any;
}

typedef struct moving {
    const event *event;
    process_ref mover;
    moore_ref moved;
    global_ref before;
} moving;

/* Whoever has nothing pending where memory changes would read the new value, whoever has would not: from the given view on the sets of p->next are parted by that. */
static void tell_views(post *p, const moving *m, global_ref global, uint32_t first)
{
    while (first < p->view_count && !post_changes_view(p, &p->views[first], m->mover, m->before, m->event->then))
        first++;
    if (first == p->view_count) {
        tell_seen(p, m->event, global, m->mover, m->moved);
        return;
    }
    const watched_view *v = &p->views[first];
    set_vec kept = {0};
    for (size_t q = 0; q < p->next.count; q++)
        vec_push(&kept, p->next.data[q]);
    for (int pending = 0; pending <= 1 && !p->stopped; pending++) {
        for (size_t q = 0; q < kept.count; q++)
            p->next.data[q] = kept.data[q];
        moore_ref part = pending ? sets_pending(p->sets, kept.data[v->process], v->element) : sets_not_pending(p->sets, kept.data[v->process], v->element);
        p->next.data[v->process] = part;
        if (part.index != MOORE_EMPTY.index)
            tell_views(p, m, pending ? global : space_global_with(p->space, global, v->ghost, space_memory(p->space, global, v->element)), first + 1);
    }
    vec_release(&kept);
}

void tell_moved(post *p, const event *e, global_ref before, process_ref mover, moore_ref moved)
{
    tell_views(p, &(moving){e, mover, moved, before}, e->then, 0);
}

/* ---- Events of one process ---- */
/* The common case: the state is ordinary and nothing after the event is inside an atomic block. The sets of the other processes are closed; a set stays
 * as it is where nothing changes that it looks at. */
static void tell_plainly(post *p, const event_state *s, process_ref process, const local_event *v, const event *e, global_ref global)
{
    vec_clear(&p->next);
    for (uint32_t q = 0; q < s->process_count; q++) {
        moore_ref set = q == process.index ? v->after : s->sets[q];
        const local *l = &p->now.data[q];
        if (q == process.index)
            set = sets_close(p->sets, set, global, CLOSE_ALL);
        else if (!l->at_rest || (l->mask & v->mask))
            set = sets_close(p->sets, sets_at_rest(p->sets, set), global, CLOSE_ALL);
        vec_push(&p->next, set);
    }
    tell_closed(p, e, global);
}

/* The process takes the syncs that are not for all and leave out the same, with the keys that its set has with the empty word. */
static void note_own_syncs(post *p, moore_ref a, global_ref global, uint32_t left_out)
{
    size_t count;
    const uint32_t *keys = moore_label_keys(p->sets->pool, moore_state_label(p->sets->pool, a, 0), &count);
    for (size_t i = 0; i < count; i++) {
        move_list list = moves_of(p->moves, (key_ref){keys[i]}, p->space->no_view, global);
        for (uint32_t k = 0; k < list.count; k++) {
            const move *v = &p->moves->all.data[list.first + k];
            if (v->syncs && v->left_out == left_out && !post_is_common_sync(p->sets, (key_ref){keys[i]}, v))
                note_sync(p, (key_ref){keys[i]}, v);
        }
    }
}

/* A step inside a block or into one, a sync, or the creation of a process. */
static void tell_step(post *p, const event_state *s, process_ref process, const local_event *v, const event *e)
{
    others_at_rest(p, s);
    for (uint32_t q = 0; q < s->process_count && v->kind == EVENT_SYNC; q++) {
        if (sync_leaves_out(v->left_out, q))
            continue;
        p->next.data[q] = sets_empty_word(p->sets, p->next.data[q]);
        if (q != process.index && p->next.data[q].index == MOORE_EMPTY.index)
            return;
    }
    if (v->kind == EVENT_SYNC)
        note_own_syncs(p, s->sets[process.index], s->global, v->left_out);
    if (!key_is(v->created, KEY_NONE))
        vec_push(&p->next, sets_single(p->sets, v->created));
    tell_moved(p, e, s->global, process, v->after);
}

static void post_local(post *p, const event_state *s, process_ref process)
{
    local l = p->now.data[process.index];
    uint32_t count = l.step_count + (process_is(s->holder, NO_HOLDER) ? l.commit_count : 0);
    for (uint32_t i = 0; i < count && !p->stopped; i++) {
        local_event v = p->events.data[l.first + i];
        event e = {.kind = v.kind, .process = process, .letter = v.letter, .created = v.created, .left_out = v.left_out};
        e.then = moves_change(p->moves, s->global, v.shape, v.first_change, v.change_count);
        if (v.is_plain && process_is(s->holder, NO_HOLDER) && !changes_views(p, process, s->global, e.then))
            tell_plainly(p, s, process, &v, &e, e.then);
        else
            tell_step(p, s, process, &v, &e);
    }
}

static void post_sync(post *p, const event_state *s)
{
    vec_clear(&p->next);
    for (uint32_t q = 0; q < s->process_count; q++)
        vec_push(&p->next, s->sets[q]);
    event e = EVENT_SYNC_ALL;
    e.then = s->global;
    if (sync_all(p, s->global, &p->next))
        tell_ordinary(p, &e, s->global);
}

/* ---- Removal of the youngest process ---- */
static bool creation_may_follow(const post *p, const event_state *s)
{
    for (uint32_t q = 0; q < s->process_count; q++)
        for (uint32_t i = 0; i < moore_state_count(p->sets->pool, s->sets[q]); i++) {
            size_t count;
            const uint32_t *keys = moore_label_keys(p->sets->pool, moore_state_label(p->sets->pool, s->sets[q], i), &count);
            for (size_t k = 0; k < count; k++)
                if (p->may_create[key_get(p->space, (key_ref){keys[k]}, KEY_TYPE)][key_get(p->space, (key_ref){keys[k]}, KEY_NODE)])
                    return true;
        }
    return false;
}

static void post_removal(post *p, const event_state *s)
{
    if (!p->deaths_matter || !s->process_count)
        return;
    uint32_t youngest = s->process_count - 1;
    const process_type *t = &p->space->request->program->processes.data[sets_type(p->sets, s->sets[youngest])];
    if (!p->deaths_are_seen && !t->channels.count && !creation_may_follow(p, s))
        return;
    size_t count;
    moore_ref idle = sets_empty_word(p->sets, sets_at_rest(p->sets, s->sets[youngest]));
    if (idle.index == MOORE_EMPTY.index)
        return;
    const uint32_t *keys = moore_label_keys(p->sets->pool, moore_state_label(p->sets->pool, idle, 0), &count);
    bool ended = false;
    for (size_t i = 0; i < count; i++)
        ended |= t->nodes.data[key_get(p->space, (key_ref){keys[i]}, KEY_NODE)].is_final;
    if (!ended)
        return;
    others_at_rest(p, s);
    p->next.count--;
    global_ref left = space_global_without_youngest(p->space, s->global);
    tell_ordinary(p, &(event){.kind = EVENT_END, .process = {youngest}, .created = KEY_NONE, .then = left}, left);
}

/* ---- All ---- */
bool post_initial(post *p)
{
    global_ref global;
    key_ref keys[PROGRAM_MAX_PROCESSES];
    if (!space_initial(p->space, &global, keys, PROGRAM_MAX_PROCESSES))
        return false;
    uint32_t count = space_shape(p->space, global)->process_count;
    vec_clear(&p->next);
    for (uint32_t q = 0; q < count; q++)
        vec_push(&p->next, sets_single(p->sets, keys[q]));
    tell_ordinary(p, &(event){.kind = EVENT_START, .process = {NOBODY}, .created = KEY_NONE, .then = global}, global);
    return true;
}

void post_all(post *p, const event_state *s)
{
    p->stopped = false;
    vec_clear(&p->now);
    for (uint32_t q = 0; q < s->process_count; q++)
        vec_push(&p->now, process_is(s->holder, NO_HOLDER) || s->holder.index == q ? locals_of(p, s->sets[q], s->global) : (local){0});
    if (process_is(s->holder, NO_HOLDER) && p->has_syncs)
        post_sync(p, s);
    for (process_ref q = {0}; q.index < s->process_count && !p->stopped; q.index++) {
        if (!process_is(s->holder, NO_HOLDER) && !process_is(s->holder, q))
            continue;
        if (p->twin && p->twin[q.index] != q.index)
            continue;
        post_local(p, s, q);
        if (!p->stopped && p->now.data[q.index].may_meet)
            post_meetings(p, s, q);
    }
    if (process_is(s->holder, NO_HOLDER) && !p->stopped)
        post_removal(p, s);
}
