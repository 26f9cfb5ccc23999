/* lasso.c: executes a run that never ends, and looks at its loop. */
#include "trace/lasso.h"

#include "base/bug.h"
#include "trace/replay.h"

enum { NO_LETTER = UINT32_MAX };

typedef struct lasso {
    replay r;
    const temporal *property;
    const run *steps;
    uint32_t loop;
    VEC(uint64_t) letters;    /* of the states that the automaton reads */
    uint32_t loop_letter;     /* the first one inside the loop; NO_LETTER: none yet */
    replay_essence at_loop;   /* the state to which the loop returns */
    bool is_open_somewhere;   /* in some state of the loop nobody is inside an atomic block */
    VEC(bool) idle;           /* by process at the start of the loop: it has taken no step in it, and could always take one */
    VEC(replay_pending) late; /* those pending at the start of the loop that are so still, the oldest of each process and location */
    bool commits;             /* some store is committed in the loop, or in some of its states none is pending */
    lasso_facts *facts;       /* NULL: nobody wants to know */
    strbuf *why;
} lasso;

/* ---- Fairness ---- */

static bool asks_processes(fairness kind)
{
    return kind == FAIRNESS_ALL || kind == FAIRNESS_PROCESS || kind == FAIRNESS_MMLIB;
}

static bool asks_stores(fairness kind)
{
    return kind == FAIRNESS_ALL || kind == FAIRNESS_MEMORY;
}

static void begin_loop(lasso *l)
{
    const replay_state *s = &l->r.now;
    replay_get_essence(&l->r, s, &l->at_loop);
    for (size_t i = 0; i < s->processes.count; i++)
        vec_push(&l->idle, true);
    for (size_t i = 0; i < s->pending.count; i++)
        vec_push(&l->late, s->pending.data[i]); /* of those to one location all but the oldest leave the list with the first step */
}

/* A process that is removed in the loop has taken a step: there is none in its place, or another, only afterwards. */
static void look_at_processes(lasso *l)
{
    if (!replay_is_open(&l->r))
        return;
    l->is_open_somewhere = true;
    for (uint32_t p = 0; p < l->idle.count; p++) {
        if (p >= l->r.now.processes.count || (!l->facts && !(asks_processes(l->property->fairness) && l->idle.data[p])))
            continue;
        bool can_move = replay_can_move(&l->r, p);
        l->idle.data[p] &= can_move;
        if (l->facts)
            l->facts->able[p] |= can_move;
    }
}

/* Stores of the last step are new; more have left than that if fewer are pending than before. */
static void look_at_stores(lasso *l, const step *taken, size_t pending_before)
{
    const replay_state *s = &l->r.now;
    size_t new = 0, kept = 0;
    for (size_t i = 0; i < s->pending.count; i++)
        new += s->pending.data[i].step + 1 == l->r.step;
    bool overwrites = machine_traits(l->r.machine)->overwrites; /* a new store may stand in the place of one that was never committed */
    l->commits |= (overwrites ? taken->kind == STEP_COMMIT : pending_before + new > s->pending.count) || s->pending.count < pending_before || !s->pending.count;
    for (size_t i = 0; i < l->late.count; i++) {
        const replay_pending store = l->late.data[i];
        int64_t oldest = replay_oldest(s, store.process, store.element);
        bool is_committed = taken->kind == STEP_COMMIT && taken->process == store.process && taken->element == store.element;
        if (!is_committed && oldest >= 0 && (overwrites || s->pending.data[oldest].step == store.step))
            l->late.data[kept++] = store;
    }
    l->late.count = kept;
}

static void note_mover(lasso *l, uint32_t process)
{
    if (process < l->idle.count)
        l->idle.data[process] = false;
}

static void look_at_step(lasso *l, const step *taken, size_t pending_before)
{
    if (taken->kind != STEP_COMMIT)
        note_mover(l, taken->process);
    if (taken->kind == STEP_EDGE && taken->partner >= 0)
        note_mover(l, (uint32_t)taken->partner);
    look_at_stores(l, taken, pending_before);
}

static void add_process(const lasso *l, uint32_t process)
{
    const replay *r = &l->r;
    strbuf_printf(l->why, "process %u (%s)", process + r->program->pid_base, r->program->processes.data[r->now.processes.data[process].type].name);
}

static bool is_process_fair(const lasso *l)
{
    for (uint32_t p = 0; l->is_open_somewhere && p < l->idle.count; p++)
        if (l->idle.data[p]) {
            strbuf_add(l->why, "the loop is not fair: ");
            add_process(l, p);
            strbuf_add(l->why, " can always take a step and takes none");
            return false;
        }
    return true;
}

static bool is_store_fair(const lasso *l)
{
    if (!l->late.count)
        return true;
    const replay_pending *store = &l->late.data[0];
    const variable *v = &l->r.program->globals.data[program_global_of_element(l->r.program, store->element)];
    strbuf_add(l->why, "the loop is not fair: the store to ");
    variable_element_name(v, store->element - v->offset, l->why);
    strbuf_add(l->why, " of ");
    add_process(l, store->process);
    strbuf_add(l->why, " is never committed");
    return false;
}

static bool is_fair(const lasso *l)
{
    fairness kind = l->property->fairness;
    if (l->loop == l->steps->count)
        return true; /* there is nothing that could be done */
    if (kind == FAIRNESS_STRONG)
        return lasso_is_strongly_fair(l->r.program, l->r.machine, l->steps, l->loop, l->why);
    if (kind == FAIRNESS_MMLIB && !l->commits) {
        strbuf_add(l->why, "the loop is not fair: stores are pending all the time, and none is committed");
        return false;
    }
    return (!asks_processes(kind) || is_process_fair(l)) && (!asks_stores(kind) || is_store_fair(l));
}

/* ---- The run ---- */

static uint64_t letter_of(lasso *l)
{
    uint64_t letter = 0;
    for (uint32_t i = 0; i < l->property->atom_count; i++)
        letter |= (uint64_t)replay_is_true(&l->r, l->property->atoms[i]) << i;
    return letter;
}

/* The state before the step of that number. Nobody sees those inside a d_step; the one after the last step of a loop is that before its first again. */
static void look_at_state(lasso *l, uint32_t number)
{
    bool is_inside = l->loop != NO_LOOP && number >= l->loop;
    if (number == l->loop)
        begin_loop(l);
    if (replay_is_inside_d_step(&l->r) || (is_inside && number == l->steps->count && l->loop != number))
        return;
    if (is_inside && l->loop_letter == NO_LETTER)
        l->loop_letter = (uint32_t)l->letters.count;
    uint64_t letter = letter_of(l);
    vec_push(&l->letters, letter);
    for (uint32_t i = 0; i < l->property->atom_count && l->facts && !is_inside; i++)
        if (letter >> i & 1)
            l->facts->last[i] = number + 1;
    if (is_inside && number < l->steps->count)
        look_at_processes(l);
}

static bool execute(lasso *l)
{
    replay_result last = STEP_DONE;
    look_at_state(l, 0);
    for (uint32_t i = 0; i < l->steps->count; i++) {
        const step *taken = &l->steps->data[i];
        size_t pending = l->r.now.pending.count;
        if (!replay_follow(&l->r, &last, taken, i, l->why))
            return false;
        if (last != STEP_DONE) {
            strbuf_printf(l->why, "step %u ends the run: %s", i + 1, l->r.why);
            return false;
        }
        if (l->loop <= i)
            look_at_step(l, taken, pending);
        look_at_state(l, i + 1);
    }
    return true;
}

/* Does the run go on for ever as it says? */
static bool closes(lasso *l)
{
    replay_essence end = {0};
    if (l->loop == l->steps->count && l->property->skips_ended) {
        strbuf_add(l->why, "the run ends, and only one with infinitely many steps violates the property");
        return false;
    }
    if (l->loop == l->steps->count) {
        if (!replay_is_stuck(&l->r))
            strbuf_add(l->why, "after the last step something can still move: the run does not stay there");
        return replay_is_stuck(&l->r);
    }
    replay_get_essence(&l->r, &l->r.now, &end);
    bool same = replay_is_same(&l->at_loop, &end);
    vec_release(&end);
    if (!same)
        strbuf_printf(l->why, "the loop does not close: after its last step the state is not that before its first, step %u", l->loop + 1);
    else if (l->loop_letter == NO_LETTER)
        strbuf_add(l->why, "the loop never leaves a d_step");
    return same && l->loop_letter != NO_LETTER;
}

/* A state that stays is read as often as may be wanted. */
static bool comes_to_bad_state(lasso *l)
{
    const temporal *t = l->property;
    if (t->bad == TEMPORAL_NO_STATE)
        return false;
    size_t count = l->letters.count;
    uint64_t last = l->letters.data[count - 1];
    for (size_t i = 0; i < t->violating.states.count && replay_is_stuck(&l->r); i++)
        vec_push(&l->letters, last);
    bool reached = lasso_reaches(&t->violating, t->bad, l->letters.data, (uint32_t)l->letters.count);
    l->letters.count = count;
    return reached;
}

static bool violates(lasso *l)
{
    const temporal *t = l->property;
    uint32_t count = (uint32_t)l->letters.count;
    if (comes_to_bad_state(l))
        return true;
    if (l->loop == NO_LOOP)
        strbuf_add(l->why, "the run ends, and the property is not violated by then");
    else if (t->has_formula ? formula_holds(&t->formulas, t->wanted, l->letters.data, count, l->loop_letter)
                            : !lasso_accepts(&t->violating, l->letters.data, count, l->loop_letter))
        strbuf_add(l->why, t->has_formula ? "the formula holds on this run" : "the property holds on this run: its automaton does not accept it");
    else
        return true;
    return false;
}

static void gather_letters(lasso *l)
{
    l->facts->always = UINT64_MAX;
    for (size_t i = l->loop_letter; i < l->letters.count; i++) {
        l->facts->always &= l->letters.data[i];
        l->facts->sometimes |= l->letters.data[i];
    }
}

bool lasso_check(const program *p, machine on, const temporal *of, const run *steps, uint32_t loop, lasso_facts *facts, strbuf *why)
{
    lasso l = {.property = of, .steps = steps, .loop = loop, .loop_letter = NO_LETTER, .facts = facts, .why = why};
    if (facts)
        *facts = (lasso_facts){0};
    bool good = replay_init(&l.r, p, on, NULL) == STEP_DONE;
    if (!good)
        strbuf_printf(why, "the run ends at its start: %s", l.r.why);
    else if (loop != NO_LOOP && loop > steps->count)
        strbuf_printf(why, "there is no step %u to return to", loop + 1);
    good = good && (loop == NO_LOOP || loop <= steps->count) && execute(&l) && (loop == NO_LOOP || (closes(&l) && is_fair(&l))) && violates(&l);
    if (facts)
        gather_letters(&l);
    replay_release(&l.r);
    vec_release(&l.letters);
    vec_release(&l.at_loop);
    vec_release(&l.idle);
    vec_release(&l.late);
    return good;
}
