/* solo.c: the search for a solo, breadth-first.
 *
 * Words of pending stores may be long and many, so none is kept. Instead, it is decided when a store is made at what time it will be committed: at
 * one of the process's own commits in the sequence, unseen while memory has its value, by a flush, or never. Stores of one buffer are committed in
 * the order made, so these times never decrease. What matters of the stores so far is then, for each location, value and time of the
 * youngest, and how many of the own commits have been given away. Unseen commits happen as soon as the process is at rest. */
#include "engine/events/solo.h"

#include <string.h>

#include "base/bug.h"

enum { MAX_POINTS = 400000, POINT_COST = 100 /* of looks at a position */, NO_POINT = UINT32_MAX };

/* Times: 2 * i while in position i, 2 * i + 1 by the event that leaves it. */
enum { TIME_NEVER = INT32_MAX, TIME_NONE = -1 };

/* A row: position, key and flags, then for each location of the process its youngest store's time (TIME_NONE: nothing is pending) and value, and how many own
 * commits have got their store (TSO: counted with the first location, of all). */
enum { ROW_POSITION, ROW_KEY, ROW_FLAGS, ROW_PENDING };
enum { PENDING_TIME, PENDING_VALUE, PENDING_SERVED, PENDING_SIZE };
enum { FLAG_RESTED = 1, /* the process has been at rest in this position */
       FLAG_DUE = 2,   /* a store made in the atomic block under way is to be committed in this position, but not before the block ends */
       FLAG_OUT = 4 }; /* where post.parts_d_steps: the process has been in a block, but not inside a d_step, in this position */

typedef VEC(int32_t) point_row;

/* How far a solo has got; `step` leads to this point from the point `from` (NO_POINT: the first). */
typedef struct point {
    uint32_t from, row;
    uint32_t stores, first_letter, first_time; /* the stores that the step made: in moves.letters, their times in finder.stored_times */
    bool has_step;
    step step;
} point;

typedef struct own_commit {
    uint32_t position;
    letter_ref letter;
} own_commit;

typedef struct finder {
    explore *x;
    const way *way;
    const verdict_goal *goal;
    process_ref process;
    uint32_t type, locations;
    bool pso, may_flush;
    VEC(own_commit) commits;   /* of the process, by the events that leave their positions */
    intern rows;
    VEC(point) points;         /* as many as rows */
    point_row next;
    VEC(int32_t) times;        /* at which the store under way may be committed */
    VEC(int32_t) stored_times; /* of the stores of each point */
    uint32_t solved;           /* point; NO_POINT: none yet */
    effort *effort;
} finder;

static void spend(finder *f, uint64_t looks)
{
    f->effort->left -= looks < f->effort->left ? looks : f->effort->left;
}

static const kept_state *at(const finder *f, uint32_t position)
{
    return way_at(f->x, f->way, position);
}

static bool is_ordinary(const finder *f, uint32_t position)
{
    return process_is(at(f, position)->state.holder, NO_HOLDER);
}

static int32_t *pending_of(point_row *row, location_ref location)
{
    return row->data + ROW_PENDING + PENDING_SIZE * location.index;
}

static location_ref location_of(const finder *f, letter_ref letter)
{
    uint32_t element = (uint32_t)intern_get(&f->x->space.letters, letter.index)[LETTER_ELEMENT];
    return f->x->space.rows->stores[f->type].location[element];
}

static view_ref view_of(finder *f, const int32_t *row)
{
    space *sp = &f->x->space;
    view_ref view = sp->no_view;
    for (location_ref l = {0}; l.index < f->locations; l.index++) {
        const int32_t *p = row + ROW_PENDING + PENDING_SIZE * l.index;
        if (p[PENDING_TIME] != TIME_NONE)
            view = space_view_with(sp, f->type, view, space_letter(sp, stores_element(&sp->rows->stores[f->type], l), p[PENDING_VALUE]));
    }
    return view;
}

static key_ref key_of(const int32_t *row)
{
    return (key_ref){(uint32_t)row[ROW_KEY]};
}

static bool is_goal(finder *f, const int32_t *row)
{
    key_ref key = key_of(row), wanted = f->goal->key[f->process.index];
    if ((size_t)row[ROW_POSITION] + 1 != f->way->states.count)
        return false;
    if (key_is(wanted, KEY_ANY))
        return !key_is_held(&f->x->space, key) && (!f->goal->empty_words || view_is(view_of(f, row), f->x->space.no_view));
    return key_is(key, wanted) && view_is(view_of(f, row), f->goal->view[f->process.index]);
}

/* Adds the point whose row is f->next, if it is new. Once the process is at rest, stores that are due in this position are committed. */
static void reach(finder *f, point how)
{
    int32_t *row = f->next.data;
    if (!key_is_held(&f->x->space, key_of(row))) {
        row[ROW_FLAGS] = FLAG_RESTED;
        for (location_ref l = {0}; l.index < f->locations && is_ordinary(f, (uint32_t)row[ROW_POSITION]); l.index++)
            if (pending_of(&f->next, l)[PENDING_TIME] == 2 * row[ROW_POSITION]) {
                pending_of(&f->next, l)[PENDING_TIME] = TIME_NONE;
                pending_of(&f->next, l)[PENDING_VALUE] = 0;
            }
    } else if (f->x->post.parts_d_steps && !key_is_in_d_step(&f->x->space, key_of(row)))
        row[ROW_FLAGS] |= FLAG_OUT;
    size_t before = intern_count(&f->rows);
    how.row = intern_row(&f->rows, row, f->next.count);
    if (how.row < before)
        return;
    vec_push(&f->points, how);
    if (f->solved == NO_POINT && is_goal(f, f->next.data))
        f->solved = (uint32_t)f->points.count - 1;
}

/* ---- Times for a store ---- */
/* With which location the own commits from its buffer are counted. */
static location_ref served_at(const finder *f, location_ref location)
{
    return f->pso ? location : (location_ref){0};
}

/* The next own commit from the location's buffer to which no store has been given yet. */
static const own_commit *next_commit(const finder *f, point_row *row, location_ref location)
{
    uint32_t served = (uint32_t)pending_of(row, served_at(f, location))[PENDING_SERVED];
    for (size_t i = 0; i < f->commits.count; i++)
        if ((!f->pso || location_is(location_of(f, f->commits.data[i].letter), location)) && served-- == 0)
            return &f->commits.data[i];
    return NULL;
}

/* The time of the youngest store in the location's buffer, or of a barrier after it; no later store may have an earlier time. */
static int32_t latest_time(const finder *f, point_row *row, location_ref location)
{
    int32_t latest = 2 * row->data[ROW_POSITION];
    location_ref barrier = f->x->space.rows->stores[f->type].barrier;
    for (location_ref l = {0}; l.index < f->locations; l.index++)
        if ((!f->pso || location_is(l, location) || location_is(l, barrier) || location_is(location, barrier)) && pending_of(row, l)[PENDING_TIME] > latest)
            latest = pending_of(row, l)[PENDING_TIME];
    return latest;
}

static bool is_own_step(const finder *f, uint32_t position)
{
    event e = way_event(f->x, f->way, position);
    return process_is(e.process, f->process) && e.kind == EVENT_STEP;
}

/* A flush leaves nothing pending: the time of the first flush that some pending store waits for. */
static int32_t flush_time(const finder *f, point_row *row)
{
    int32_t first = TIME_NEVER;
    for (location_ref l = {0}; l.index < f->locations && f->may_flush; l.index++) {
        int32_t time = pending_of(row, l)[PENDING_TIME];
        if (time != TIME_NONE && time != TIME_NEVER && time % 2 && is_own_step(f, (uint32_t)time / 2 + 1) && time < first)
            first = time;
    }
    return first;
}

/* All times at which a store, made in the row's position, may be committed. */
static void find_times(finder *f, point_row *row, letter_ref letter)
{
    space *sp = &f->x->space;
    location_ref location = location_of(f, letter);
    uint32_t element = stores_element(&sp->rows->stores[f->type], location);
    int32_t value = intern_get(&sp->letters, letter.index)[LETTER_VALUE], first = latest_time(f, row, location), last = flush_time(f, row);
    const own_commit *next = next_commit(f, row, location);
    int32_t next_time = next ? (int32_t)(2 * next->position + 1) : TIME_NEVER;
    bool had = false; /* memory had the value in the position before */
    vec_clear(&f->times);
    if (space_is_barrier(sp, letter)) { /* a barrier is gone when all stores before it are committed */
        vec_push(&f->times, first);
        return;
    }
    for (uint32_t i = (uint32_t)first / 2; first != TIME_NEVER && i < f->way->states.count && (int32_t)(2 * i) <= last; i++) {
        bool has = space_memory(sp, at(f, i)->state.global, element) == value && is_ordinary(f, i) && (int32_t)(2 * i) >= first;
        if (has && !had && (int32_t)(2 * i) < next_time)
            vec_push(&f->times, (int32_t)(2 * i));
        had = has && (int32_t)i != row->data[ROW_POSITION]; /* in the row's own position a block may be under way: then the next will do */
        int32_t leaving = (int32_t)(2 * i + 1);
        if (f->may_flush && leaving >= first && leaving <= last && leaving < next_time && i + 1 < f->way->states.count && is_own_step(f, i + 1))
            vec_push(&f->times, leaving);
    }
    spend(f, f->way->states.count - (uint32_t)row->data[ROW_POSITION] + f->commits.count);
    if (next && letter_is(next->letter, letter) && next_time >= first && next_time <= last)
        vec_push(&f->times, next_time);
    if (last == TIME_NEVER && !next)
        vec_push(&f->times, (int32_t)TIME_NEVER);
}

/* Adds the store to the row, to be committed at that time. */
static void add_store(finder *f, point_row *row, letter_ref letter, int32_t time)
{
    location_ref location = location_of(f, letter);
    const own_commit *next = next_commit(f, row, location);
    int32_t *p = pending_of(row, location);
    p[PENDING_TIME] = time;
    p[PENDING_VALUE] = intern_get(&f->x->space.letters, letter.index)[LETTER_VALUE];
    if (next && letter_is(next->letter, letter) && time == (int32_t)(2 * next->position + 1))
        pending_of(row, served_at(f, location))[PENDING_SERVED]++;
    if (time == 2 * row->data[ROW_POSITION])
        row->data[ROW_FLAGS] |= FLAG_DUE;
}

/* ---- Steps ---- */
static void copy_row(point_row *to, const int32_t *row, size_t count)
{
    vec_reserve(to, count);
    memcpy(to->data, row, count * sizeof *row);
    to->count = count;
}

/* Adds these stores to the row, the k-th with the choice[k]-th of its possible times. The number of stores that had such a time. */
static uint32_t add_stores(finder *f, point_row *row, uint32_t first_letter, uint32_t count, const uint32_t *choice)
{
    for (uint32_t k = 0; k < count; k++) {
        letter_ref letter = f->x->moves.letters.data[first_letter + k];
        find_times(f, row, letter);
        if (choice[k] >= f->times.count)
            return k;
        add_store(f, row, letter, f->times.data[choice[k]]);
        vec_push(&f->stored_times, f->times.data[choice[k]]);
    }
    return count;
}

/* Reaches the base row with these stores added, with every combination of their possible times. */
static void reach_with_stores(finder *f, const point_row *base, uint32_t first_letter, uint32_t count, point how)
{
    VEC(uint32_t) choice = {0};
    point_row row = {0};
    for (uint32_t k = 0; k < count + 1; k++)
        vec_push(&choice, 0u);
    how.stores = count;
    how.first_letter = first_letter;
    uint32_t done;
    do {
        copy_row(&row, base->data, base->count);
        how.first_time = (uint32_t)f->stored_times.count;
        done = add_stores(f, &row, first_letter, count, choice.data);
        if (done == count) {
            copy_row(&f->next, row.data, row.count);
            reach(f, how);
        }
        for (uint32_t k = done; k < count; k++)
            choice.data[k] = 0;
        if (done) /* the last store that had a time gets its next one */
            choice.data[done - 1]++;
    } while (done);
    vec_release(&choice);
    vec_release(&row);
}

static step edge_step(const finder *f, uint32_t edge_index)
{
    return (step){.kind = STEP_EDGE, .process = f->process.index, .edge = edge_index, .partner = -1};
}

static move_list moves_at(finder *f, const int32_t *row)
{
    global_ref global = at(f, (uint32_t)row[ROW_POSITION])->state.global;
    return moves_of(&f->x->moves, key_of(row), view_of(f, row), global);
}

static void quiet_steps(finder *f, uint32_t from, const point_row *here)
{
    const event_state *s = &at(f, (uint32_t)here->data[ROW_POSITION])->state;
    if (!process_is(s->holder, NO_HOLDER) && (!process_is(s->holder, f->process) || !key_is_held(&f->x->space, key_of(here->data))))
        return;
    point_row row = {0};
    move_list list = moves_at(f, here->data);
    for (uint32_t i = 0; i < list.count; i++) {
        move m = f->x->moves.all.data[list.first + i];
        if (!m.quiet)
            continue;
        copy_row(&row, here->data, here->count);
        row.data[ROW_KEY] = (int32_t)m.key.index;
        reach_with_stores(f, &row, m.first_letter, m.letter_count,
                          (point){.from = from, .has_step = m.edge != NO_EDGE, .step = edge_step(f, m.edge)});
    }
    vec_release(&row);
}

/* Changes the row to what it is after the event that leaves its position, stores that the event makes aside. False where some store was to be committed
 * by the event, but the event is no commit and no flush; or where the event is a flush and some store was to stay. */
static bool pass_event(finder *f, point_row *row, bool commits, bool flushes)
{
    int32_t leaving = 2 * row->data[ROW_POSITION] + 1;
    for (location_ref l = {0}; l.index < f->locations; l.index++) {
        int32_t *p = pending_of(row, l);
        bool goes = p[PENDING_TIME] == leaving;
        if ((goes && !commits && !flushes) || (flushes && !goes && p[PENDING_TIME] != TIME_NONE))
            return false;
        if (goes)
            p[PENDING_TIME] = TIME_NONE;
        if (goes)
            p[PENDING_VALUE] = 0;
    }
    row->data[ROW_POSITION]++;
    row->data[ROW_FLAGS] = 0;
    return true;
}

/* Another process's event, or an own commit: the key must be at rest and stays the same. */
static void let_pass(finder *f, uint32_t from, const point_row *here, const event *e)
{
    point_row row = {0};
    bool own = process_is(e->process, f->process);
    point how = {.from = from, .has_step = own};
    copy_row(&row, here->data, here->count);
    bool possible = !key_is_held(&f->x->space, key_of(row.data));
    if (own) { /* the store that the event commits must have been made */
        location_ref location = location_of(f, e->letter);
        const own_commit *next = next_commit(f, &row, location);
        possible &= !next || next->position > (uint32_t)row.data[ROW_POSITION];
        how.step = (step){.kind = STEP_COMMIT, .process = f->process.index, .partner = -1,
                          .element = (uint32_t)intern_get(&f->x->space.letters, e->letter.index)[LETTER_ELEMENT]};
    }
    uint32_t position = (uint32_t)row.data[ROW_POSITION];
    if (!own && f->x->post.view_count)
        possible &= post_has_views(&f->x->post, f->process, f->type, view_of(f, row.data), at(f, position)->state.global, at(f, position + 1)->state.global);
    if (e->kind == EVENT_SYNC && !sync_leaves_out(e->left_out, f->process.index))
        possible &= view_is(view_of(f, row.data), f->x->space.no_view);
    if (possible && pass_event(f, &row, own, false)) {
        copy_row(&f->next, row.data, row.count);
        reach(f, how);
    }
    vec_release(&row);
}

static void own_steps(finder *f, uint32_t from, const point_row *here, const event *e)
{
    uint32_t position = (uint32_t)here->data[ROW_POSITION];
    global_ref global = at(f, position)->state.global;
    global_ref then = process_is(e->process, EVERYBODY) ? global : e->then; /* a common sync changes none */
    point_row row = {0};
    move_list list = moves_at(f, here->data);
    for (uint32_t i = 0; i < list.count; i++) {
        move m = f->x->moves.all.data[list.first + i];
        if (m.ends || m.syncs != (e->kind == EVENT_SYNC) || m.left_out != e->left_out || !key_is(m.created, e->created) ||
            (process_is(e->process, EVERYBODY) && !post_is_common_sync(&f->x->sets, key_of(here->data), &m)) ||
            m.quiet || !global_is(move_global(&f->x->moves, &m, global), then))
            continue;
        copy_row(&row, here->data, here->count);
        if (!pass_event(f, &row, false, m.flushes))
            continue;
        row.data[ROW_KEY] = (int32_t)m.key.index;
        reach_with_stores(f, &row, m.first_letter, m.letter_count, (point){.from = from, .has_step = true, .step = edge_step(f, m.edge)});
    }
    vec_release(&row);
}

/* One configuration of the other process: does the event come about with it? */
static void meet_with(finder *f, uint32_t from, const point_row *here, const event *e, key_ref other_key, view_ref other_view)
{
    uint32_t position = (uint32_t)here->data[ROW_POSITION];
    key_ref key = key_of(here->data);
    view_ref view = view_of(f, here->data);
    bool sends = process_is(e->process, f->process);
    meeting_vec found = {0};
    point_row row = {0};
    moves_meet(&f->x->moves, &f->x->post.messages, sends ? key : other_key, sends ? view : other_view, sends ? other_key : key,
               sends ? other_view : view, at(f, position)->state.global, &found);
    for (size_t n = 0; n < found.count; n++) {
        meeting m = found.data[n];
        if (m.ends || m.message != e->message || !global_is(m.global, e->then))
            continue;
        copy_row(&row, here->data, here->count);
        if (!pass_event(f, &row, false, false))
            continue;
        row.data[ROW_KEY] = (int32_t)(sends ? m.sender_key : m.receiver_key).index;
        reach_with_stores(f, &row, m.first_letter, sends ? 0 : m.letter_count,
                          (point){.from = from, .has_step = true, .step = edge_step(f, sends ? m.sender_edge : m.receiver_edge)});
    }
    vec_release(&row);
    vec_release(&found);
}

/* The process's part in a meeting: every pair of configurations that makes this event is looked at. */
static void meet(finder *f, uint32_t from, const point_row *here, const event *e)
{
    const event_state *before = &at(f, (uint32_t)here->data[ROW_POSITION])->state;
    process_ref other = process_is(e->process, f->process) ? e->partner : e->process;
    const moore_pool *pool = f->x->sets.pool;
    for (uint32_t q = 0; q < moore_state_count(pool, before->sets[other.index]); q++) {
        moore_label of_state = moore_state_label(pool, before->sets[other.index], q);
        size_t keys;
        moore_label_keys(pool, of_state, &keys);
        for (size_t i = 0; i < keys; i++)
            meet_with(f, from, here, e, (key_ref){moore_label_keys(pool, of_state, &keys)[i]}, label_view(pool, of_state));
    }
}

/* The process takes part in the next event, or lets it pass; stores that are due in this position must have been committed before. */
static void next_event(finder *f, uint32_t from, const point_row *here)
{
    uint32_t position = (uint32_t)here->data[ROW_POSITION];
    event next = way_event(f->x, f->way, position + 1), *e = &next;
    int32_t flags = here->data[ROW_FLAGS];
    if (flags & FLAG_DUE)
        return;
    if (!process_is(e->process, f->process) && !(e->kind == EVENT_MEETING && process_is(e->partner, f->process))) {
        let_pass(f, from, here, e);
        if (e->kind == EVENT_SYNC && process_is(e->process, EVERYBODY))
            own_steps(f, from, here, e);
        return;
    }
    if (is_ordinary(f, position) && !(flags & FLAG_RESTED))
        return; /* the process is still inside the block of its last event, while the state says that it has come to rest */
    if (f->x->post.parts_d_steps && !is_ordinary(f, position) && at(f, position)->event.in_d_step == !!(flags & (FLAG_OUT | FLAG_RESTED)))
        return; /* the same of a d_step */
    if (e->kind == EVENT_COMMIT)
        let_pass(f, from, here, e);
    else if (e->kind == EVENT_MEETING)
        meet(f, from, here, e);
    else
        own_steps(f, from, here, e);
}

/* Does the next event remove the process, which must have ended? */
static bool is_removed(finder *f, const point_row *here)
{
    uint32_t position = (uint32_t)here->data[ROW_POSITION];
    key_ref key = key_of(here->data);
    const process_type *t = &f->x->request->program->processes.data[key_get(&f->x->space, key, KEY_TYPE)];
    event e = way_event(f->x, f->way, position + 1);
    return e.kind == EVENT_END && process_is(e.process, f->process) && view_is(view_of(f, here->data), f->x->space.no_view) &&
           t->nodes.data[key_get(&f->x->space, key, KEY_NODE)].is_final;
}

/* ---- The solo ---- */
typedef struct waiting {
    uint32_t element;
    int32_t time;
} waiting;

typedef VEC(waiting) waiting_vec;

/* Adds the commits of the stores that are due in the position, in the order in which they were made. */
static void add_due(const finder *f, waiting_vec *queue, uint32_t position, solo *out)
{
    size_t left = 0;
    for (size_t i = 0; i < queue->count; i++) {
        waiting w = queue->data[i];
        if (w.time == (int32_t)(2 * position))
            vec_push(out, ((solo_step){.position = position, .step = {.kind = STEP_COMMIT, .process = f->process.index, .partner = -1, .element = w.element}}));
        else
            queue->data[left++] = w;
    }
    queue->count = left;
}

/* Goes along the points with all the stores made, so that commits are where they belong. */
static void write_down(const finder *f, solo *out)
{
    VEC(uint32_t) points = {0};
    waiting_vec queue = {0};
    for (uint32_t i = f->solved; i != NO_POINT; i = f->points.data[i].from)
        vec_push(&points, i);
    for (size_t n = points.count; n-- > 0;) {
        const point *here = &f->points.data[points.data[n]];
        const int32_t *row = intern_get(&f->rows, here->row);
        uint32_t position = (uint32_t)row[ROW_POSITION];
        const int32_t *before = here->from == NO_POINT ? row : intern_get(&f->rows, f->points.data[here->from].row);
        if (here->has_step)
            vec_push(out, ((solo_step){.position = position, .is_event = before[ROW_POSITION] != row[ROW_POSITION],
                                         .before_rest = before[ROW_POSITION] == row[ROW_POSITION] && !(before[ROW_FLAGS] & FLAG_RESTED),
                                         .step = here->step}));
        for (uint32_t k = 0; k < here->stores; k++) {
            letter_ref letter = f->x->moves.letters.data[here->first_letter + k];
            if (space_is_barrier(&f->x->space, letter))
                continue;
            vec_push(&queue, ((waiting){(uint32_t)intern_get(&f->x->space.letters, letter.index)[LETTER_ELEMENT], f->stored_times.data[here->first_time + k]}));
        }
        if (!key_is_held(&f->x->space, key_of(row)) && is_ordinary(f, position))
            add_due(f, &queue, position, out);
    }
    vec_release(&points);
    vec_release(&queue);
}

static void search(finder *f, uint32_t first_position, key_ref first_key)
{
    point_row here = {0};
    vec_push(&f->next, (int32_t)first_position);
    vec_push(&f->next, (int32_t)first_key.index);
    vec_push(&f->next, (int32_t)FLAG_RESTED);
    for (location_ref l = {0}; l.index < f->locations; l.index++) {
        vec_push(&f->next, (int32_t)TIME_NONE);
        vec_push(&f->next, 0);
        vec_push(&f->next, 0);
    }
    reach(f, (point){.from = NO_POINT});
    for (uint32_t i = 0; i < f->points.count && f->solved == NO_POINT && f->points.count < MAX_POINTS && f->effort->left; i++) {
        spend(f, POINT_COST);
        copy_row(&here, intern_get(&f->rows, f->points.data[i].row), intern_length(&f->rows, f->points.data[i].row));
        if ((size_t)here.data[ROW_POSITION] + 1 < f->way->states.count) {
            event e = way_event(f->x, f->way, (uint32_t)here.data[ROW_POSITION] + 1);
            if (is_removed(f, &here))
                f->solved = i;
            else if (e.kind != EVENT_END || !process_is(e.process, f->process))
                next_event(f, i, &here);
        }
        quiet_steps(f, i, &here);
    }
    vec_release(&here);
}

bool solo_find(explore *x, const way *w, const verdict_goal *goal, process_ref process, uint32_t first_position, key_ref first_key, solo *out,
                 effort *spent)
{
    finder f = {.x = x, .way = w, .goal = goal, .process = process, .pso = x->sets.pso, .solved = NO_POINT, .effort = spent};
    f.type = (uint32_t)key_get(&x->space, first_key, KEY_TYPE);
    f.locations = x->space.rows->buffers->has_buffers ? x->space.rows->stores[f.type].count : 0;
    f.may_flush = x->request->footprints->types[f.type].flushes;
    for (uint32_t i = first_position; i + 1 < w->states.count; i++) {
        event e = way_event(x, w, i + 1);
        if (e.kind == EVENT_COMMIT && process_is(e.process, process))
            vec_push(&f.commits, ((own_commit){i, e.letter}));
        if (e.kind == EVENT_END && process_is(e.process, process))
            break; /* another process may have this number later */
    }
    search(&f, first_position, first_key);
    spent->gave_up |= f.solved == NO_POINT && (f.points.count >= MAX_POINTS || !spent->left);
    if (f.solved != NO_POINT)
        write_down(&f, out);
    vec_release(&f.commits);
    intern_release(&f.rows);
    vec_release(&f.points);
    vec_release(&f.next);
    vec_release(&f.times);
    vec_release(&f.stored_times);
    return f.solved != NO_POINT;
}
