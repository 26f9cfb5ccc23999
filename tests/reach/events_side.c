/* events_side.c: the states that the events engine finds, as items. Those of the explicit engine must be among them; others are
 * confirmed by a run that src/trace executes, or are a mismatch where the explicit engine has seen everything. An approximation may have more,
 * but no run to it. */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "sides.h"
#include "trace/complete.h"

enum { MAX_TUPLES = 20000, MAX_TUPLE_REPLAYS = 24, MAX_REPLAY_SECONDS = 1 };

typedef struct option {
    key_ref key;
    view_ref view;
} option;

typedef VEC(option) option_vec;

typedef struct collecting {
    comparison *c;
    explore *x;
    uint32_t number;       /* of the kept state under way */
    event_state state;
    option_vec *any, *empty, *stuck; /* by process: configurations at rest; with the empty word; of these, without a step */
    VEC(bool) seen;        /* by item */
    item_row row;
    uint64_t tuple_replays;
    bool all_tuples;       /* none was left out */
} collecting;

/* ---- Confirming what the explicit engine does not have ---- */
static bool is_same_row(const item_row *a, const int32_t *b, uint32_t count)
{
    return a->count == count && !memcmp(a->data, b, count * sizeof *b);
}

/* Executes the run and looks whether its last state is the item. */
static bool ends_in(comparison *c, const run *steps, item_kind kind, uint32_t process, uint32_t item)
{
    replay r;
    exempt left_out;
    arena *memory = arena_new();
    item_row row = {0};
    exempt_init(&left_out, c->program, memory);
    memcpy(left_out.elements, c->unbuffered, c->program->global_count * sizeof *c->unbuffered); /* what the engines have in memory at once */
    bool good = replay_init(&r, c->program, c->machine, &left_out) == STEP_DONE;
    for (size_t i = 0; i < steps->count && good; i++)
        good = replay_take(&r, &steps->data[i]) == STEP_DONE;
    if (good) {
        item_of_replay(&row, kind, &r, process);
        good = replay_is_open(&r) && is_same_row(&row, intern_get(&c->items, item), intern_length(&c->items, item));
        if (kind == ITEM_PAIR_EMPTY || kind == ITEM_TUPLE_EMPTY || kind == ITEM_DEADLOCK)
            good &= r.now.pending.count == 0;
        if (kind == ITEM_DEADLOCK)
            good &= replay_is_deadlock(&r);
    }
    vec_release(&row);
    replay_release(&r);
    arena_free(memory);
    return good;
}

static void confirm(collecting *g, item_kind kind, uint32_t process, const option *choice, uint32_t item)
{
    comparison *c = g->c;
    event_finding f = {.state = {g->number}, .goal = {.process = {NOBODY}, .empty_words = kind == ITEM_DEADLOCK}};
    violation v;
    for (uint32_t q = 0; q < g->state.process_count; q++) {
        f.goal.key[q] = kind == ITEM_PAIR && q != process ? KEY_ANY : choice[q].key;
        f.goal.view[q] = choice[q].view;
    }
    const char *what = c->complete ? "only events has, and its run replays" : NULL;
    if (!explore_witness(g->x, &f, &v)) {
        bool allowed = g->x->sets.widened || (g->x->witness_gave_up && !c->complete);
        what = allowed ? NULL : "only events has, and it gives no run to";
        c->extra += g->x->sets.widened && (c->complete || !g->x->witness_gave_up);
        c->unconfirmed += allowed && g->x->witness_gave_up && !c->complete;
    } else if (!ends_in(c, &v.steps, kind, process, item)) {
        what = "only events has, and its run does not lead to";
    }
    vec_release(&v.steps);
    c->replayed++;
    if (what)
        note_trouble(c, what, intern_get(&c->items, item), intern_length(&c->items, item));
}

/* The successors' row holds the global and the chosen configurations. */
static void add(collecting *g, item_kind kind, uint32_t process, const option *choice)
{
    comparison *c = g->c;
    successors *x = &g->x->space.successors;
    item_of_slots(&g->row, kind, c->program, x->shape, x->slots, process);
    uint32_t item = intern_row(&c->items, g->row.data, g->row.count);
    while (g->seen.count <= item)
        vec_push(&g->seen, false);
    while (c->confirmed.count <= item)
        vec_push(&c->confirmed, false);
    if (g->seen.data[item])
        return;
    g->seen.data[item] = true;
    if (item < c->explicit_items || c->confirmed.data[item])
        return;
    bool is_tuple = kind == ITEM_TUPLE || kind == ITEM_TUPLE_EMPTY, all = c->complete && !g->x->sets.widened;
    if (is_tuple && !all && g->tuple_replays++ >= MAX_TUPLE_REPLAYS)
        return;
    if (!all && c->replay_seconds > MAX_REPLAY_SECONDS) {
        c->left++;
        return;
    }
    c->confirmed.data[item] = true;
    double start = clock_seconds();
    confirm(g, kind, process, choice, item);
    c->replay_seconds += clock_seconds() - start;
}

/* ---- The configurations of a state ---- */
static void add_option(option_vec *to, key_ref key, view_ref view)
{
    for (size_t i = 0; i < to->count; i++)
        if (key_is(to->data[i].key, key))
            return;
    vec_push(to, ((option){key, view}));
}

static void find_options(collecting *g, uint32_t process)
{
    explore *x = g->x;
    moore_ref a = g->state.sets[process];
    vec_clear(&g->any[process]);
    vec_clear(&g->empty[process]);
    vec_clear(&g->stuck[process]);
    for (uint32_t q = 0; q < moore_state_count(x->sets.pool, a); q++) {
        moore_label at = moore_state_label(x->sets.pool, a, q);
        size_t count;
        const uint32_t *keys = moore_label_keys(x->sets.pool, at, &count);
        for (size_t i = 0; i < count; i++) {
            if (key_is_held(&x->space, (key_ref){keys[i]}))
                continue;
            add_option(&g->any[process], (key_ref){keys[i]}, label_view(x->sets.pool, at));
            if (q != 0)
                continue;
            add_option(&g->empty[process], (key_ref){keys[i]}, x->space.no_view);
            if (!moves_of(&x->moves, (key_ref){keys[i]}, x->space.no_view, g->state.global).count)
                add_option(&g->stuck[process], (key_ref){keys[i]}, x->space.no_view);
        }
    }
}

static void load(collecting *g, const option *choice)
{
    space_load_global(&g->x->space, g->state.global);
    for (uint32_t q = 0; q < g->state.process_count; q++)
        space_load_process(&g->x->space, choice[q].key, choice[q].view);
}

static void add_pairs(collecting *g, item_kind kind, const option_vec *options)
{
    option choice[PROGRAM_MAX_PROCESSES];
    for (uint32_t q = 0; q < g->state.process_count; q++) {
        if (!options[q].count)
            return;
        choice[q] = options[q].data[0];
    }
    for (uint32_t q = 0; q < g->state.process_count; q++) {
        for (size_t i = 0; i < options[q].count; i++) {
            choice[q] = options[q].data[i];
            load(g, choice);
            add(g, kind, q, choice);
        }
        choice[q] = options[q].data[0];
    }
}

static bool two_meet(collecting *g, const option *choice)
{
    explore *x = g->x;
    meeting_vec found = {0};
    for (uint32_t a = 0; a < g->state.process_count; a++)
        for (uint32_t b = 0; b < g->state.process_count; b++)
            if (a != b)
                moves_meet(&x->moves, &x->post.messages, choice[a].key, choice[a].view, choice[b].key, choice[b].view, g->state.global, &found);
    bool any = found.count > 0;
    vec_release(&found);
    return any;
}

static bool all_at_end(collecting *g, const option *choice)
{
    for (uint32_t q = 0; q < g->state.process_count; q++) {
        uint32_t type = (uint32_t)key_get(&g->x->space, choice[q].key, KEY_TYPE), at = (uint32_t)key_get(&g->x->space, choice[q].key, KEY_NODE);
        const node *n = &g->c->program->processes.data[type].nodes.data[at];
        if (!n->is_end && !n->is_final)
            return false;
    }
    return true;
}

/* All combinations of one option a process. */
static void add_combinations(collecting *g, item_kind kind, const option_vec *options)
{
    option choice[PROGRAM_MAX_PROCESSES];
    uint64_t combinations = 1;
    for (uint32_t q = 0; q < g->state.process_count && combinations <= MAX_TUPLES; q++)
        combinations *= options[q].count;
    if (combinations > MAX_TUPLES) {
        g->all_tuples = false;
        return;
    }
    for (uint64_t n = 0; n < combinations; n++) {
        uint64_t rest = n;
        for (uint32_t q = 0; q < g->state.process_count; q++) {
            choice[q] = options[q].data[rest % options[q].count];
            rest /= options[q].count;
        }
        if (kind == ITEM_DEADLOCK && (two_meet(g, choice) || all_at_end(g, choice)))
            continue;
        load(g, choice);
        add(g, kind, ITEM_ALL, choice);
    }
}

static void add_state(collecting *g)
{
    for (uint32_t q = 0; q < g->state.process_count; q++)
        find_options(g, q);
    add_pairs(g, ITEM_PAIR, g->any);
    add_pairs(g, ITEM_PAIR_EMPTY, g->empty);
    if (g->c->whole_states) {
        add_combinations(g, ITEM_TUPLE, g->any);
        add_combinations(g, ITEM_TUPLE_EMPTY, g->empty);
    }
    add_combinations(g, ITEM_DEADLOCK, g->stuck);
}

/* ---- Verdicts ---- */
/* False when the finding has no run, and need not have one: as in confirm(). */
static bool replay_finding(comparison *c, explore *x, const event_finding *f)
{
    arena *memory = arena_new();
    strbuf why = {0};
    violation v;
    bool has_run = explore_witness(x, f, &v), gave_up = !has_run && !x->sets.widened && x->witness_gave_up && !c->complete;
    c->unconfirmed += gave_up;
    if (!has_run && !x->sets.widened && !gave_up)
        strbuf_add(&why, "there is no run");
    else if (has_run)
        trace_complete(memory, c->program, c->machine, c->unbuffered, c->properties, f->goal.property, &v.steps, NO_LOOP, &why);
    if (why.length) {
        note_trouble(c, arena_printf(memory, "a violation of %s does not replay: %s", property_at(c->properties, f->goal.property)->name,
                                     strbuf_text(&why)), NULL, 0);
    }
    c->replayed++;
    vec_release(&v.steps);
    strbuf_release(&why);
    arena_free(memory);
    return has_run || !x->sets.widened;
}

static void compare_verdicts(comparison *c, explore *x, bool ended)
{
    VEC(bool) counts = {0};
    for (size_t i = 0; i < x->findings.count; i++)
        vec_push(&counts, replay_finding(c, x, &x->findings.data[i]));
    for (uint32_t i = 0; i < c->properties->items.count; i++) {
        bool found = false, claimed = false;
        for (size_t k = 0; k < x->findings.count; k++)
            if (x->findings.data[k].goal.property.index == i) {
                found = true;
                claimed |= counts.data[k];
            }
        const char *name = c->properties->items.data[i].name;
        arena *memory = arena_new();
        if (c->explicit_violated[i] && !found && ended)
            note_trouble(c, arena_printf(memory, "explicit has a violation of %s, events has none", name), NULL, 0);
        if (!c->explicit_violated[i] && claimed && c->complete)
            note_trouble(c, arena_printf(memory, "events has a violation of %s, explicit has none", name), NULL, 0);
        arena_free(memory);
    }
    vec_release(&counts);
}

/* ---- All ---- */
static void find_missing(collecting *g)
{
    comparison *c = g->c;
    for (uint32_t i = 0; i < c->explicit_items; i++) {
        const int32_t *row = intern_get(&c->items, i);
        bool is_tuple = row[0] == ITEM_TUPLE || row[0] == ITEM_TUPLE_EMPTY;
        if ((i >= g->seen.count || !g->seen.data[i]) && (!is_tuple || g->all_tuples))
            note_trouble(c, "events lacks", row, intern_length(&c->items, i));
    }
}

void events_compare(comparison *c, explore *x, bool ended)
{
    option_vec options[3 * PROGRAM_MAX_PROCESSES] = {0};
    collecting g = {.c = c, .x = x, .all_tuples = true, .any = options, .empty = options + PROGRAM_MAX_PROCESSES,
                    .stuck = options + 2 * PROGRAM_MAX_PROCESSES};
    for (uint32_t i = 0; i < x->kept.states.count; i++) {
        g.number = i;
        g.state = x->kept.states.data[i].state;
        if (x->kept.states.data[i].alive && process_is(g.state.holder, NO_HOLDER))
            add_state(&g);
    }
    if (ended) {
        find_missing(&g);
        if (c->whole_states)
            words_compare(c, x);
    }
    compare_verdicts(c, x, ended);
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        vec_release(&options[i]);
    vec_release(&g.seen);
    vec_release(&g.row);
}
