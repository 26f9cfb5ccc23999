/* accelerate.c: exact acceleration.
 *
 * Let the events T lead from an ancestor S to S' with the same global, and let every process that has events in T have at least the
 * configurations in S' that it had in S. Then T can be repeated for ever, and a process that has none meanwhile sees the same globals go
 * round. What it can do is a closure over keys paired with a phase, the place in T; only keys at rest pass from phase to phase. A process that has
 * steps on ghosts or channels in T, or commits, takes part in the same way: its step, or the loss of a letter, is its passage. Stores made on
 * the way are not committed within the same closure, so not all is found, but all that is found is reachable. */
#include "engine/events/accelerate.h"

#include "base/bug.h"
#include "engine/events/subset.h"

enum { MAX_PHASES = 200, MAX_ANCESTORS = 6, MAX_WORK = 1 << 16 };

/* ---- One process ---- */
typedef struct rounding {
    sets *s;
    moore_ref from;
    uint32_t process, type;
    const phase_vec *loop;
    VEC(uint32_t) scenes; /* of each phase */
} rounding;

/* Keys and old states carry their phase: number * MAX_PHASES + phase. The lowest bit of an old state's number says that it has moved since the
 * start, by passing to another phase or by a commit: then only keys at rest count. */
enum { MOVED = 1 };

static uint32_t with_phase(uint32_t number, uint32_t at_phase)
{
    CHECK(number < UINT32_MAX / MAX_PHASES);
    return number * MAX_PHASES + at_phase;
}

static uint32_t next_phase(const rounding *r, uint32_t at_phase)
{
    return at_phase + 1 == r->loop->count ? 0 : at_phase + 1;
}

/* The process's own step from one phase to the next. */
static bool is_passage(const rounding *r, const move *v, const phase *p)
{
    return !v->ends && !v->syncs && !v->flushes && v->created == UINT32_MAX && !move_is_quiet(r->s->moves, v, p->global) &&
           move_global(r->s->moves, v, p->global) == p->next_global;
}

/* Where a move leads: to the same phase, to the next, or nowhere (UINT32_MAX). */
static uint32_t phase_after(const rounding *r, const move *v, uint32_t at_phase)
{
    const phase *p = &r->loop->data[at_phase];
    if (p->held)
        return UINT32_MAX;
    if (move_is_quiet(r->s->moves, v, p->global))
        return at_phase;
    return p->own && p->event.kind == EVENT_STEP && is_passage(r, v, p) ? next_phase(r, at_phase) : UINT32_MAX;
}

typedef void move_visitor(const rounding *r, uint32_t phase_then, const move *v, void *data);

static void each_move(const rounding *r, const subset *x, uint32_t tagged, move_visitor *visit, void *data)
{
    uint32_t key = tagged / MAX_PHASES, at_phase = tagged % MAX_PHASES;
    move_list list = moves_of(r->s->moves, key, x->view, r->scenes.data[at_phase], r->loop->data[at_phase].global);
    for (uint32_t k = 0; k < list.count; k++) {
        move v = r->s->moves->all.data[list.first + k];
        uint32_t then = phase_after(r, &v, at_phase);
        if (then != UINT32_MAX)
            visit(r, then, &v, data);
    }
}

static void add_silent(const rounding *r, uint32_t then, const move *v, void *data)
{
    (void)r;
    if (!v->letter_count)
        number_add(&((subset *)data)->keys, with_phase(v->key, then));
}

/* Old words lose stores: by the process's own commits in the loop, which lead to the next phase, and by commits that change nothing in this one. */
static void commit_old(const rounding *r, subset *x, uint32_t state, uint32_t at_phase)
{
    const phase *p = &r->loop->data[at_phase];
    size_t count;
    const moore_edge *edges = moore_state_edges(r->s->pool, r->from, state, &count);
    for (size_t i = 0; i < count && !p->held; i++) {
        const int32_t *row = intern_get(&r->s->space->letters, edges[i].letter);
        if (!sets_may_leave(r->s, r->type, edges[i].letter, x->view))
            continue;
        if (space_memory(r->s->space, p->global, (uint32_t)row[LETTER_ELEMENT]) == row[LETTER_VALUE])
            number_add(&x->states, with_phase(edges[i].target << 1 | MOVED, at_phase));
        if (p->own && p->event.kind == EVENT_COMMIT && p->event.letter == edges[i].letter)
            number_add(&x->states, with_phase(edges[i].target << 1 | MOVED, next_phase(r, at_phase)));
    }
}

static void add_old_keys(const rounding *r, subset *x, uint32_t number, uint32_t at_phase)
{
    size_t count;
    const uint32_t *keys = moore_label_keys(r->s->pool, moore_state_label(r->s->pool, r->from, number >> 1), &count);
    for (size_t k = 0; k < count; k++)
        if (!(number & MOVED) || !key_is_held(r->s->space, keys[k]))
            number_add(&x->keys, with_phase(keys[k], at_phase));
}

/* Everything that is silent: passing on from phase to phase, commits of old words, the keys that they lead to, silent moves. */
static void close_rounding(const rounding *r, subset *x)
{
    space *sp = r->s->space;
    for (size_t i = 0; i < x->states.count; i++) {
        uint32_t number = x->states.data[i] / MAX_PHASES, at_phase = x->states.data[i] % MAX_PHASES;
        add_old_keys(r, x, number, at_phase);
        if (!r->loop->data[at_phase].own)
            number_add(&x->states, with_phase(number | MOVED, next_phase(r, at_phase)));
        commit_old(r, x, number >> 1, at_phase);
    }
    for (size_t i = 0; i < x->keys.count; i++) {
        uint32_t key = x->keys.data[i] / MAX_PHASES, at_phase = x->keys.data[i] % MAX_PHASES;
        if (!key_is_held(sp, key) && !r->loop->data[at_phase].own)
            number_add(&x->keys, with_phase(key, next_phase(r, at_phase)));
        each_move(r, x, x->keys.data[i], add_silent, x);
    }
}

static void add_letter(const rounding *r, uint32_t then, const move *v, void *data)
{
    (void)then;
    if (v->letter_count)
        number_add(data, r->s->moves->letters.data[v->first_letter]);
}

typedef struct storing {
    uint32_t letter;
    subset *out;
} storing;

static void add_stored(const rounding *r, uint32_t then, const move *v, void *data)
{
    storing *g = data;
    if (v->letter_count == 1 && r->s->moves->letters.data[v->first_letter] == g->letter)
        number_add(&g->out->keys, with_phase(v->key, then));
}

static void after_letter(const rounding *r, const subset *x, uint32_t letter, subset *out)
{
    storing g = {letter, out};
    out->view = space_view_with(r->s->space, r->type, x->view, letter);
    vec_clear(&out->states);
    vec_clear(&out->keys);
    for (size_t i = 0; i < x->states.count; i++) {
        uint32_t number = x->states.data[i] / MAX_PHASES, next = moore_next(r->s->pool, r->from, number >> 1, letter);
        if (next != UINT32_MAX)
            number_add(&out->states, with_phase(next << 1 | (number & MOVED), x->states.data[i] % MAX_PHASES));
    }
    for (size_t i = 0; i < x->keys.count; i++)
        each_move(r, x, x->keys.data[i], add_stored, &g);
    close_rounding(r, out);
}

static moore_label first_phase_label(const rounding *r, const subset *x)
{
    number_vec keys = {0};
    for (size_t i = 0; i < x->keys.count; i++)
        if (x->keys.data[i] % MAX_PHASES == 0)
            vec_push(&keys, x->keys.data[i] / MAX_PHASES);
    moore_label made = moore_label_of(r->s->pool, x->view, keys.data, keys.count);
    vec_release(&keys);
    return made;
}

moore_ref accelerate_set(sets *s, moore_ref from, uint32_t process, const phase_vec *loop)
{
    rounding r = {.s = s, .from = from, .process = process, .type = sets_type(s, from), .loop = loop};
    subset_builder *b = s->builder;
    subset x = {.view = s->space->no_view}, next = {0};
    number_vec letters = {0};
    for (size_t i = 0; i < loop->count; i++)
        vec_push(&r.scenes, space_scene(s->space, loop->data[i].global, process));
    subset_builder_clear(b);
    vec_push(&x.states, 0u);
    close_rounding(&r, &x);
    subset_number(b, &x);
    for (uint32_t i = 0; i < intern_count(&b->known) && b->known.values.count <= MAX_WORK; i++) {
        subset_get(b, i, &x);
        moore_draft_state(&b->draft, first_phase_label(&r, &x));
        vec_clear(&letters);
        for (size_t k = 0; k < x.states.count; k++) {
            size_t count;
            const moore_edge *edges = moore_state_edges(s->pool, from, x.states.data[k] / MAX_PHASES >> 1, &count);
            for (size_t n = 0; n < count; n++)
                number_add(&letters, edges[n].letter);
        }
        for (size_t k = 0; k < x.keys.count; k++)
            each_move(&r, &x, x.keys.data[k], add_letter, &letters);
        for (size_t k = 0; k < letters.count; k++) {
            after_letter(&r, &x, letters.data[k], &next);
            moore_draft_edge_add(&b->draft, i, letters.data[k], subset_number(b, &next));
        }
    }
    bool fits = b->known.values.count <= MAX_WORK;
    moore_ref result = fits ? moore_build(s->pool, &b->draft) : from;
    subset_release(&x);
    subset_release(&next);
    vec_release(&letters);
    vec_release(&r.scenes);
    return sets_close(s, result, loop->data[0].global, process, false);
}

/* ---- The loop ---- */
typedef enum part_in_loop { PART_NONE, PART_OWN, PART_OTHER } part_in_loop; /* no event; steps and commits; what cannot be gone round */

typedef struct loop_events {
    VEC(uint32_t) states; /* kept states after the ancestor, up to and including the parent */
} loop_events;

static part_in_loop part_of(const event *e, uint32_t process)
{
    if (e->kind == EVENT_SYNC || e->kind == EVENT_END || e->kind == EVENT_START || e->created != UINT32_MAX)
        return PART_OTHER;
    if (e->process != process && !(e->kind == EVENT_MEETING && e->partner == process))
        return PART_NONE;
    return e->kind == EVENT_STEP || e->kind == EVENT_COMMIT ? PART_OWN : PART_OTHER;
}

/* The strongest part that the process takes in the loop, loops used for acceleration on the way included. */
static part_in_loop part_in(const antichain *kept, const loop_events *l, const event *last, uint32_t process)
{
    part_in_loop most = part_of(last, process);
    for (size_t i = 0; i < l->states.count; i++) {
        const kept_state *k = &kept->states.data[l->states.data[i]];
        part_in_loop here = part_of(&k->event, process);
        if (k->loop_start != UINT32_MAX) /* a loop within: it may only be watched */
            for (uint32_t n = l->states.data[i]; n != k->loop_start; n = kept->states.data[n].parent)
                if (part_of(&kept->states.data[n].event, process) != PART_NONE)
                    here = PART_OTHER;
        if (here > most)
            most = here;
    }
    return most;
}

static void add_phase(phase_vec *out, const event_state *s, const event *next, uint32_t next_global, uint32_t process)
{
    vec_push(out, ((phase){.global = s->global, .held = s->holder != NO_HOLDER, .own = next->process == process, .event = *next, .next_global = next_global}));
}

static void make_phases(const antichain *kept, const loop_events *l, uint32_t ancestor, const event *last, uint32_t process, phase_vec *out)
{
    vec_clear(out);
    uint32_t at_state = ancestor;
    for (size_t i = 0; i < l->states.count; i++) {
        const kept_state *next = &kept->states.data[l->states.data[i]];
        add_phase(out, &kept->states.data[at_state].state, &next->event, next->state.global, process);
        at_state = l->states.data[i];
    }
    add_phase(out, &kept->states.data[at_state].state, last, kept->states.data[ancestor].state.global, process);
}

/* Tries one ancestor. All but one process must have what they had before, so that they can go round again; the one that need not is the one
 * whose rounds are counted. */
static bool try_loop(const antichain *kept, sets *s, event_state *state, const loop_events *l, uint32_t ancestor, const event *e)
{
    const event_state *before = &kept->states.data[ancestor].state;
    uint32_t loser = UINT32_MAX;
    bool gained = false;
    phase_vec loop = {0};
    for (uint32_t q = 0; q < state->process_count; q++) {
        bool grown = moore_includes(s->pool, state->sets[q], before->sets[q]);
        if (!grown && (loser != UINT32_MAX || part_in(kept, l, e, q) == PART_OTHER))
            return false;
        if (!grown)
            loser = q;
    }
    for (uint32_t q = 0; q < state->process_count && l->states.count + 1 < MAX_PHASES; q++) {
        part_in_loop part = part_in(kept, l, e, q);
        if (part == PART_OTHER || (loser != UINT32_MAX && loser != q) || state->sets[q].index == before->sets[q].index)
            continue;
        make_phases(kept, l, ancestor, e, q, &loop);
        moore_ref more = accelerate_set(s, state->sets[q], q, &loop);
        if (more.index != state->sets[q].index && moore_includes(s->pool, more, state->sets[q])) {
            state->sets[q] = more;
            gained = true;
        }
    }
    vec_release(&loop);
    return gained;
}

bool accelerate_state(const antichain *kept, sets *s, event_state *state, uint32_t parent, const event *e, uint32_t *ancestor)
{
    loop_events l = {0};
    bool gained = false;
    uint32_t tried = 0;
    if (state->holder != NO_HOLDER)
        return false;
    VEC(uint32_t) upwards = {0};
    for (uint32_t n = parent; n != UINT32_MAX && tried < MAX_ANCESTORS && !gained && upwards.count < MAX_PHASES; n = kept->states.data[n].parent) {
        const kept_state *k = &kept->states.data[n];
        if (k->state.global == state->global && k->state.holder == NO_HOLDER) {
            tried++;
            vec_clear(&l.states);
            for (size_t i = upwards.count; i-- > 0;)
                vec_push(&l.states, upwards.data[i]);
            gained = try_loop(kept, s, state, &l, n, e);
            *ancestor = n;
        }
        vec_push(&upwards, n);
    }
    vec_release(&upwards);
    vec_release(&l.states);
    return gained;
}
