/* shorten.c: leaves out what lies between two equal states of a lasso, pieces of it, and pieces of what one process does; then looks for a shorter way to its loop. */
#include "trace/shorten.h"

#include "base/hash.h"
#include "base/limits.h"
#include "trace/replay.h"
#include "trace/way.h"

enum { MOST_STATES = 4000 }; /* that a shorter way is looked for in, in a small program */
enum { MOST_STEPS = 4000, MOST_WORK = 200000 }; /* of a run that is tried at all; executed in all attempts together, in a small program */

typedef struct shortening {
    const program *program;
    machine machine;
    const temporal *property;
    run *steps;       /* the shortest so far */
    uint32_t loop;
    run candidate;
    uint32_t candidate_loop;
    intern loop_states;   /* while a shorter way is looked for */
    VEC(uint64_t) states; /* fingerprints: before each step of the shortest run, and after the last */
    size_t work;
    size_t cost;      /* of a step: it grows with the processes and with the state, which is copied for each */
} shortening;

static bool is_over(const shortening *s)
{
    return s->work >= MOST_WORK || limits_noticed();
}

/* ---- Candidates ---- */

static void begin(shortening *s)
{
    vec_clear(&s->candidate);
}

static void append(shortening *s, size_t first, size_t end)
{
    for (size_t i = first; i < end; i++)
        vec_push(&s->candidate, s->steps->data[i]);
}

static void find_states(shortening *s)
{
    replay r;
    replay_essence at = {0};
    replay_result last = replay_init(&r, s->program, s->machine, NULL);
    vec_clear(&s->states);
    for (size_t i = 0; i <= s->steps->count && last == STEP_DONE; i++) {
        replay_get_essence(&r, &r.now, &at);
        vec_push(&s->states, hash_bytes(at.data, at.count * sizeof *at.data));
        last = i < s->steps->count ? replay_take(&r, &s->steps->data[i]) : last;
    }
    s->cost = 1 + r.now.processes.count * at.count / 64;
    s->work += s->steps->count * s->cost;
    vec_release(&at);
    replay_release(&r);
}

/* The candidate becomes the shortest, if it is a shorter one and as good. */
static bool accept(shortening *s)
{
    strbuf why = {0};
    if (s->candidate.count >= s->steps->count || is_over(s))
        return false;
    s->work += (s->candidate.count + 1) * s->cost;
    bool good = lasso_check(s->program, s->machine, s->property, &s->candidate, s->candidate_loop, NULL, &why);
    strbuf_release(&why);
    if (!good)
        return false;
    run old = *s->steps;
    *s->steps = s->candidate;
    s->candidate = old;
    s->loop = s->candidate_loop;
    find_states(s);
    return true;
}

/* ---- A shorter way to the loop ---- */

/* The loop is entered before the step of that number, counted from its first. */
static bool try_way(void *data, const run *way, uint32_t target)
{
    shortening *s = data;
    begin(s);
    for (size_t i = 0; i < way->count; i++)
        vec_push(&s->candidate, way->data[i]);
    s->candidate_loop = (uint32_t)way->count;
    append(s, s->loop + target, s->steps->count);
    append(s, s->loop, s->loop + target);
    return accept(s) || is_over(s);
}

/* The first state of the loop, or the one that stays, has number 0. Nothing is looked for where a state occurs twice in the loop: numbers would be of no use. */
static void find_way(shortening *s)
{
    replay r;
    replay_essence at = {0};
    replay_result last = replay_init(&r, s->program, s->machine, NULL);
    bool once = true;
    for (size_t i = 0; i <= s->steps->count && last == STEP_DONE && once; i++) {
        if (i >= s->loop && (i < s->steps->count || i == s->loop)) {
            size_t known = intern_count(&s->loop_states);
            replay_get_essence(&r, &r.now, &at);
            once = intern_row(&s->loop_states, at.data, at.count) == known;
        }
        last = i < s->steps->count ? replay_take(&r, &s->steps->data[i]) : last;
    }
    if (once && last == STEP_DONE)
        way_search(s->program, s->machine, &s->loop_states, s->loop, 10 + MOST_STATES / (uint32_t)s->cost, try_way, s);
    intern_release(&s->loop_states);
    s->loop_states = (intern){0};
    vec_release(&at);
    replay_release(&r);
}

/* ---- Between equal states ---- */

/* The run is in the same state before steps i and j: what lies between them may be left out, or be the loop. */
static bool try_between(shortening *s, uint32_t i, uint32_t j)
{
    uint32_t count = (uint32_t)s->steps->count;
    begin(s);
    append(s, 0, i);
    if (i < s->loop && j > s->loop) { /* the loop is entered sooner, in its middle */
        append(s, j, count);
        append(s, s->loop, j);
        s->candidate_loop = i;
        return accept(s);
    }
    append(s, j, count);
    s->candidate_loop = j <= s->loop ? s->loop - (j - i) : s->loop;
    if (accept(s))
        return true;
    begin(s);
    append(s, 0, j);
    s->candidate_loop = i;
    return i >= s->loop && accept(s);
}

static bool cut_between(shortening *s)
{
    bool stays = s->loop >= s->steps->count;
    for (uint32_t i = 0; i < s->steps->count && !is_over(s); i++)
        for (uint32_t j = (uint32_t)s->states.count; j-- > i + 1;)
            if (s->states.data[i] == s->states.data[j] && (stays || i != s->loop || j != s->steps->count) && try_between(s, i, j))
                return true;
    return false;
}

/* ---- Pieces ---- */

/* Leaves out `size` of the steps from `first` on, those of others aside where `process` is not negative. */
static bool try_without(shortening *s, uint32_t first, uint32_t size, int64_t process)
{
    uint32_t left = size, before_loop = 0;
    bool has_loop = s->loop != NO_LOOP;
    begin(s);
    for (uint32_t i = 0; i < s->steps->count; i++) {
        const step *taken = &s->steps->data[i];
        bool drops = i >= first && left && (process < 0 || taken->process == process);
        left -= drops;
        if (drops && has_loop && i < s->loop)
            before_loop++;
        if (!drops)
            vec_push(&s->candidate, *taken);
    }
    s->candidate_loop = has_loop ? s->loop - before_loop : NO_LOOP;
    return accept(s);
}

static bool drop_pieces(shortening *s, int64_t process)
{
    bool any = false;
    for (uint32_t size = (uint32_t)s->steps->count / 2; size && !is_over(s); size /= 2)
        for (uint32_t first = 0; first < s->steps->count && !is_over(s);)
            if (try_without(s, first, size, process))
                any = true;
            else
                first += process < 0 && size > 2 ? size / 2 : 1;
    return any;
}

static bool drop_of_processes(shortening *s)
{
    bool any = false;
    uint32_t most = 0;
    for (size_t i = 0; i < s->steps->count; i++)
        most = s->steps->data[i].process > most ? s->steps->data[i].process : most;
    for (uint32_t p = 0; p <= most && !is_over(s); p++)
        any |= drop_pieces(s, p);
    return any;
}

static void leave_out(shortening *s)
{
    do
        while (cut_between(s)) {}
    while (drop_pieces(s, -1) || drop_of_processes(s));
}

void lasso_shorten(const program *p, machine on, const temporal *of, run *steps, uint32_t *loop)
{
    shortening s = {.program = p, .machine = on, .property = of, .steps = steps, .loop = *loop};
    if (steps->count > MOST_STEPS)
        return;
    find_states(&s);
    size_t before;
    do {
        before = steps->count;
        leave_out(&s);
        if (s.loop != NO_LOOP)
            find_way(&s);
    } while (steps->count < before);
    *loop = s.loop;
    vec_release(&s.candidate);
    vec_release(&s.states);
}
