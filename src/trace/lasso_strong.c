/* lasso_strong.c: is a loop strongly fair: does it do again and again all that is possible again and again?
 *
 * In each state that the loop comes through every step is tried, a d_step as a whole. Where one leads to must follow that state somewhere in the loop; a step that
 * ends the run must not be possible. Which of several steps between the same two states is taken makes no difference to anybody. */
#include "base/intern.h"
#include "base/limits.h"
#include "trace/lasso.h"
#include "trace/replay.h"

typedef struct passage {
    int32_t ends[2]; /* numbers of states */
    step by;
} passage;

enum { NO_STATE = -1 };

typedef struct strong {
    replay r;
    intern states;           /* those of the loop, and what they lead to */
    intern passed;           /* pairs of a state and the next one of the loop, those inside a d_step left out */
    VEC(int32_t) tried_from; /* by state: the last state of the loop from which on its steps have been tried, itself or one before the d_step; NO_STATE: none */
    VEC(passage) possible;
    replay_essence essence;
    VEC(replay_state) open;  /* whose steps are to be tried: the one after the loop's last step, and those inside a d_step to which it leads */
    replay_state before;     /* while a step is tried */
    step by;                 /* the step of the state of the loop with which it began */
    int32_t from;            /* that state */
    int64_t failing;         /* the number in the run of a step in whose place it can end; -1: none */
    strbuf *why;
} strong;

static int32_t number_now(strong *s)
{
    replay_get_essence(&s->r, &s->r.now, &s->essence);
    uint32_t number = intern_row(&s->states, s->essence.data, s->essence.count);
    while (s->tried_from.count <= number)
        vec_push(&s->tried_from, NO_STATE);
    return (int32_t)number;
}

/* ---- What is possible ---- */
static void open_now(strong *s)
{
    replay_state copy = {0};
    int32_t number = number_now(s);
    if (s->tried_from.data[number] == s->from)
        return;
    s->tried_from.data[number] = s->from;
    replay_state_copy(&copy, &s->r.now);
    vec_push(&s->open, copy);
}

static void try_step(strong *s, step by)
{
    uint32_t number = s->r.step;
    bool is_first = !replay_is_inside_d_step(&s->r);
    replay_result done = replay_take(&s->r, &by);
    if (done == STEP_IMPOSSIBLE)
        return;
    if (is_first)
        s->by = by;
    if (done != STEP_DONE)
        s->failing = s->failing < 0 ? number : s->failing;
    else if (replay_is_inside_d_step(&s->r))
        open_now(s);
    else
        vec_push(&s->possible, ((passage){.ends = {s->from, number_now(s)}, .by = s->by}));
    replay_state_copy(&s->r.now, &s->before);
    s->r.step = number;
}

static const node *node_of(const strong *s, uint32_t process)
{
    const replay_process *p = &s->before.processes.data[process];
    return &s->r.program->processes.data[p->type].nodes.data[p->node];
}

static void try_meetings(strong *s, step by)
{
    for (uint32_t q = 0; q < s->before.processes.count; q++) {
        const node *n = node_of(s, q);
        for (uint32_t i = 0; i < n->edge_count && q != by.process; i++) {
            by.partner = (int32_t)q;
            by.partner_edge = n->first_edge + i;
            try_step(s, by);
        }
    }
}

static void try_process(strong *s, uint32_t process)
{
    const node *n = node_of(s, process);
    const process_type *t = &s->r.program->processes.data[s->before.processes.data[process].type];
    for (uint32_t i = n->first_edge; i < n->first_edge + n->edge_count; i++) {
        step by = {.kind = STEP_EDGE, .process = process, .edge = i, .partner = -1};
        try_step(s, by);
        if (edge_has_effect(&t->edges.data[i], EFFECT_SEND))
            try_meetings(s, by);
    }
    try_step(s, (step){.kind = STEP_END, .process = process, .partner = -1});
}

/* All that the present state leads to. */
static void look_at_state(strong *s, int32_t number)
{
    if (s->tried_from.data[number] == number)
        return;
    s->from = number;
    replay_state here = {0};
    replay_state_copy(&here, &s->r.now);
    open_now(s);
    while (s->open.count) {
        replay_state_release(&s->before);
        s->before = vec_pop(&s->open);
        replay_state_copy(&s->r.now, &s->before);
        for (uint32_t p = 0; p < s->before.processes.count; p++)
            try_process(s, p);
        for (size_t i = 0; i < s->before.pending.count; i++)
            try_step(s, (step){.kind = STEP_COMMIT, .process = s->before.pending.data[i].process, .partner = -1, .element = s->before.pending.data[i].element});
        limits_look();
    }
    replay_state_copy(&s->r.now, &here);
    replay_state_release(&here);
}

/* ---- The loop ---- */
/* The present state comes after `last`, if that is one. Its number, or `last` inside a d_step. */
static int32_t pass(strong *s, int32_t last)
{
    if (replay_is_inside_d_step(&s->r))
        return last;
    int32_t ends[2] = {last, number_now(s)};
    if (last != NO_STATE)
        intern_row(&s->passed, ends, 2);
    return ends[1];
}

static void go_round(strong *s, const run *steps, uint32_t loop)
{
    replay_result done = STEP_DONE;
    int32_t last = NO_STATE, first = NO_STATE;
    for (uint32_t i = 0; i < steps->count && done == STEP_DONE; i++) {
        if (i >= loop) {
            last = pass(s, last);
            first = first == NO_STATE ? last : first;
            if (!replay_is_inside_d_step(&s->r))
                look_at_state(s, last);
        }
        limits_look();
        done = replay_take(&s->r, &steps->data[i]);
    }
    int32_t ends[2] = {last, first}; /* the loop closes */
    intern_row(&s->passed, ends, 2);
}

static void add_passage(const strong *s, const passage *left_out)
{
    strbuf_printf(s->why, "the loop is not fair: process %u can %s again and again that is never done", left_out->by.process + s->r.program->pid_base,
                  left_out->by.kind == STEP_COMMIT ? "have a store committed" : "take a step");
}

/* Everything that is possible is done. */
static bool is_full(const strong *s)
{
    if (s->failing >= 0) {
        strbuf_printf(s->why, "the loop is not fair: in place of step %u the run can end in an error, again and again", (unsigned)s->failing + 1);
        return false;
    }
    for (size_t i = 0; i < s->possible.count; i++)
        if (intern_find(&s->passed, s->possible.data[i].ends, 2) == INTERN_NONE) {
            add_passage(s, &s->possible.data[i]);
            return false;
        }
    return true;
}

bool lasso_is_strongly_fair(const program *p, machine on, const run *steps, uint32_t loop, strbuf *why)
{
    strong s = {.failing = -1, .from = NO_STATE, .why = why};
    bool is_fair = replay_init(&s.r, p, on, NULL) == STEP_DONE;
    if (is_fair) {
        go_round(&s, steps, loop);
        is_fair = is_full(&s);
    }
    replay_release(&s.r);
    replay_state_release(&s.before);
    intern_release(&s.states);
    intern_release(&s.passed);
    vec_release(&s.tried_from);
    vec_release(&s.possible);
    vec_release(&s.essence);
    vec_release(&s.open);
    return is_fair;
}
