/* certificate_play.c: where some processes can be, and how their words begin, along the paths of the graph.
 *
 * A *cut* is a key, its view, and the beginning of its word: the oldest stores, as many of each queue as runs.length says, with MORE behind them where there are
 * others. Under PSO there is a queue for each location, under TSO one. What a process does not know of its word it guesses: every run is a path of the
 * play, whichever processes are looked at. */
#include <string.h>

#include "base/limits.h"
#include "trace/certificate_runs.h"

enum { MORE = -1 };

void run_play_release(run_play *p)
{
    vec_release(&p->processes);
    vec_release(&p->moves);
    vec_release(&p->first);
    vec_release(&p->idle);
    intern_release(&p->places);
}

/* ---- Cuts: the scratch row k->row is the one that is worked on ---- */
static uint32_t cut_now(proof_check *k)
{
    return (uint32_t)proof_number_row(k, &k->runs->cuts);
}

static void load_cut(proof_check *k, uint32_t cut)
{
    vec_clear(&k->row);
    proof_add(k, intern_get(&k->runs->cuts, cut), intern_length(&k->runs->cuts, cut));
}

static int32_t cut_get(const proof_check *k, uint32_t cut, int column)
{
    return intern_get(&k->runs->cuts, cut)[column];
}

static int32_t element_of(proof_check *k, int32_t letter)
{
    return proof_at(k, LETTERS, letter, LETTER_ELEMENT);
}

static int32_t queue_of(proof_check *k, int32_t letter)
{
    return machine_traits(k->r.machine)->per_location ? element_of(k, letter) : 0;
}

/* Where the letter's queue starts and ends in the scratch row, with its MORE. Queues stand by number, each with a letter at least. */
static void find_queue(proof_check *k, int32_t letter, size_t *start, size_t *end)
{
    size_t at = CUT_WORD;
    while (at < k->row.count && (k->row.data[at] == MORE || queue_of(k, k->row.data[at]) < queue_of(k, letter)))
        at++;
    *start = at;
    while (at < k->row.count && (k->row.data[at] == MORE ? at > *start : queue_of(k, k->row.data[at]) == queue_of(k, letter)))
        at++;
    *end = at;
}

static void insert_at(proof_check *k, size_t at, int32_t value)
{
    vec_push(&k->row, value);
    memmove(k->row.data + at + 1, k->row.data + at, (k->row.count - 1 - at) * sizeof value);
    k->row.data[at] = value;
}

static void remove_at(proof_check *k, size_t at)
{
    memmove(k->row.data + at, k->row.data + at + 1, (k->row.count - 1 - at) * sizeof *k->row.data);
    k->row.count--;
}

/* One more store. The view is the caller's affair. */
static void append(proof_check *k, int32_t letter)
{
    size_t start, end;
    find_queue(k, letter, &start, &end);
    bool has_more = end > start && k->row.data[end - 1] == MORE;
    if (!has_more)
        insert_at(k, end, end - start < k->runs->length ? letter : MORE);
}

/* proof_view_after works on k->row too: a view is worked out before a row is loaded. */
static int32_t view_after_all(proof_check *k, int32_t view, const part *p)
{
    for (size_t i = p->added; i < p->end; i++)
        view = proof_view_after(k, view, k->runs->letters.data[i]);
    return view;
}

static int32_t view_without(proof_check *k, int32_t view, int32_t element)
{
    proof_add(k, intern_get(&k->tables[VIEWS], (uint32_t)view), intern_length(&k->tables[VIEWS], (uint32_t)view));
    k->row.data[2 * element] = k->row.data[2 * element + 1] = 0;
    return proof_number_row(k, &k->tables[VIEWS]);
}

/* The cuts of all words and keys of the set that starts at the point. */
static const number_list *cuts_of(proof_check *k, int32_t start)
{
    runs *x = k->runs;
    while (x->cuts_of.count <= (size_t)start)
        vec_push(&x->cuts_of, (number_list){0});
    number_list *out = &x->cuts_of.data[start];
    if (out->count)
        return out;
    intern seen = {0}, known = {0}; /* point, view, beginning of the word; cuts */
    proof_add(k, (int32_t[]){start, NO_VIEW}, CUT_WORD);
    proof_number_row(k, &seen);
    for (uint32_t i = 0; i < intern_count(&seen) && !k->failed; i++) {
        int32_t point = intern_get(&seen, i)[0], view = intern_get(&seen, i)[1];
        limits_poll();
        for (uint32_t n = 1; n < proof_length(k, POINTS, point); n++) {
            proof_add(k, intern_get(&seen, i), intern_length(&seen, i));
            k->row.data[CUT_KEY] = proof_at(k, POINTS, point, n);
            uint32_t cut = cut_now(k);
            if ((size_t)proof_number(&known, (int32_t)cut, 0, 0) == out->count)
                vec_push(out, cut);
        }
        for (uint32_t e = 1; e < proof_length(k, EDGES, point); e += 2) {
            int32_t letter = proof_at(k, EDGES, point, e), then = proof_view_after(k, view, letter);
            proof_add(k, intern_get(&seen, i), intern_length(&seen, i));
            k->row.data[CUT_KEY] = proof_at(k, EDGES, point, e + 1);
            k->row.data[CUT_VIEW] = then;
            append(k, letter);
            proof_number_row(k, &seen);
        }
    }
    intern_release(&seen);
    intern_release(&known);
    return out;
}

const number_list *run_play_known_letters(proof_check *k, uint32_t cut)
{
    runs *x = k->runs;
    while (x->known_letters.count <= cut)
        vec_push(&x->known_letters, (number_list){0});
    number_list *out = &x->known_letters.data[cut];
    if (out->count || cut == ABSENT || cut_get(k, cut, CUT_VIEW) == NO_VIEW)
        return out;
    for (uint32_t i = CUT_WORD; i < intern_length(&x->cuts, cut); i++)
        if (intern_get(&x->cuts, cut)[i] != MORE)
            vec_push(out, (uint32_t)intern_get(&x->cuts, cut)[i]);
    uint32_t view = (uint32_t)cut_get(k, cut, CUT_VIEW);
    for (int32_t e = 0; e < (int32_t)k->r.program->global_count; e++)
        if (intern_get(&k->tables[VIEWS], view)[2 * e]) {
            proof_add(k, (int32_t[]){e, intern_get(&k->tables[VIEWS], view)[2 * e + 1]}, LETTER_END);
            vec_push(out, (uint32_t)proof_number_row(k, &k->tables[LETTERS]));
        }
    return out;
}

/* ---- What a move makes of a cut: all cuts that the process may have afterwards ---- */

/* The letter, oldest of its queue, is committed. Where there were more stores than are known, the next one may be any that the set has behind the others. */
static void add_committed(proof_check *k, uint32_t cut, int32_t letter, int32_t set, number_list *out)
{
    size_t start, end;
    int32_t view = cut_get(k, cut, CUT_VIEW), without = view_without(k, view, element_of(k, letter));
    load_cut(k, cut);
    find_queue(k, letter, &start, &end);
    if (start == end || k->row.data[start] != letter) {
        vec_clear(&k->row);
        return;
    }
    bool more = k->row.data[end - 1] == MORE, stays = false;
    if (more)
        remove_at(k, --end);
    remove_at(k, start);
    end--;
    for (size_t i = start; i < end; i++)
        stays |= element_of(k, k->row.data[i]) == element_of(k, letter);
    if (!more) {
        k->row.data[CUT_VIEW] = stays ? view : without;
        vec_push(out, cut_now(k));
        return;
    }
    uint32_t rest = cut_now(k);
    const number_list *all = cuts_of(k, set);
    for (size_t i = 0; i < all->count; i++) {
        int32_t then = cut_get(k, all->data[i], CUT_VIEW);
        if (then != view && (stays || then != without))
            continue;
        load_cut(k, all->data[i]);
        find_queue(k, letter, &start, &end);
        if (end > start && k->row.data[end - 1] == MORE)
            remove_at(k, --end);
        bool fits = end - start == k->runs->length;
        if (fits)
            remove_at(k, end - 1);
        k->row.data[CUT_VIEW] = view;
        if (fits && intern_find(&k->runs->cuts, k->row.data, k->row.count) == rest)
            vec_push(out, all->data[i]);
    }
    vec_clear(&k->row);
}

/* The process moves as the part says. */
static void add_moved(proof_check *k, uint32_t cut, const part *p, number_list *out)
{
    bool is_new = p->set == NOTHING;
    if (is_new ? cut != ABSENT : cut_get(k, cut, CUT_KEY) != p->key || cut_get(k, cut, CUT_VIEW) != p->view)
        return;
    bool empty = is_new || p->flushes;
    int32_t view = view_after_all(k, empty ? NO_VIEW : p->view, p);
    if (empty)
        proof_add(k, (int32_t[]){0, 0}, CUT_WORD);
    else
        load_cut(k, cut);
    k->row.data[CUT_KEY] = p->new_key;
    k->row.data[CUT_VIEW] = view;
    for (size_t i = p->added; i < p->end; i++)
        append(k, k->runs->letters.data[i]);
    vec_push(out, cut_now(k));
}

static void add_next_cuts(proof_check *k, const run_move *m, uint32_t process, uint32_t cut, number_list *out)
{
    const runs *x = k->runs;
    const part *own = NULL;
    for (size_t i = m->part; i < m->part_end; i++)
        if (x->parts.data[i].process == process)
            own = &x->parts.data[i];
    bool is_held = cut != ABSENT && proof_is_held(k, cut_get(k, cut, CUT_KEY));
    if (own && own->new_key == NOTHING && own->gone == NOTHING) { /* it is removed */
        if (cut != ABSENT && cut_get(k, cut, CUT_KEY) == own->key && cut_get(k, cut, CUT_VIEW) == own->view)
            vec_push(out, ABSENT);
    } else if (own && own->gone == NOTHING) {
        add_moved(k, cut, own, out);
    } else if (own && !is_held && cut != ABSENT) {
        const int32_t *to = intern_get(&x->states, m->to);
        add_committed(k, cut, own->gone, proof_at(k, STATES, to[0], (uint32_t)to[1] + process), out);
    } else if (!own && (m->alone || !is_held) && (!m->empties || cut == ABSENT || cut_get(k, cut, CUT_VIEW) == NO_VIEW)) {
        vec_push(out, cut);
    }
}

/* ---- Places ---- */
typedef struct exploring {
    run_play *play;
    number_list place, then; /* a row of places: where the move starts, and where it leads */
    number_list next;        /* a stack of cuts */
} exploring;

/* Adds the move to all places that differ in what the processes from the number on may have afterwards. */
static void add_targets(proof_check *k, exploring *e, uint32_t move, uint32_t number)
{
    run_play *p = e->play;
    if (number == p->processes.count) {
        uint32_t target = intern_row(&p->places, (const int32_t *)e->then.data, e->then.count);
        vec_push(&p->moves, ((run_play_move){target, move}));
        return;
    }
    size_t first = e->next.count;
    add_next_cuts(k, &k->runs->moves.data[move], p->processes.data[number], e->place.data[1 + number], &e->next);
    for (size_t i = first; i < e->next.count; i++) {
        e->then.data[1 + number] = e->next.data[i];
        add_targets(k, e, move, number + 1);
    }
    e->next.count = first;
}

/* Which of the play's processes it is; their count for any other. */
static size_t position_of(const run_play *p, uint32_t process)
{
    size_t n = 0;
    while (n < p->processes.count && p->processes.data[n] != process)
        n++;
    return n;
}

static bool acts(const proof_check *k, const run_play *p, const run_move *m)
{
    for (size_t i = m->part; i < m->part_end; i++)
        if (position_of(p, k->runs->parts.data[i].process) < p->processes.count)
            return true;
    return false;
}

static void load_place(exploring *e, uint32_t number)
{
    vec_clear(&e->place);
    vec_clear(&e->then);
    for (uint32_t i = 0; i < intern_length(&e->play->places, number); i++) {
        vec_push(&e->place, (uint32_t)intern_get(&e->play->places, number)[i]);
        vec_push(&e->then, 0u);
    }
}

/* Can the process take no step alone, and is nobody known to be inside a block? */
static bool is_idle(proof_check *k, const exploring *e, uint32_t number)
{
    uint32_t cut = e->place.data[1 + number];
    for (size_t i = 1; i < e->place.count; i++)
        if (e->place.data[i] != ABSENT && proof_is_held(k, cut_get(k, e->place.data[i], CUT_KEY)))
            return false;
    if (cut == ABSENT)
        return true;
    const int32_t row[] = {(int32_t)e->place.data[0], (int32_t)e->play->processes.data[number], cut_get(k, cut, CUT_KEY), cut_get(k, cut, CUT_VIEW)};
    return intern_find(&k->runs->idle, row, 4) != INTERN_NONE;
}

/* Does the step ask nothing of processes that are not looked at? It may ask for others to take part, or for all words to be empty. */
static bool is_decided(const proof_check *k, const run_play *p, const run_move *m)
{
    uint32_t count = k->runs->process_counts.data[m->from];
    bool sees_all = p->processes.count >= count && (!count || p->processes.data[count - 1] == count - 1); /* they are in ascending order */
    bool decided = sees_all || !m->empties;
    for (size_t i = m->part; i < m->part_end; i++)
        decided &= k->runs->parts.data[i].set == NOTHING || position_of(p, k->runs->parts.data[i].process) < p->processes.count;
    return decided;
}

/* The step is possible in the place: who takes it is not idle. */
static void note_able(const proof_check *k, run_play *p, const run_move *m)
{
    size_t first = p->idle.count - p->processes.count;
    for (size_t i = m->part; i < m->part_end && is_decided(k, p, m); i++) {
        size_t n = position_of(p, k->runs->parts.data[i].process);
        if (n < p->processes.count)
            p->idle.data[first + n] = false;
    }
}

void run_play_explore(proof_check *k, run_play *p)
{
    runs *x = k->runs;
    exploring e = {.play = p};
    uint32_t *last = ARENA_ARRAY(k->r.memory, uint32_t, intern_count(&x->edges) + 1); /* by edge: the place, plus one, where it was last taken without these processes */
    vec_push(&e.place, NO_STATE);
    vec_push(&e.then, x->moves.data[0].to);
    for (size_t i = 0; i < p->processes.count; i++) {
        vec_push(&e.place, ABSENT);
        vec_push(&e.then, ABSENT);
    }
    add_targets(k, &e, 0, 0);
    vec_clear(&p->moves);
    for (uint32_t i = 0; i < intern_count(&p->places) && !k->failed; i++) {
        limits_poll();
        load_place(&e, i);
        vec_push(&p->first, p->moves.count);
        for (uint32_t n = 0; n < p->processes.count; n++)
            vec_push(&p->idle, is_idle(k, &e, n));
        size_t m = x->first_move.data[e.place.data[0]];
        for (; m < x->moves.count && x->moves.data[m].from == e.place.data[0]; m++) {
            const run_move *move = &x->moves.data[m];
            bool involved = acts(k, p, move);
            if (!involved && (move->edge == SILENT || last[move->edge] == i + 1))
                continue;
            if (!involved)
                last[move->edge] = i + 1;
            e.then.data[0] = move->to;
            size_t before = p->moves.count;
            add_targets(k, &e, (uint32_t)m, 0);
            if (move->is_step && p->moves.count > before)
                note_able(k, p, move);
        }
    }
    vec_push(&p->first, p->moves.count);
    vec_release(&e.place);
    vec_release(&e.then);
    vec_release(&e.next);
}
