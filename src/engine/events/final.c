/* final.c: final states among those that a state stands for.
 *
 * They are a product too: of the keys of each process that have ended, with the empty word. Keys that nobody asking could tell apart count once. */
#include <stdlib.h>

#include "base/limits.h"
#include "base/memory.h"
#include "engine/events/final.h"
#include "engine/events/subset.h"

enum { MAX_COMBINATIONS = 1 << 22 };

/* A key with which a process may be in a final state. */
typedef struct ended_key {
    key_ref key;
    uint32_t seen;  /* what is observed of the process with this key: a row of judge.observed */
    bool may_meet;  /* the process waits at a valid end, perhaps for a rendezvous */
} ended_key;

typedef VEC(ended_key) ended_vec;

typedef struct product {
    judge *judge;
    const event_state *state;
    const observation *observed;
    uint32_t count;
    ended_vec *ended;   /* of each process */
    size_t *choice;     /* of each process: an index into `ended` */
    uint32_t *first;    /* of each observation: its index in the row that its process has in judge.observed */
    bool any_may_meet;
    VEC(int32_t) row;   /* scratch */
} product;

/* ---- The factors ---- */
/* What is observed of the process when it has this key. */
static uint32_t seen_of(product *p, process_ref process, key_ref key)
{
    judge *j = p->judge;
    const program *of = j->space->request->program;
    vec_clear(&p->row);
    for (uint32_t i = 0; i < p->count; i++)
        if (p->observed[i].is_local && p->observed[i].process == process.index)
            vec_push(&p->row, key_get(j->space, key, (int)(KEY_LOCALS + program_observed(of, &p->observed[i])->offset + p->observed[i].element)));
    return intern_row(&j->observed, p->row.data, p->row.count);
}

static const node *node_of(const judge *j, key_ref key)
{
    const process_type *t = &j->space->request->program->processes.data[key_get(j->space, key, KEY_TYPE)];
    return &t->nodes.data[key_get(j->space, key, KEY_NODE)];
}

static bool is_at_end(const judge *j, key_ref key)
{
    const node *n = node_of(j, key);
    return !key_is_held(j->space, key) && (n->is_end || n->is_final);
}

/* Most states can be told from a look: some process has no key at an end with the empty word. */
static bool may_be_final(const judge *j, const event_state *s)
{
    const moore_pool *pool = j->sets->pool;
    bool all = s->process_count >= j->space->request->program->start.count;
    for (uint32_t q = 0; q < s->process_count && all; q++) {
        size_t count = 0;
        const uint32_t *keys = s->sets[q].index == MOORE_EMPTY.index ? NULL : moore_label_keys(pool, moore_state_label(pool, s->sets[q], 0), &count);
        all = false;
        for (size_t i = 0; i < count && !all; i++)
            all = is_at_end(j, (key_ref){keys[i]});
    }
    return all;
}

static void add_key(product *p, process_ref process, key_ref key)
{
    judge *j = p->judge;
    const node *n = node_of(j, key);
    ended_key added = {.key = key};
    if (!is_at_end(j, key))
        return;
    if (!n->is_final) {
        if (moves_of(j->moves, key, j->space->no_view, p->state->global).count)
            return;
        added.may_meet = moves_may_meet(j->moves, key);
        p->any_may_meet |= added.may_meet;
    }
    added.seen = seen_of(p, process, key);
    for (size_t i = 0; i < p->ended[process.index].count; i++)
        if (p->ended[process.index].data[i].seen == added.seen && !added.may_meet && !p->ended[process.index].data[i].may_meet)
            return;
    vec_push(&p->ended[process.index], added);
}

/* Fills in `ended`. False when some process cannot have ended with its buffer empty. */
static bool find_factors(product *p)
{
    moore_pool *pool = p->judge->sets->pool;
    size_t combinations = 1;
    for (process_ref q = {0}; q.index < p->state->process_count; q.index++) {
        size_t count = 0;
        moore_label of_empty = moore_state_label(pool, p->state->sets[q.index], 0);
        moore_label_keys(pool, of_empty, &count);
        for (size_t i = 0; i < count; i++)
            add_key(p, q, (key_ref){moore_label_keys(pool, of_empty, &count)[i]});
        if (!p->ended[q.index].count)
            return false;
        combinations *= p->ended[q.index].count;
        if (combinations > MAX_COMBINATIONS) {
            p->judge->too_many = true;
            return false;
        }
    }
    return true;
}

static product product_of(judge *j, const event_state *s, const observation *observed, uint32_t count)
{
    product p = {.judge = j, .state = s, .observed = observed, .count = count};
    p.ended = memory_new((s->process_count + 1) * sizeof *p.ended);
    p.choice = memory_new((s->process_count + 1) * sizeof *p.choice);
    p.first = memory_new((count + 1) * sizeof *p.first);
    uint32_t *used = memory_new(PROGRAM_MAX_PROCESSES * sizeof *used);
    for (uint32_t i = 0; i < count; i++)
        if (observed[i].is_local)
            p.first[i] = used[observed[i].process]++;
    memory_free(used);
    return p;
}

static void release(product *p)
{
    for (uint32_t q = 0; q < p->state->process_count; q++)
        vec_release(&p->ended[q]);
    memory_free(p->ended);
    memory_free(p->choice);
    memory_free(p->first);
    vec_release(&p->row);
}

/* ---- Combinations ---- */
/* True when no two processes that wait can meet. */
static bool is_quiet(const product *p)
{
    for (uint32_t a = 0; a < p->state->process_count && p->any_may_meet; a++)
        for (uint32_t b = 0; b < a; b++) {
            const ended_key *x = &p->ended[a].data[p->choice[a]], *y = &p->ended[b].data[p->choice[b]];
            if (x->may_meet && y->may_meet && judge_can_meet(p->judge, x->key, y->key, p->state->global))
                return false;
        }
    return true;
}

/* The next choice; false after the last. */
static bool next(product *p)
{
    for (uint32_t q = 0; q < p->state->process_count; q++) {
        if (++p->choice[q] < p->ended[q].count)
            return true;
        p->choice[q] = 0;
    }
    return false;
}

static int32_t value_of(const product *p, uint32_t i)
{
    const observation *o = &p->observed[i];
    space *sp = p->judge->space;
    if (o->is_local)
        return intern_get(&p->judge->observed, p->ended[o->process].data[p->choice[o->process]].seen)[p->first[i]];
    return space_memory(sp, p->state->global, program_observed(sp->request->program, o)->offset + o->element);
}

/* ---- All final states ---- */
static int compare_seen(const void *a, const void *b)
{
    const ended_key *x = a, *y = b;
    return x->seen < y->seen ? -1 : x->seen > y->seen;
}

/* True when this search has added the same product before. Its factors are told by numbers that mean something in one judge only, while the finals outlive
 * the judge: so the judge has the table. */
static bool is_known(product *p, finals *f)
{
    if (p->any_may_meet)
        return false;
    vec_clear(&f->row);
    for (uint32_t i = 0; i < p->count; i++)
        if (!p->observed[i].is_local)
            vec_push(&f->row, value_of(p, i));
    for (uint32_t q = 0; q < p->state->process_count; q++) {
        qsort(p->ended[q].data, p->ended[q].count, sizeof *p->ended[q].data, compare_seen);
        vec_push(&f->row, (int32_t)p->ended[q].count);
        for (size_t i = 0; i < p->ended[q].count; i++)
            vec_push(&f->row, (int32_t)p->ended[q].data[i].seen);
    }
    size_t before = intern_count(&p->judge->products);
    return intern_row(&p->judge->products, f->row.data, f->row.count) < before;
}

void final_collect(judge *j, const event_state *s, finals *f)
{
    if (!may_be_final(j, s))
        return;
    product p = product_of(j, s, f->observed, f->count);
    if (find_factors(&p) && !is_known(&p, f))
        do {
            limits_poll();
            vec_clear(&f->row);
            for (uint32_t i = 0; i < p.count; i++)
                vec_push(&f->row, value_of(&p, i));
            if (is_quiet(&p))
                finals_add(f);
        } while (next(&p));
    release(&p);
}

/* ---- One final state ---- */
bool final_satisfies(judge *j, const event_state *s, const expr *condition, verdict_goal *goal)
{
    const final_question *asked = j->space->request->program->question;
    if (!may_be_final(j, s))
        return false;
    product p = product_of(j, s, asked->observed.data, (uint32_t)asked->observed.count);
    bool found = false;
    if (find_factors(&p))
        do {
            limits_poll();
            space_load_global(j->space, s->global);
            for (uint32_t q = 0; q < s->process_count; q++) {
                goal->key[q] = p.ended[q].data[p.choice[q]].key;
                goal->view[q] = j->space->no_view;
                space_load_process(j->space, goal->key[q], goal->view[q]);
            }
            found = is_quiet(&p) && successors_condition(&j->space->successors, condition);
        } while (!found && next(&p));
    goal->empty_words = true;
    release(&p);
    return found;
}
