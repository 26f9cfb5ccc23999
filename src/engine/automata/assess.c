/* assess.c: is a property violated in a state with sets of buffer contents? It is when one choice of contents violates it. */
#include "base/bug.h"
#include "engine/automata/walk.h"

enum { MAX_ATTEMPTS = 3 }; /* to make an error of one property concrete */

/* An error was met: a run that shows the error is looked for, until the property has one. */
static void note_error(walk *w, const walk_goal *goal)
{
    if (violations_have(&w->violations, goal->property))
        return;
    violation found = {.property = goal->property, .loop = NO_LOOP};
    if (w->attempts[goal->property.index] >= MAX_ATTEMPTS)
        return;
    if (walk_make_concrete(w, goal, &found.steps)) {
        violations_add(&w->violations, found);
        w->stop |= !w->request->all_errors;
        return;
    }
    vec_release(&found.steps);
    w->attempts[goal->property.index]++;
    w->has_unconfirmed = true;
}

static bool is_stuck(walk *w, control_ref control, process_ref process)
{
    transitions *t = &w->transitions;
    global_ref global = control_global(t, control);
    return !moves_of(&t->moves, control_key(t, control, process), w->space.no_view, global).count;
}

static bool is_at_end(const walk *w, control_ref control, process_ref process)
{
    const transitions *t = &w->transitions;
    key_ref key = control_key(t, control, process);
    const node *n = &w->request->program->processes.data[key_type(t, key)].nodes.data[key_get(&w->space, key, KEY_NODE)];
    return n->is_end || n->is_final;
}

static bool can_meet(walk *w, control_ref control, process_ref sender, process_ref receiver)
{
    transitions *t = &w->transitions;
    meeting_vec found = {0};
    view_ref none = w->space.no_view;
    moves_meet(&t->moves, &t->messages, control_key(t, control, sender), none, control_key(t, control, receiver), none,
               control_global(t, control), &found);
    bool any = found.count > 0;
    vec_release(&found);
    return any;
}

/* All buffers may be empty, nobody can go on, and not all may end here. */
static bool is_deadlock(walk *w, state_ref state)
{
    transitions *t = &w->transitions;
    control_ref control = control_of(t, state);
    uint32_t count = control_processes(t, control);
    bool all_end = true;
    if (control_may_end(t, control))
        return false;
    for (process_ref p = {0}; p.index < count; p.index++) {
        if (!language_has_empty_word(&t->languages, language_of(t, state, p)) || !is_stuck(w, control, p))
            return false;
        all_end &= is_at_end(w, control, p);
    }
    for (process_ref p = {0}; p.index < count && !all_end; p.index++)
        for (process_ref q = {0}; q.index < count; q.index++)
            if (!process_is(p, q) && can_meet(w, control, p, q))
                return false;
    return !all_end;
}

/* Tries all combinations of views, or one where the condition asks for none. */
static bool may_hold(walk *w, state_ref state, const expr *e, const footprint *of)
{
    transitions *t = &w->transitions;
    control_ref control = control_of(t, state);
    uint32_t count = control_processes(t, control);
    uint32_t choice[PROGRAM_MAX_PROCESSES] = {0};
    view_list views[PROGRAM_MAX_PROCESSES];
    bool asks = !index_set_is_empty(&of->viewed), holds = false;
    uint32_t carry = 0;
    for (process_ref p = {0}; p.index < count; p.index++)
        views[p.index] = language_views(&t->languages, language_of(t, state, p), key_type(t, control_key(t, control, p)));
    do { /* once where there is no process left */
        space_load_global(&w->space, control_global(t, control));
        for (process_ref p = {0}; p.index < count; p.index++)
            space_load_process(&w->space, control_key(t, control, p), t->languages.classes.data[views[p.index].first + choice[p.index]].view);
        holds = successors_condition(&w->space.successors, e) != 0;
        if (!asks)
            break;
        for (carry = 0; carry < count && ++choice[carry] == views[carry].count; carry++)
            choice[carry] = 0;
    } while (carry < count && !holds);
    return holds;
}

static bool two_at_label(const walk *w, state_ref state, const char *name)
{
    const transitions *t = &w->transitions;
    control_ref control = control_of(t, state);
    uint32_t at = 0, labelled;
    for (process_ref p = {0}; p.index < control_processes(t, control); p.index++) {
        key_ref key = control_key(t, control, p);
        if (process_find_label(&w->request->program->processes.data[key_type(t, key)], name, &labelled) &&
            (uint32_t)key_get(&w->space, key, KEY_NODE) == labelled)
            at++;
    }
    return at > 1;
}

static bool is_violated(walk *w, state_ref state, property_ref which)
{
    const property *p = property_at(w->request->properties, which);
    switch (p->kind) {
    case PROPERTY_DEADLOCK: return is_deadlock(w, state);
    case PROPERTY_NEVER:
    case PROPERTY_ALWAYS: return may_hold(w, state, p->bad, &w->request->footprints->questions[which.index]);
    case PROPERTY_MUTEX: return two_at_label(w, state, p->label);
    case PROPERTY_ASSERTION:
    case PROPERTY_RUNTIME:
    case PROPERTY_OVERFLOW:
    case PROPERTY_FINAL:
    case PROPERTY_LTL: case PROPERTY_CLAIM: case PROPERTY_ACCEPTANCE: case PROPERTY_PROGRESS: break;
    }
    return false;
}

/* The property that a transition violates, or NO_PROPERTY. */
static property_ref violated_by(const walk *w, const transition *t)
{
    if (t->kind == TRANSITION_MEETING && t->meeting.ends)
        return property_of_kind(w->request->properties, PROPERTY_RUNTIME);
    return t->kind == TRANSITION_STEP ? t->move.violated : NO_PROPERTY;
}

void walk_assess(walk *w, size_t first)
{
    state_ref state = vec_last(&w->frames).state;
    bool is_bad = false;
    for (size_t i = first; i < w->successors.count && !w->stop; i++) {
        transition_ref taken = w->successors.data[i].transition;
        property_ref violated = violated_by(w, &w->transitions.all.data[taken.index]);
        if (property_is(violated, NO_PROPERTY))
            continue;
        is_bad = true;
        note_error(w, &(walk_goal){.property = violated, .transition = taken});
    }
    const property_list *list = w->request->properties;
    bool at_rest = control_holder(&w->transitions, control_of(&w->transitions, state)).index == NOBODY;
    for (uint32_t i = 0; i < list->items.count && at_rest && !w->stop; i++) {
        property_ref which = {i};
        const property *p = property_at(list, which);
        if (!is_violated(w, state, which))
            continue;
        is_bad = true;
        note_error(w, &(walk_goal){.property = which, .transition = NO_TRANSITION, .empty_buffers = p->kind == PROPERTY_DEADLOCK, .bad = p->bad});
    }
    w->errors += is_bad;
}
