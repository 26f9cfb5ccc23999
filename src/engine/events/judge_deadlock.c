/* judge_deadlock.c: may all processes be stuck at once, and not all where they may end?
 *
 * One stuck key is chosen for each process, such that no two can meet in a rendezvous. A key that can meet no stuck key of another process is *free*: a
 * process that has one needs no search. The others fall into groups between which nothing can meet, and each group is searched alone, so that no choice is
 * multiplied with another that has nothing to do with it. */
#include "base/limits.h"
#include "engine/events/judge.h"

enum { NO_KEY = UINT32_MAX }; /* of the keys in stuck_search.keys */

typedef struct stuck_key {
    key_ref key;
    process_ref process;
    uint32_t first_meet, meet_count; /* in meets */
    uint32_t barred;                 /* number of the choices made so far that can meet this key */
    bool is_end, may_meet;
} stuck_key;

typedef struct stuck_search {
    judge *judge;
    const event_state *state;
    VEC(stuck_key) keys;        /* process by process */
    VEC(uint32_t) meets;        /* keys that a key can meet */
    uint32_t first[PROGRAM_MAX_PROCESSES + 1];
    uint32_t chosen[PROGRAM_MAX_PROCESSES]; /* a key of each process; NO_KEY: not chosen yet */
    process_ref group[PROGRAM_MAX_PROCESSES]; /* of each process: the lowest process of its group */
} stuck_search;

/* ---- The keys ---- */
static void add_key(stuck_search *k, process_ref process, key_ref key)
{
    space *sp = k->judge->space;
    if (key_is_held(sp, key))
        return;
    move_list list = moves_of(k->judge->moves, key, sp->no_view, k->state->global);
    const process_type *t = &sp->request->program->processes.data[key_get(sp, key, KEY_TYPE)];
    const node *n = &t->nodes.data[key_get(sp, key, KEY_NODE)];
    if (!list.count)
        vec_push(&k->keys, ((stuck_key){.key = key, .process = process, .is_end = n->is_end || n->is_final, .may_meet = moves_may_meet(k->judge->moves, key)}));
}

/* False when some process cannot be stuck, or no process can be stuck where it may not end. */
static bool find_keys(stuck_search *k)
{
    moore_pool *pool = k->judge->sets->pool;
    bool may_be_bad = false;
    for (process_ref q = {0}; q.index < k->state->process_count; q.index++) {
        k->first[q.index] = (uint32_t)k->keys.count;
        moore_label at = moore_state_label(pool, k->state->sets[q.index], 0); /* of the empty word */
        size_t count;
        moore_label_keys(pool, at, &count);
        for (size_t i = 0; i < count && view_is(label_view(pool, at), k->judge->space->no_view); i++)
            add_key(k, q, (key_ref){moore_label_keys(pool, at, &count)[i]});
        if (k->keys.count == k->first[q.index])
            return false;
    }
    k->first[k->state->process_count] = (uint32_t)k->keys.count;
    for (size_t i = 0; i < k->keys.count; i++)
        may_be_bad |= !k->keys.data[i].is_end;
    return may_be_bad;
}

static process_ref group_of(stuck_search *k, process_ref process)
{
    while (!process_is(k->group[process.index], process))
        process = k->group[process.index];
    return process;
}

static void join(stuck_search *k, process_ref a, process_ref b)
{
    a = group_of(k, a);
    b = group_of(k, b);
    k->group[a.index > b.index ? a.index : b.index] = a.index > b.index ? b : a;
}

static void find_meets(stuck_search *k)
{
    for (process_ref q = {0}; q.index < k->state->process_count; q.index++)
        k->group[q.index] = q;
    for (uint32_t a = 0; a < k->keys.count; a++) {
        stuck_key *x = &k->keys.data[a];
        x->first_meet = (uint32_t)k->meets.count;
        for (uint32_t b = 0; b < k->keys.count && x->may_meet; b++) {
            const stuck_key *y = &k->keys.data[b];
            limits_poll();
            if (!y->may_meet || process_is(x->process, y->process) || !judge_can_meet(k->judge, x->key, y->key, k->state->global))
                continue;
            vec_push(&k->meets, b);
            join(k, x->process, y->process);
        }
        x->meet_count = (uint32_t)k->meets.count - x->first_meet;
    }
}

/* ---- Choices ---- */
static void choose(stuck_search *k, uint32_t number)
{
    const stuck_key *x = &k->keys.data[number];
    k->chosen[x->process.index] = number;
    for (uint32_t i = 0; i < x->meet_count; i++)
        k->keys.data[k->meets.data[x->first_meet + i]].barred++;
}

static void take_back(stuck_search *k, uint32_t number)
{
    const stuck_key *x = &k->keys.data[number];
    k->chosen[x->process.index] = NO_KEY;
    for (uint32_t i = 0; i < x->meet_count; i++)
        k->keys.data[k->meets.data[x->first_meet + i]].barred--;
}

/* The process of the group without a choice that has the fewest left; NOBODY: all have chosen. */
static process_ref next_process(const stuck_search *k, process_ref group)
{
    process_ref best = {NOBODY};
    uint32_t fewest = UINT32_MAX;
    for (process_ref q = group; q.index < k->state->process_count; q.index++) {
        uint32_t left = 0;
        if (!process_is(k->group[q.index], group) || k->chosen[q.index] != NO_KEY)
            continue;
        for (uint32_t i = k->first[q.index]; i < k->first[q.index + 1]; i++)
            left += !k->keys.data[i].barred;
        if (left < fewest)
            best = q;
        fewest = left < fewest ? left : fewest;
    }
    return best;
}

/* The rest of the group chooses so that no two meet. */
static bool complete_group(stuck_search *k, process_ref group)
{
    limits_poll();
    process_ref q = next_process(k, group);
    if (q.index == NOBODY)
        return true;
    for (uint32_t i = k->first[q.index]; i < k->first[q.index + 1]; i++) {
        if (k->keys.data[i].barred)
            continue;
        choose(k, i);
        if (complete_group(k, group))
            return true;
        take_back(k, i);
    }
    return false;
}

/* A free key of the process, if possible one where it may not end; NO_KEY: it has no free key. */
static uint32_t free_key(const stuck_search *k, process_ref process)
{
    uint32_t found = NO_KEY;
    for (uint32_t i = k->first[process.index]; i < k->first[process.index + 1]; i++)
        if (!k->keys.data[i].meet_count && (found == NO_KEY || (k->keys.data[found].is_end && !k->keys.data[i].is_end)))
            found = i;
    return found;
}

/* Chooses a key for each process; `bad`, if not NO_KEY, is the key chosen for its process. */
static bool complete(stuck_search *k, uint32_t bad)
{
    uint32_t count = k->state->process_count;
    bool possible = true;
    for (size_t i = 0; i < k->keys.count; i++)
        k->keys.data[i].barred = 0;
    for (process_ref q = {0}; q.index < count; q.index++)
        k->chosen[q.index] = free_key(k, q);
    if (bad != NO_KEY)
        choose(k, bad);
    for (process_ref q = {0}; q.index < count && possible; q.index++)
        possible = !process_is(k->group[q.index], q) || complete_group(k, q);
    return possible;
}

static bool search(stuck_search *k)
{
    bool is_bad = false;
    for (process_ref q = {0}; q.index < k->state->process_count; q.index++) {
        uint32_t i = free_key(k, q);
        is_bad |= i != NO_KEY && !k->keys.data[i].is_end;
    }
    if (is_bad)
        return complete(k, NO_KEY);
    for (uint32_t i = 0; i < k->keys.count; i++)
        if (!k->keys.data[i].is_end && complete(k, i))
            return true;
    return false;
}

bool judge_is_deadlock(judge *j, const event_state *s, verdict_goal *goal)
{
    for (uint32_t q = 0; q < s->process_count; q++)
        if (!locals_look(j->post, s->sets[q], s->global).may_be_stuck)
            return false;
    stuck_search k = {.judge = j, .state = s};
    bool found = find_keys(&k);
    if (found) {
        find_meets(&k);
        for (process_ref q = {0}; q.index < s->process_count; q.index++)
            k.group[q.index] = group_of(&k, q);
        found = search(&k);
    }
    for (uint32_t q = 0; q < s->process_count && found; q++) {
        goal->key[q] = k.keys.data[k.chosen[q]].key;
        goal->view[q] = j->space->no_view;
    }
    vec_release(&k.keys);
    vec_release(&k.meets);
    return found;
}
