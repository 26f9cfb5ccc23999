/* commute.c: which transitions may be exchanged.
 *
 * The rules of section 4 of the paper, corrected and extended: a commit may be exchanged with a step of another process if that process does
 * not use the location, or has a store to it in every word of its *own* buffer; two commits to one location may not be exchanged; a step
 * that changes what others see at once (ghosts, channels, memory) may only be exchanged with steps of processes that never look at what it changes. */
#include "base/bug.h"
#include "engine/automata/transitions.h"

static uint32_t type_at(const transitions *t, state_ref state, process_ref process)
{
    return key_type(t, control_key(t, control_of(t, state), process));
}

static uint32_t element_of(const transitions *t, const transition *commit)
{
    return (uint32_t)intern_get(&t->space->letters, commit->letter.index)[LETTER_ELEMENT];
}

/* True when a process of the type may look at something that the step changes at once. */
static bool is_seen_by(const transitions *t, const transition *taken, uint32_t type)
{
    uint32_t globals = t->space->request->program->global_count;
    for (uint32_t i = 0; i < taken->move.change_count; i++) {
        uint32_t position = t->moves.changes.data[taken->move.first_change + i].position - GLOBAL_SLOTS;
        if (position < globals ? t->space->accessed[type][position] : t->space->uses_channels[type])
            return true;
    }
    return false;
}

static bool commit_and_step(transitions *t, state_ref state, const transition *commit, const transition *taken)
{
    uint32_t type = type_at(t, state, taken->process), element = element_of(t, commit);
    if (!t->space->accessed[type][element])
        return true;
    if (taken->move.change_count || taken->move.flushes || t->peeks[type])
        return false;
    if (!t->loads[type][element])
        return true; /* the process only stores to the location, into its buffer */
    return language_always_stores(&t->languages, language_of(t, state, taken->process), element);
}

bool transitions_commute(transitions *t, state_ref state, transition_ref a, transition_ref b)
{
    const transition *x = &t->all.data[a.index], *y = &t->all.data[b.index];
    if (x->is_alone || y->is_alone || process_is(x->process, y->process))
        return false;
    if (x->kind == TRANSITION_COMMIT && y->kind == TRANSITION_COMMIT)
        return element_of(t, x) != element_of(t, y);
    if (x->kind == TRANSITION_COMMIT)
        return commit_and_step(t, state, x, y);
    if (y->kind == TRANSITION_COMMIT)
        return commit_and_step(t, state, y, x);
    return !is_seen_by(t, x, type_at(t, state, y->process)) && !is_seen_by(t, y, type_at(t, state, x->process));
}
