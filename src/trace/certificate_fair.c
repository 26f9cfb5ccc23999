/* certificate_fair.c: the parts of a play in which a fair and accepted run may stay for ever.
 *
 * From some moment on a run takes only moves that it takes infinitely often. They form a strongly connected part of the play in which
 *  1. the automaton reads, and the edges carry all its marks;
 *  2. each process takes a step, or is in some place where it can take none;
 *  3. what a process stores is committed, and what is committed was stored;
 *  4. what is known to be pending in a place is committed
 * (docs/LIVENESS.md). So strongly connected parts are split further: those that fail 1 or 2 are dropped, moves that fail 3 and places that fail 4 are taken out. */
#include <string.h>

#include "base/limits.h"
#include "trace/certificate_runs.h"

enum { OUT = 0 }; /* a region: the place has been taken out */

typedef VEC(number_list) part_list;

/* What is done in one part; by process of the play, and by process and letter. */
typedef struct habits {
    uint32_t marks;
    bool reads;
    bool *moves, *idles, *flushes, *stores, *commits;
} habits;

typedef struct looking {
    proof_check *k;
    const run_play *play;
    uint32_t processes, letters;
    uint32_t *region;      /* by place: only moves inside one region count */
    bool *gone;            /* by move of the play: it does not count */
    uint32_t regions;
    uint32_t *index, *low; /* by place, of Tarjan's algorithm */
    number_list stack;
    VEC(size_t) path;      /* pairs of a place and its next move */
    part_list open;        /* sets of places that are to be split, each a region */
    habits now;
} looking;

static void hand_over(part_list *list, number_list *places)
{
    vec_push(list, *places);
    *places = (number_list){0};
}

/* ---- Strongly connected parts (Tarjan) ---- */
static void enter(looking *l, uint32_t at, uint32_t *clock)
{
    l->index[at] = l->low[at] = ++*clock;
    vec_push(&l->stack, at);
    vec_push(&l->path, at);
    vec_push(&l->path, l->play->first.data[at]);
}

static bool has_loop(const looking *l, uint32_t at)
{
    bool any = false;
    for (size_t e = l->play->first.data[at]; e < l->play->first.data[at + 1] && !any; e++)
        any = !l->gone[e] && l->play->moves.data[e].target == at;
    return any;
}

/* The places on the stack from this one on are a part, and a region from now on. */
static void finish_part(looking *l, uint32_t root, part_list *parts)
{
    number_list places = {0};
    l->regions++;
    if (vec_last(&l->stack) == root && !has_loop(l, root)) { /* most are such */
        l->region[vec_pop(&l->stack)] = OUT;
        return;
    }
    do {
        vec_push(&places, vec_pop(&l->stack));
        l->region[vec_last(&places)] = l->regions;
    } while (vec_last(&places) != root);
    hand_over(parts, &places);
}

static void split_from(looking *l, uint32_t start, uint32_t region, uint32_t *clock, part_list *parts)
{
    enter(l, start, clock);
    while (l->path.count) {
        uint32_t at = (uint32_t)l->path.data[l->path.count - 2];
        size_t number = vec_last(&l->path)++;
        limits_poll();
        if (number < l->play->first.data[at + 1]) {
            uint32_t to = l->play->moves.data[number].target;
            if (l->gone[number] || l->region[to] != region)
                continue;
            if (!l->index[to])
                enter(l, to, clock);
            else if (l->index[to] < l->low[at])
                l->low[at] = l->index[to];
            continue;
        }
        l->path.count -= 2;
        if (l->path.count) {
            uint32_t before = (uint32_t)l->path.data[l->path.count - 2];
            l->low[before] = l->low[at] < l->low[before] ? l->low[at] : l->low[before];
        }
        if (l->low[at] == l->index[at])
            finish_part(l, at, parts);
    }
}

static void split(looking *l, const number_list *places, part_list *parts)
{
    uint32_t clock = 0, region = l->region[places->data[0]];
    for (size_t i = 0; i < places->count; i++)
        l->index[places->data[i]] = 0;
    for (size_t i = 0; i < places->count; i++)
        if (!l->index[places->data[i]])
            split_from(l, places->data[i], region, &clock, parts);
}

/* ---- What is done in a part ---- */
static bool counts(const looking *l, uint32_t from, size_t number)
{
    return !l->gone[number] && l->region[l->play->moves.data[number].target] == l->region[from];
}

static const run_move *move_of(const looking *l, size_t number)
{
    return &l->k->runs->moves.data[l->play->moves.data[number].move];
}

/* Which of the play's processes it is; their count for any other. */
static uint32_t position_of(const looking *l, uint32_t process)
{
    uint32_t n = 0;
    while (n < l->processes && l->play->processes.data[n] != process)
        n++;
    return n;
}

static void note_part(looking *l, const run_move *m, const part *p)
{
    habits *h = &l->now;
    uint32_t n = position_of(l, p->process);
    if (n == l->processes)
        return;
    h->moves[n] |= m->is_step;
    h->flushes[n] |= p->flushes;
    if (p->gone != NOTHING)
        h->commits[n * l->letters + (uint32_t)p->gone] = true;
    for (size_t i = p->added; i < p->end; i++)
        h->stores[n * l->letters + (uint32_t)l->k->runs->letters.data[i]] = true;
}

static void note_habits(looking *l, const number_list *places)
{
    habits *h = &l->now;
    const runs *x = l->k->runs;
    h->marks = 0;
    h->reads = false;
    memset(h->moves, 0, l->processes);
    memset(h->idles, 0, l->processes);
    memset(h->flushes, 0, l->processes);
    memset(h->stores, 0, l->processes * l->letters);
    memset(h->commits, 0, l->processes * l->letters);
    for (size_t i = 0; i < places->count; i++) {
        uint32_t at = places->data[i];
        limits_poll();
        for (uint32_t n = 0; n < l->processes; n++)
            h->idles[n] |= l->play->idle.data[at * l->processes + n];
        for (size_t e = l->play->first.data[at]; e < l->play->first.data[at + 1]; e++) {
            const run_move *m = move_of(l, e);
            if (!counts(l, at, e))
                continue;
            h->reads |= m->edge != SILENT && intern_get(&x->edges, m->edge)[EDGE_READS];
            h->marks |= m->edge != SILENT ? (uint32_t)intern_get(&x->edges, m->edge)[EDGE_MARKS] : 0;
            for (size_t n = m->part; n < m->part_end; n++)
                note_part(l, m, &x->parts.data[n]);
        }
    }
}

/* ---- The four conditions ---- */
static bool carries_all_marks(const looking *l)
{
    uint32_t count = l->k->runs->of->violating.mark_count, all = count ? UINT32_MAX >> (32 - count) : 0;
    return l->now.reads && (l->now.marks & all) == all;
}

static bool is_fair_to_processes(const looking *l)
{
    bool fair = true;
    for (uint32_t n = 0; n < l->processes; n++)
        fair &= l->now.moves[n] || l->now.idles[n];
    return fair;
}

static bool is_committed(const looking *l, uint32_t n, uint32_t letter)
{
    return l->now.flushes[n] || l->now.commits[n * l->letters + letter];
}

static bool move_may_last(const looking *l, const run_move *m)
{
    const runs *x = l->k->runs;
    for (size_t i = m->part; i < m->part_end; i++) {
        const part *p = &x->parts.data[i];
        uint32_t n = position_of(l, p->process);
        if (n == l->processes)
            continue;
        if (p->gone != NOTHING && !l->now.stores[n * l->letters + (uint32_t)p->gone])
            return false;
        for (size_t e = p->added; e < p->end; e++)
            if (!is_committed(l, n, (uint32_t)x->letters.data[e]))
                return false;
    }
    return true;
}

static bool place_may_last(const looking *l, uint32_t at)
{
    for (uint32_t n = 0; n < l->processes; n++) {
        uint32_t cut = (uint32_t)intern_get(&l->play->places, at)[1 + n];
        const number_list *known = run_play_known_letters(l->k, cut);
        for (size_t i = 0; i < known->count; i++)
            if (!is_committed(l, n, known->data[i]))
                return false;
    }
    return true;
}

/* Takes out what fails 3 or 4. The places that are left; all of them where nothing was taken out, and then *same is true. */
static number_list take_out(looking *l, const number_list *places, bool *same)
{
    number_list left = {0};
    *same = true;
    for (size_t i = 0; i < places->count; i++)
        for (size_t e = l->play->first.data[places->data[i]]; e < l->play->first.data[places->data[i] + 1]; e++)
            if (counts(l, places->data[i], e) && !move_may_last(l, move_of(l, e))) {
                l->gone[e] = true;
                *same = false;
            }
    for (size_t i = 0; i < places->count; i++) {
        if (place_may_last(l, places->data[i]))
            vec_push(&left, places->data[i]);
        else
            l->region[places->data[i]] = OUT;
    }
    *same &= left.count == places->count;
    return left;
}

/* ---- All parts ---- */
static void add_edges(looking *l, const number_list *places, bool *taken, intern *out)
{
    size_t count = intern_count(&l->k->runs->edges);
    memset(taken, 0, count);
    for (size_t i = 0; i < places->count; i++)
        for (size_t e = l->play->first.data[places->data[i]]; e < l->play->first.data[places->data[i] + 1]; e++)
            if (counts(l, places->data[i], e) && move_of(l, e)->edge != SILENT)
                taken[move_of(l, e)->edge] = true;
    for (size_t e = 0; e < count; e++)
        if (taken[e])
            vec_push(&l->k->row, (int32_t)e);
    proof_number_row(l->k, out);
}

static void look_at(looking *l, const number_list *places, bool *taken, intern *out)
{
    part_list parts = {0};
    split(l, places, &parts);
    for (size_t i = 0; i < parts.count; i++) {
        number_list *one = &parts.data[i], left = {0};
        bool same = false;
        note_habits(l, one);
        if (carries_all_marks(l) && is_fair_to_processes(l))
            left = take_out(l, one, &same);
        if (same)
            add_edges(l, one, taken, out);
        else if (left.count)
            hand_over(&l->open, &left);
        vec_release(&left);
        vec_release(one);
    }
    vec_release(&parts);
}

/* The places of states that edges of E lead from: in all others nothing is read. */
static void begin(looking *l, const bool *in_e, arena *memory)
{
    const runs *x = l->k->runs;
    bool *touched = ARENA_ARRAY(memory, bool, intern_count(&x->states) + 1);
    number_list all = {0};
    for (uint32_t e = 0; e < intern_count(&x->edges); e++)
        if (in_e[e])
            touched[intern_get(&x->edges, e)[EDGE_FROM]] = true;
    for (uint32_t i = 0; i + 1 < l->play->first.count; i++) {
        if (!touched[intern_get(&l->play->places, i)[0]])
            continue;
        for (size_t e = l->play->first.data[i]; e < l->play->first.data[i + 1]; e++)
            l->gone[e] = move_of(l, e)->edge != SILENT && !in_e[move_of(l, e)->edge];
        l->region[i] = OUT + 1;
        vec_push(&all, i);
    }
    l->regions = OUT + 1;
    if (all.count)
        hand_over(&l->open, &all);
}

void run_play_find_fair(proof_check *k, const run_play *p, const bool *in_e, intern *out)
{
    arena *memory = arena_new();
    size_t places = p->first.count, moves = p->moves.count + 1;
    looking l = {.k = k, .play = p, .processes = (uint32_t)p->processes.count, .letters = (uint32_t)intern_count(&k->tables[LETTERS])};
    l.region = ARENA_ARRAY(memory, uint32_t, places);
    l.index = ARENA_ARRAY(memory, uint32_t, places);
    l.low = ARENA_ARRAY(memory, uint32_t, places);
    l.gone = ARENA_ARRAY(memory, bool, moves);
    bool **const flags[] = {&l.now.moves, &l.now.idles, &l.now.flushes, &l.now.stores, &l.now.commits};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        *flags[i] = ARENA_ARRAY(memory, bool, l.processes * (l.letters + 1) + 1);
    bool *taken = ARENA_ARRAY(memory, bool, intern_count(&k->runs->edges) + 1);
    begin(&l, in_e, memory);
    while (l.open.count) {
        number_list places_now = vec_pop(&l.open);
        look_at(&l, &places_now, taken, out);
        vec_release(&places_now);
    }
    vec_release(&l.open);
    vec_release(&l.stack);
    vec_release(&l.path);
    arena_free(memory);
}
