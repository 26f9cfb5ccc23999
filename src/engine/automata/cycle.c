/* cycle.c: cycle detection and acceleration.
 *
 * Section 4 of the paper, with what its algorithm lacks to be exact. A cycle leads from a state ss on the stack to s, which is the same but for the buffer of
 * one process p: there L became L.{w}. On the way p may commit nothing and wait for no empty buffer. Loads must give the same from
 * every word of L.{w}* as from those of L: for each location in w that p ever loads, every word of L has its last value in w pending, or does not hold the location,
 * memory has that value, and memory stays as it is on the way.
 *
 * `single` makes L.{w}* of L.{w}. `interleaved` also lets cycles that can be read off L itself be repeated in between; that may add contents
 * which no run leads to. (If p might commit on the way there, Dekker's algorithm with repeated entry would not end.) */
#include "base/bug.h"
#include "engine/automata/walk.h"

/* What happens on the stretch from a frame to the state. */
typedef struct stretch {
    word appended;        /* by the process */
    bool commits, waits;  /* the process commits; the process, or everybody, waits for an empty buffer */
    bool grows;           /* the language of the process was accelerated */
    bool changes;         /* the global was another one in between */
} stretch;

static bool waits(const walk *w, const transition *t)
{
    if (t->kind != TRANSITION_STEP || t->move.edge == NO_EDGE)
        return false;
    return t->move.flushes || footprint_drains(&w->request->footprints->edges[key_type(&w->transitions, t->move.key)][t->move.edge]);
}

static void add_letters(const walk *w, stretch *out, uint32_t first, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        vec_push(&out->appended, w->transitions.moves.letters.data[first + i]);
}

static void add_transition(const walk *w, stretch *out, transition_ref number, process_ref process)
{
    const transition *t = &w->transitions.all.data[number.index];
    out->waits |= t->kind == TRANSITION_STEP && t->move.syncs;
    if (t->kind == TRANSITION_MEETING && process_is(t->partner, process))
        add_letters(w, out, t->meeting.first_letter, t->meeting.letter_count);
    if (!process_is(t->process, process))
        return;
    out->commits |= t->kind == TRANSITION_COMMIT;
    out->waits |= waits(w, t) || t->kind == TRANSITION_END;
    if (t->kind == TRANSITION_STEP)
        add_letters(w, out, t->move.first_letter, t->move.letter_count);
}

static void follow_stretch(const walk *w, uint32_t frame, transition_ref by, process_ref process, stretch *out)
{
    const transitions *t = &w->transitions;
    global_ref global = control_global(t, control_of(t, w->frames.data[frame].state));
    for (size_t i = frame + 1; i < w->frames.count; i++) {
        const walk_frame *f = &w->frames.data[i];
        add_transition(w, out, f->by, process);
        out->grows |= process_is(f->accelerated, process);
        out->changes |= !global_is(control_global(t, control_of(t, f->state)), global);
    }
    add_transition(w, out, by, process);
}

static bool equal_words(const word *a, const word *b)
{
    if (a->count != b->count)
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (!letter_is(a->data[i], b->data[i]))
            return false;
    return true;
}

/* True when a process with this view reads the letter's value from its location. */
static bool reads(walk *w, uint32_t type, view_ref view, letter_ref letter, global_ref global, bool memory_changes)
{
    const int32_t *stored = intern_get(&w->space.letters, letter.index), *pending = intern_get(&w->space.views, view.index);
    location_ref location = w->space.rows->stores[type].location[stored[LETTER_ELEMENT]];
    for (uint32_t i = 0; i < intern_length(&w->space.views, view.index); i += 2)
        if ((uint32_t)pending[i] == location.index)
            return pending[i + 1] == stored[LETTER_VALUE];
    return !memory_changes && space_memory(&w->space, global, (uint32_t)stored[LETTER_ELEMENT]) == stored[LETTER_VALUE];
}

/* The last store in w to each location that the process ever loads is what every word of the frame's language gives to read. */
static bool loads_are_equivalent(walk *w, state_ref state, process_ref process, const word *appended, bool memory_changes)
{
    transitions *t = &w->transitions;
    control_ref control = control_of(t, state);
    uint32_t type = key_type(t, control_key(t, control, process));
    view_list views = language_views(&t->languages, language_of(t, state, process), type);
    for (size_t i = 0; i < appended->count; i++) {
        bool is_last = t->loads[type][intern_get(&w->space.letters, appended->data[i].index)[LETTER_ELEMENT]];
        for (size_t k = i + 1; k < appended->count && is_last; k++)
            is_last = intern_get(&w->space.letters, appended->data[k].index)[LETTER_ELEMENT] !=
                      intern_get(&w->space.letters, appended->data[i].index)[LETTER_ELEMENT];
        for (uint32_t k = 0; k < views.count && is_last; k++)
            if (!reads(w, type, t->languages.classes.data[views.first + k].view, appended->data[i], control_global(t, control), memory_changes))
                return false;
    }
    return true;
}

/* The one process whose language differs; NOBODY when it is not just one. */
static process_ref differing_process(const walk *w, state_ref a, state_ref b)
{
    const transitions *t = &w->transitions;
    process_ref found = {NOBODY};
    for (process_ref p = {0}; p.index < control_processes(t, control_of(t, a)); p.index++) {
        if (language_of(t, a, p).index == language_of(t, b, p).index)
            continue;
        if (found.index != NOBODY)
            return (process_ref){NOBODY};
        found = p;
    }
    return found;
}

static bool is_cycle(walk *w, uint32_t frame, state_ref state, transition_ref by, process_ref process, word *appended)
{
    transitions *t = &w->transitions;
    state_ref start = w->frames.data[frame].state;
    if (!language_extends(&t->languages, language_of(t, start, process), language_of(t, state, process), appended))
        return false;
    stretch on = {0};
    follow_stretch(w, frame, by, process, &on);
    bool fits = !on.waits && !on.commits;
    if (w->request->acceleration == ACCELERATION_SINGLE)
        fits &= !on.grows && equal_words(&on.appended, appended);
    vec_release(&on.appended);
    return fits && loads_are_equivalent(w, start, process, appended, on.changes);
}

static state_ref state_with(walk *w, state_ref state, process_ref process, moore_ref language)
{
    transitions *t = &w->transitions;
    moore_ref contents[PROGRAM_MAX_PROCESSES];
    control_ref control = control_of(t, state);
    for (process_ref p = {0}; p.index < control_processes(t, control); p.index++)
        contents[p.index] = process_is(p, process) ? language : language_of(t, state, p);
    return transitions_state(t, control, contents);
}

bool walk_accelerate(walk *w, state_ref *state, transition_ref by, process_ref *process)
{
    transitions *t = &w->transitions;
    control_ref control = control_of(t, *state);
    word appended = {0};
    uint32_t f = control.index < w->top_frame.count ? w->top_frame.data[control.index] : NO_ENTRY;
    for (; f != NO_ENTRY; f = w->frames.data[f].below) {
        process_ref p = differing_process(w, w->frames.data[f].state, *state);
        if (p.index != NOBODY && is_cycle(w, f, *state, by, p, &appended)) {
            bool single = w->request->acceleration == ACCELERATION_SINGLE;
            moore_ref from = language_of(t, w->frames.data[f].state, p);
            moore_ref more = single ? language_repeat(&t->languages, from, &appended) : language_repeat_mixed(&t->languages, from, &appended);
            w->is_mixed |= !single;
            *state = state_with(w, *state, p, more);
            *process = p;
            break;
        }
    }
    vec_release(&appended);
    return f != NO_ENTRY;
}
