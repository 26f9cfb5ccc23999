#include "engine/automata/transitions.h"

#include "base/bug.h"

/* ---- What the program may do ---- */
static void find_loads(transitions *t, uint32_t type)
{
    const footprint *of = &t->space->request->footprints->types[type];
    uint32_t globals = t->space->request->program->global_count;
    t->loads[type] = ARENA_ARRAY(t->space->rows->memory, bool, globals + 1);
    for (uint32_t e = 0; e < globals; e++)
        t->loads[type][e] = index_set_has(&of->loads, e) || index_set_has(&of->peeks, e);
    t->peeks[type] = !index_set_is_empty(&of->peeks);
}

void transitions_init(transitions *t, space *s)
{
    const program *p = s->request->program;
    *t = (transitions){.space = s};
    moves_init(&t->moves, s);
    languages_init(&t->languages, s);
    t->peeks = ARENA_ARRAY(s->rows->memory, bool, p->processes.count + 1);
    t->loads = ARENA_ARRAY(s->rows->memory, bool *, p->processes.count + 1);
    for (uint32_t i = 0; i < p->processes.count; i++)
        find_loads(t, i);
    t->ends_matter = footprints_deaths_matter(s->request->footprints);
}

void transitions_release(transitions *t)
{
    moves_release(&t->moves);
    languages_release(&t->languages);
    intern_release(&t->controls);
    intern_release(&t->states);
    intern_release(&t->known);
    intern_release(&t->messages);
    vec_release(&t->all);
    vec_release(&t->row);
}

process_ref control_holder(const transitions *t, control_ref control)
{
    for (process_ref p = {0}; p.index < control_processes(t, control); p.index++)
        if (key_is_held(t->space, control_key(t, control, p)))
            return p;
    return (process_ref){NOBODY};
}

bool control_may_end(const transitions *t, control_ref control)
{
    uint32_t count = control_processes(t, control);
    if (!t->ends_matter || !count)
        return false;
    key_ref key = control_key(t, control, (process_ref){count - 1});
    const process_type *of = &t->space->request->program->processes.data[key_type(t, key)];
    return of->nodes.data[key_get(t->space, key, KEY_NODE)].is_final;
}

/* ---- Numbers of transitions ---- */
static void push(transitions *t, uint32_t value)
{
    vec_push(&t->row, (int32_t)value);
}

static void push_letters(transitions *t, uint32_t first, uint32_t count)
{
    push(t, count);
    for (uint32_t i = 0; i < count; i++)
        push(t, t->moves.letters.data[first + i].index);
}

/* The number of the transition that t->row describes. */
static transition_ref number_of(transitions *t, const transition *made)
{
    uint32_t number = intern_row(&t->known, t->row.data, t->row.count);
    if (number == t->all.count)
        vec_push(&t->all, *made);
    return (transition_ref){number};
}

transition_ref transition_of_move(transitions *t, process_ref process, key_ref key, const move *m)
{
    transition made = {.kind = TRANSITION_STEP, .process = process, .partner = {NOBODY}, .move = *m};
    made.is_alone = m->syncs || m->ends || !key_is(m->created, KEY_NONE) || key_is_held(t->space, key) || key_is_held(t->space, m->key);
    vec_clear(&t->row);
    push(t, TRANSITION_STEP);
    push(t, process.index);
    push(t, key.index);
    push(t, m->edge);
    push(t, m->ends ? 0 : m->key.index);
    push(t, m->created.index);
    push(t, m->shape);
    push(t, m->violated.index);
    push(t, (uint32_t)m->flushes | (uint32_t)m->syncs << 1 | (uint32_t)m->ends << 2);
    push(t, m->left_out);
    push_letters(t, m->first_letter, m->ends ? 0 : m->letter_count);
    for (uint32_t i = 0; i < m->change_count; i++) {
        push(t, t->moves.changes.data[m->first_change + i].position);
        push(t, (uint32_t)t->moves.changes.data[m->first_change + i].value);
    }
    return number_of(t, &made);
}

transition_ref transition_of_meeting(transitions *t, process_ref sender, process_ref receiver, const meeting *m)
{
    transition made = {.kind = TRANSITION_MEETING, .process = sender, .partner = receiver, .meeting = *m, .is_alone = true};
    vec_clear(&t->row);
    push(t, TRANSITION_MEETING);
    push(t, sender.index);
    push(t, receiver.index);
    push(t, m->sender_edge);
    push(t, m->receiver_edge);
    push(t, m->ends);
    if (!m->ends) {
        push(t, m->sender_key.index);
        push(t, m->receiver_key.index);
        push(t, m->global.index);
        push_letters(t, m->first_letter, m->letter_count);
    }
    return number_of(t, &made);
}

static transition_ref transition_of_commit(transitions *t, process_ref process, letter_ref letter)
{
    transition made = {.kind = TRANSITION_COMMIT, .process = process, .partner = {NOBODY}, .letter = letter};
    vec_clear(&t->row);
    push(t, TRANSITION_COMMIT);
    push(t, process.index);
    push(t, letter.index);
    return number_of(t, &made);
}

static transition_ref transition_of_end(transitions *t, process_ref process)
{
    transition made = {.kind = TRANSITION_END, .process = process, .partner = {NOBODY}, .is_alone = true};
    vec_clear(&t->row);
    push(t, TRANSITION_END);
    push(t, process.index);
    return number_of(t, &made);
}

/* ---- Controls and states ---- */
static global_ref global_after(transitions *t, const transition *of, global_ref global)
{
    const int32_t *letter;
    switch (of->kind) {
    case TRANSITION_STEP: return move_global(&t->moves, &of->move, global);
    case TRANSITION_COMMIT:
        letter = intern_get(&t->space->letters, of->letter.index);
        return space_global_with(t->space, global, (uint32_t)letter[LETTER_ELEMENT], letter[LETTER_VALUE]);
    case TRANSITION_MEETING: return of->meeting.global;
    case TRANSITION_END: return space_global_without_youngest(t->space, global);
    }
    BUG("unknown transition");
}

control_ref transition_control(transitions *t, const transition *of, control_ref control)
{
    transition made = *of; /* `of` may lie in t->all */
    uint32_t count = control_processes(t, control);
    global_ref global = global_after(t, &made, control_global(t, control));
    vec_clear(&t->row);
    push(t, global.index);
    for (process_ref p = {0}; p.index < count; p.index++)
        push(t, control_key(t, control, p).index);
    int32_t *keys = t->row.data + CONTROL_KEYS;
    if (made.kind == TRANSITION_STEP)
        keys[made.process.index] = (int32_t)made.move.key.index;
    if (made.kind == TRANSITION_MEETING) {
        keys[made.process.index] = (int32_t)made.meeting.sender_key.index;
        keys[made.partner.index] = (int32_t)made.meeting.receiver_key.index;
    }
    if (made.kind == TRANSITION_STEP && !key_is(made.move.created, KEY_NONE))
        push(t, made.move.created.index);
    if (made.kind == TRANSITION_END)
        t->row.count--;
    return (control_ref){intern_row(&t->controls, t->row.data, t->row.count)};
}

state_ref transitions_state(transitions *t, control_ref control, const moore_ref *contents)
{
    vec_clear(&t->row);
    push(t, control.index);
    for (uint32_t p = 0; p < control_processes(t, control); p++)
        push(t, contents[p].index);
    return (state_ref){intern_row(&t->states, t->row.data, t->row.count)};
}

bool transitions_initial(transitions *t, state_ref *state)
{
    global_ref global;
    key_ref keys[PROGRAM_MAX_PROCESSES];
    moore_ref empty[PROGRAM_MAX_PROCESSES];
    if (!space_initial(t->space, &global, keys, PROGRAM_MAX_PROCESSES))
        return false;
    uint32_t count = space_shape(t->space, global)->process_count;
    vec_clear(&t->row);
    push(t, global.index);
    for (uint32_t p = 0; p < count; p++) {
        push(t, keys[p].index);
        empty[p] = t->languages.empty_word;
    }
    control_ref control = {intern_row(&t->controls, t->row.data, t->row.count)};
    *state = transitions_state(t, control, empty);
    return true;
}

/* ---- Successors ---- */
/* A transition with the buffer contents in which it is possible: of its process, and of its partner. */
typedef struct group {
    transition_ref transition;
    moore_ref own, partners;
} group;

typedef VEC(group) group_vec;

static moore_ref append_letters(transitions *t, moore_ref a, uint32_t first, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        a = language_append(&t->languages, a, t->moves.letters.data[first + i]);
    return a;
}

/* The languages after the transition; false when a sync finds no empty buffer. */
static bool languages_after(transitions *t, state_ref state, uint32_t count, const group *g, moore_ref *contents)
{
    const transition of = t->all.data[g->transition.index];
    for (process_ref p = {0}; p.index < count; p.index++)
        contents[p.index] = language_of(t, state, p);
    contents[of.process.index] = g->own;
    if (of.kind == TRANSITION_MEETING)
        contents[of.partner.index] = append_letters(t, g->partners, of.meeting.first_letter, of.meeting.letter_count);
    if (of.kind != TRANSITION_STEP)
        return true;
    for (uint32_t p = 0; p < count && of.move.syncs; p++) {
        if (sync_leaves_out(of.move.left_out, p))
            continue;
        if (!language_has_empty_word(&t->languages, contents[p]))
            return false;
        contents[p] = t->languages.empty_word;
    }
    moore_ref before = of.move.flushes ? t->languages.empty_word : contents[of.process.index];
    contents[of.process.index] = append_letters(t, before, of.move.first_letter, of.move.letter_count);
    if (!key_is(of.move.created, KEY_NONE))
        contents[count] = t->languages.empty_word;
    return true;
}

static void add_successor(transitions *t, state_ref state, const group *g, successor_vec *out)
{
    moore_ref contents[PROGRAM_MAX_PROCESSES + 1];
    const transition of = t->all.data[g->transition.index];
    control_ref control = control_of(t, state);
    if ((of.kind == TRANSITION_STEP && of.move.ends) || (of.kind == TRANSITION_MEETING && of.meeting.ends)) {
        vec_push(out, ((successor){g->transition, STATE_NONE}));
    } else if (languages_after(t, state, control_processes(t, control), g, contents)) {
        control_ref after = transition_control(t, &of, control);
        vec_push(out, ((successor){g->transition, transitions_state(t, after, contents)}));
    }
}

static void add_to_group(transitions *t, group_vec *groups, transition_ref of, moore_ref own, moore_ref partners)
{
    for (size_t i = 0; i < groups->count; i++) {
        group *g = &groups->data[i];
        if (transition_is(g->transition, of) && g->partners.index == partners.index) {
            g->own = moore_union(t->languages.pool, g->own, own);
            return;
        }
    }
    vec_push(groups, ((group){of, own, partners}));
}

/* The steps of one process. Where a step depends on the view, the language is split by views; otherwise the language stays whole. */
static void add_steps(transitions *t, state_ref state, process_ref process, successor_vec *out)
{
    control_ref control = control_of(t, state);
    key_ref key = control_key(t, control, process);
    global_ref global = control_global(t, control);
    view_list views = language_views(&t->languages, language_of(t, state, process), key_type(t, key));
    group_vec groups = {0};
    for (uint32_t i = 0; i < views.count; i++) {
        view_class c = t->languages.classes.data[views.first + i];
        move_list list = moves_of(&t->moves, key, c.view, global);
        for (uint32_t k = 0; k < list.count; k++) {
            move m = t->moves.all.data[list.first + k];
            add_to_group(t, &groups, transition_of_move(t, process, key, &m), c.words, MOORE_EMPTY);
        }
    }
    for (size_t i = 0; i < groups.count; i++)
        add_successor(t, state, &groups.data[i], out);
    vec_release(&groups);
}

static void add_commits(transitions *t, state_ref state, process_ref process, successor_vec *out)
{
    size_t count;
    moore_ref pending = language_of(t, state, process);
    language_oldest(&t->languages, pending, &count);
    for (size_t i = 0; i < count; i++) {
        letter_ref letter = {language_oldest(&t->languages, pending, &count)[i].letter};
        group g = {.transition = transition_of_commit(t, process, letter), .own = language_after_oldest(&t->languages, pending, letter)};
        add_successor(t, state, &g, out);
    }
}

static bool may_meet(transitions *t, state_ref state, process_ref process)
{
    return moves_may_meet(&t->moves, control_key(t, control_of(t, state), process));
}

/* Meetings of two processes. For each class of the sender's contents those of the receiver are put together, then senders' with the
 * same receivers': the result is a union of products. */
static void add_meetings(transitions *t, state_ref state, process_ref sender, process_ref receiver, successor_vec *out)
{
    control_ref control = control_of(t, state);
    global_ref global = control_global(t, control);
    key_ref sender_key = control_key(t, control, sender), receiver_key = control_key(t, control, receiver);
    view_list mine = language_views(&t->languages, language_of(t, state, sender), key_type(t, sender_key));
    view_list theirs = language_views(&t->languages, language_of(t, state, receiver), key_type(t, receiver_key));
    group_vec groups = {0}, of_class = {0};
    meeting_vec found = {0};
    for (uint32_t i = 0; i < mine.count; i++) {
        view_class a = t->languages.classes.data[mine.first + i];
        vec_clear(&of_class);
        for (uint32_t k = 0; k < theirs.count; k++) {
            view_class b = t->languages.classes.data[theirs.first + k];
            vec_clear(&found);
            moves_meet(&t->moves, &t->messages, sender_key, a.view, receiver_key, b.view, global, &found);
            for (size_t n = 0; n < found.count; n++)
                add_to_group(t, &of_class, transition_of_meeting(t, sender, receiver, &found.data[n]), b.words, MOORE_EMPTY);
        }
        for (size_t n = 0; n < of_class.count; n++)
            add_to_group(t, &groups, of_class.data[n].transition, a.words, of_class.data[n].own);
    }
    for (size_t i = 0; i < groups.count; i++)
        add_successor(t, state, &groups.data[i], out);
    vec_release(&groups);
    vec_release(&of_class);
    vec_release(&found);
}

static void add_end(transitions *t, state_ref state, successor_vec *out)
{
    control_ref control = control_of(t, state);
    if (!control_may_end(t, control))
        return;
    process_ref youngest = {control_processes(t, control) - 1};
    if (language_has_empty_word(&t->languages, language_of(t, state, youngest)))
        add_successor(t, state, &(group){.transition = transition_of_end(t, youngest), .own = t->languages.empty_word}, out);
}

void transitions_from(transitions *t, state_ref state, successor_vec *out)
{
    control_ref control = control_of(t, state);
    uint32_t count = control_processes(t, control);
    process_ref holder = control_holder(t, control);
    if (holder.index != NOBODY) {
        add_steps(t, state, holder, out);
        return;
    }
    for (process_ref p = {0}; p.index < count; p.index++) /* first, so that cycles without a commit are met first */
        add_steps(t, state, p, out);
    for (process_ref p = {0}; p.index < count; p.index++)
        for (process_ref q = {0}; q.index < count && may_meet(t, state, p); q.index++)
            if (!process_is(q, p) && may_meet(t, state, q))
                add_meetings(t, state, p, q, out);
    add_end(t, state, out);
    for (process_ref p = {0}; p.index < count; p.index++)
        add_commits(t, state, p, out);
}
