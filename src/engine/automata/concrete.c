/* concrete.c: from a stack of states with sets of buffer contents to a run.
 *
 * A breadth-first search over configurations (control and one word for each process) that takes only transitions which leave the same
 * control on the stack. So the search may go round the cycles of the stack as often as it likes, and finds the fewest rounds that will do. */
#include <string.h>

#include "base/bug.h"
#include "engine/automata/walk.h"

enum { MAX_CONFIGURATIONS = 20000, MAX_LETTERS = 200, NO_ARRIVAL = UINT32_MAX };

typedef struct arrival {
    uint32_t from;       /* NO_ARRIVAL: the first */
    transition_ref transition; /* that led here */
} arrival;

/* A configuration taken apart. */
typedef struct configuration {
    control_ref control;
    uint32_t count;
    word words[PROGRAM_MAX_PROCESSES + 1];
} configuration;

typedef struct seeker {
    walk *walk;
    const walk_goal *goal;
    intern rows;       /* control, then for each process the number of letters and the letters */
    VEC(arrival) arrivals; /* by number of the row */
    VEC(int32_t) row;
    configuration here, next;
} seeker;

static void read_row(seeker *k, uint32_t number)
{
    const int32_t *row = intern_get(&k->rows, number);
    configuration *c = &k->here;
    uint32_t at = 1;
    c->control.index = (uint32_t)row[0];
    c->count = control_processes(&k->walk->transitions, c->control);
    for (uint32_t p = 0; p < c->count; p++) {
        vec_clear(&c->words[p]);
        for (uint32_t i = 0; i < (uint32_t)row[at]; i++)
            vec_push(&c->words[p], (letter_ref){(uint32_t)row[at + 1 + i]});
        at += 1 + (uint32_t)row[at];
    }
}

/* Adds a configuration that is not there yet. */
static void reach(seeker *k, const configuration *c, uint32_t from, transition_ref by)
{
    size_t letters = 0;
    vec_clear(&k->row);
    vec_push(&k->row, (int32_t)c->control.index);
    for (uint32_t p = 0; p < control_processes(&k->walk->transitions, c->control); p++) {
        letters += c->words[p].count;
        vec_push(&k->row, (int32_t)c->words[p].count);
        for (size_t i = 0; i < c->words[p].count; i++)
            vec_push(&k->row, (int32_t)c->words[p].data[i].index);
    }
    if (letters <= MAX_LETTERS && intern_row(&k->rows, k->row.data, k->row.count) == k->arrivals.count)
        vec_push(&k->arrivals, ((arrival){from, by}));
}

static view_ref view_of(seeker *k, process_ref process)
{
    space *s = &k->walk->space;
    view_ref view = s->no_view;
    uint32_t type = key_type(&k->walk->transitions, control_key(&k->walk->transitions, k->here.control, process));
    for (size_t i = 0; i < k->here.words[process.index].count; i++)
        view = space_view_with(s, type, view, k->here.words[process.index].data[i]);
    return view;
}

static bool all_empty(const seeker *k, uint32_t but)
{
    for (uint32_t p = 0; p < k->here.count; p++)
        if (k->here.words[p].count && !sync_leaves_out(but, p))
            return false;
    return true;
}

/* The step is one of those that the process can take here. */
static bool step_is_possible(seeker *k, transition_ref number)
{
    transitions *t = &k->walk->transitions;
    process_ref process = t->all.data[number.index].process;
    global_ref global = control_global(t, k->here.control);
    key_ref key = control_key(t, k->here.control, process);
    move_list list = moves_of(&t->moves, key, view_of(k, process), global);
    if (t->all.data[number.index].move.syncs && !all_empty(k, t->all.data[number.index].move.left_out))
        return false;
    for (uint32_t i = 0; i < list.count; i++) {
        move m = t->moves.all.data[list.first + i];
        if (transition_is(transition_of_move(t, process, key, &m), number))
            return true;
    }
    return false;
}

static bool meeting_is_possible(seeker *k, transition_ref number)
{
    transitions *t = &k->walk->transitions;
    process_ref sender = t->all.data[number.index].process, receiver = t->all.data[number.index].partner;
    meeting_vec found = {0};
    bool possible = false;
    moves_meet(&t->moves, &t->messages, control_key(t, k->here.control, sender), view_of(k, sender),
               control_key(t, k->here.control, receiver), view_of(k, receiver), control_global(t, k->here.control), &found);
    for (size_t i = 0; i < found.count && !possible; i++)
        possible = transition_is(transition_of_meeting(t, sender, receiver, &found.data[i]), number);
    vec_release(&found);
    return possible;
}

static bool is_possible(seeker *k, transition_ref number)
{
    transition of = k->walk->transitions.all.data[number.index];
    const word *own = &k->here.words[of.process.index];
    switch (of.kind) {
    case TRANSITION_STEP: return step_is_possible(k, number);
    case TRANSITION_COMMIT: return own->count && letter_is(own->data[0], of.letter);
    case TRANSITION_MEETING: return meeting_is_possible(k, number);
    case TRANSITION_END: return !own->count;
    }
    BUG("unknown transition");
}

static void append(seeker *k, word *w, uint32_t first, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        vec_push(w, k->walk->transitions.moves.letters.data[first + i]);
}

/* Takes a possible transition from configuration number `from`. */
static void take(seeker *k, uint32_t from, transition_ref number)
{
    transition of = k->walk->transitions.all.data[number.index];
    for (uint32_t p = 0; p < k->here.count; p++) {
        vec_clear(&k->next.words[p]);
        for (size_t i = p == of.process.index && of.kind == TRANSITION_COMMIT; i < k->here.words[p].count; i++)
            vec_push(&k->next.words[p], k->here.words[p].data[i]);
    }
    if (of.kind == TRANSITION_STEP) {
        if (of.move.flushes)
            vec_clear(&k->next.words[of.process.index]);
        append(k, &k->next.words[of.process.index], of.move.first_letter, of.move.letter_count);
        vec_clear(&k->next.words[k->here.count]); /* of a process that the step creates */
    }
    if (of.kind == TRANSITION_MEETING)
        append(k, &k->next.words[of.partner.index], of.meeting.first_letter, of.meeting.letter_count);
    k->next.control = transition_control(&k->walk->transitions, &of, k->here.control);
    reach(k, &k->next, from, number);
}

static bool is_goal(seeker *k)
{
    walk *w = k->walk;
    const transitions *t = &w->transitions;
    const walk_goal *g = k->goal;
    if (!control_is(k->here.control, control_of(t, vec_last(&w->frames).state)) || (g->empty_buffers && !all_empty(k, 0)))
        return false;
    if (!transition_is(g->transition, NO_TRANSITION) && !is_possible(k, g->transition))
        return false;
    if (!g->bad)
        return true;
    view_ref views[PROGRAM_MAX_PROCESSES];
    for (process_ref p = {0}; p.index < k->here.count; p.index++)
        views[p.index] = view_of(k, p);
    space_load_global(&w->space, control_global(t, k->here.control));
    for (process_ref p = {0}; p.index < k->here.count; p.index++)
        space_load_process(&w->space, control_key(t, k->here.control, p), views[p.index]);
    return successors_condition(&w->space.successors, g->bad) != 0;
}

static void push_transition(const walk *w, transition_ref number, run *steps)
{
    const transition *t = &w->transitions.all.data[number.index];
    step s = {.process = t->process.index, .partner = -1};
    switch (t->kind) {
    case TRANSITION_STEP:
        if (t->move.edge == NO_EDGE)
            return; /* atomicity is lost: no step of the program */
        s.kind = STEP_EDGE;
        s.edge = t->move.edge;
        break;
    case TRANSITION_COMMIT:
        s.kind = STEP_COMMIT;
        s.element = (uint32_t)intern_get(&w->space.letters, t->letter.index)[LETTER_ELEMENT];
        break;
    case TRANSITION_MEETING:
        s.kind = STEP_EDGE;
        s.edge = t->meeting.sender_edge;
        s.partner = (int32_t)t->partner.index;
        s.partner_edge = t->meeting.receiver_edge;
        break;
    case TRANSITION_END: s.kind = STEP_END; break;
    }
    vec_push(steps, s);
}

/* Ended processes are removed before a deadlock is one. */
static void push_removals(const seeker *k, run *steps)
{
    const transitions *t = &k->walk->transitions;
    const program *p = k->walk->request->program;
    for (uint32_t q = k->here.count; q-- > 0 && p->processes_die;) {
        key_ref key = control_key(t, k->here.control, (process_ref){q});
        if (!p->processes.data[key_type(t, key)].nodes.data[key_get(t->space, key, KEY_NODE)].is_final)
            return;
        vec_push(steps, ((step){.kind = STEP_END, .process = q, .partner = -1}));
    }
}

static void write_run(seeker *k, uint32_t last, run *steps)
{
    VEC(transition_ref) taken = {0};
    for (uint32_t i = last; k->arrivals.data[i].from != NO_ARRIVAL; i = k->arrivals.data[i].from)
        vec_push(&taken, k->arrivals.data[i].transition);
    for (size_t i = taken.count; i-- > 0;)
        push_transition(k->walk, taken.data[i], steps);
    if (!transition_is(k->goal->transition, NO_TRANSITION))
        push_transition(k->walk, k->goal->transition, steps);
    if (k->goal->empty_buffers)
        push_removals(k, steps);
    vec_release(&taken);
}

/* Takes the transitions that leave this control on the stack. */
static void follow_stack(seeker *k, uint32_t from)
{
    const walk *w = k->walk;
    for (uint32_t i = 0; i + 1 < w->frames.count; i++)
        if (control_is(control_of(&w->transitions, w->frames.data[i].state), k->here.control) && is_possible(k, w->frames.data[i + 1].by))
            take(k, from, w->frames.data[i + 1].by);
}

bool walk_make_concrete(walk *w, const walk_goal *goal, run *steps)
{
    seeker k = {.walk = w, .goal = goal};
    bool found = false;
    configuration first = {.control = control_of(&w->transitions, w->frames.data[0].state)};
    reach(&k, &first, NO_ARRIVAL, NO_TRANSITION);
    for (uint32_t i = 0; i < k.arrivals.count && k.arrivals.count < MAX_CONFIGURATIONS && !found; i++) {
        read_row(&k, i);
        found = is_goal(&k);
        if (found)
            write_run(&k, i, steps);
        else
            follow_stack(&k, i);
    }
    intern_release(&k.rows);
    vec_release(&k.arrivals);
    vec_release(&k.row);
    for (uint32_t p = 0; p <= PROGRAM_MAX_PROCESSES; p++) {
        vec_release(&k.here.words[p]);
        vec_release(&k.next.words[p]);
    }
    return found;
}
