#include "engine/local/moves.h"

#include <string.h>

#include "base/bug.h"
#include "base/hash.h"

enum { NO_POSITION = UINT32_MAX };

void moves_init(moves *m, space *s)
{
    *m = (moves){.space = s};
    looks_init(&m->known, &s->globals);
    m->recent = ARENA_ARRAY(s->rows->memory, recent_list, RECENT_LISTS);
    for (uint32_t i = 0; i < RECENT_LISTS; i++)
        m->recent[i].key = KEY_NONE;
}

void moves_release(moves *m)
{
    intern_release(&m->subjects);
    looks_release(&m->known);
    vec_release(&m->lists);
    vec_release(&m->all);
    vec_release(&m->letters);
    vec_release(&m->changes);
    vec_release(&m->reads);
}

static const process_type *type_of(const moves *m, key_ref key)
{
    return &m->space->request->program->processes.data[key_get(m->space, key, KEY_TYPE)];
}

/* The stores that the last step of the process logged: see view.c. */
static void note_letters(moves *m, process_ref process, uint32_t *first, uint32_t *count)
{
    space *s = m->space;
    const process_slots *slots = shape_process(s->successors.shape, process);
    const type_stores *stores = &s->rows->stores[slots->type];
    *first = (uint32_t)m->letters.count;
    *count = stores->count && s->rows->buffers->has_buffers ? (uint32_t)s->successors.slots[slots->buffer] : 0;
    for (uint32_t i = 0; i < *count; i++) {
        const int32_t *logged = s->successors.slots + slots->buffer + 1 + 2 * i;
        vec_push(&m->letters, space_letter(s, stores_element(stores, (location_ref){(uint32_t)logged[0]}), logged[1]));
    }
}

/* Position of a slot in the rows of globals; NO_POSITION for one that belongs to a process. */
static uint32_t position_of(const space *s, uint32_t slot, uint32_t of_shape)
{
    const slot_list *all = &s->globals_of.data[of_shape];
    uint32_t low = 0, high = all->count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (all->slot[middle] < slot)
            low = middle + 1;
        else
            high = middle;
    }
    return low < all->count && all->slot[low] == slot ? GLOBAL_SLOTS + low : NO_POSITION;
}

static void note_changes(moves *m, move *v, uint32_t shape_before)
{
    const successors *x = &m->space->successors;
    v->first_change = (uint32_t)m->changes.count;
    for (size_t i = 0; i < x->undos.count; i++) {
        uint32_t position = position_of(m->space, x->undos.data[i].slot, shape_before);
        if (position != NO_POSITION)
            vec_push(&m->changes, ((change){position, x->slots[x->undos.data[i].slot]}));
    }
    v->change_count = (uint32_t)m->changes.count - v->first_change;
}

static void note_positions(moves *m, const uint32_t *slots, size_t count)
{
    uint32_t of_shape = (uint32_t)intern_get(&m->space->globals, m->global.index)[GLOBAL_SHAPE];
    for (size_t i = 0; i < count; i++) {
        uint32_t position = position_of(m->space, slots[i], of_shape);
        if (position != NO_POSITION)
            vec_push(&m->reads, position);
    }
}

/* Whether writing changes anything depends on what was there: what is written counts as looked at too. */
static void note_reads(moves *m, move_list *list)
{
    const successors *x = &m->space->successors;
    list->first_read = (uint32_t)m->reads.count;
    note_positions(m, x->reads.data, x->reads.count);
    note_positions(m, x->writes.data, x->writes.count);
    list->read_count = (uint32_t)m->reads.count - list->first_read;
}

/* What the changed slots had before is looked at (note_reads), so the answer is the same wherever the list is found again. */
static bool is_quiet(const moves *m, const move *v)
{
    if (v->ends || v->syncs || v->flushes || !key_is(v->created, KEY_NONE))
        return false;
    const int32_t *row = intern_get(&m->space->globals, m->global.index);
    for (uint32_t i = 0; i < v->change_count; i++)
        if (row[m->changes.data[v->first_change + i].position] != m->changes.data[v->first_change + i].value)
            return false;
    return true;
}

static void note_move(void *data, successors *x, bool error, hold_kind hold, process_ref holder)
{
    moves *m = data;
    space *s = m->space;
    uint32_t shape_before = (uint32_t)intern_get(&s->globals, m->global.index)[GLOBAL_SHAPE];
    const step *taken = &vec_last(&x->trail);
    CHECK(process_is(holder, m->process) && taken->partner < 0);
    move v = {.edge = taken->edge, .created = KEY_NONE, .shape = x->shape->id, .violated = m->violated, .ends = error};
    m->violated = NO_PROPERTY;
    v.syncs = edge_has_effect(&type_of(m, m->key)->edges.data[taken->edge], EFFECT_SYNC);
    v.left_out = v.syncs ? x->left_out : 0;
    if (!v.syncs) /* whether the buffers of others can be empty is not known here */
        rows_note_taken(s->rows, x->shape, taken);
    if (error) {
        v.violated = property_of_kind(s->request->properties, PROPERTY_RUNTIME);
    } else {
        v.key = space_key_now(s, m->process, hold);
        note_letters(m, m->process, &v.first_letter, &v.letter_count);
        const edge *e = &type_of(m, m->key)->edges.data[taken->edge];
        v.flushes = !view_is(m->view, s->no_view) && edge_flushes(e);
        note_changes(m, &v, shape_before);
        if (x->shape->id != shape_before) {
            space_global_now(s); /* the new shape gets its lists */
            v.created = space_key_now(s, (process_ref){x->shape->process_count - 1}, HOLD_NONE);
        }
    }
    vec_push(&m->all, v);
}

static bool on_rest(void *data, successors *x)
{
    (void)data, (void)x;
    BUG("single steps do not come to rest");
}

static bool on_violation(void *data, successors *x, property_ref violated)
{
    (void)x;
    ((moves *)data)->violated = violated;
    return true;
}

/* A held process that cannot go on: loses atomicity, or was in a d_step. */
static void note_blocked(moves *m, hold_kind hold)
{
    move v = {.edge = NO_EDGE, .created = KEY_NONE, .violated = NO_PROPERTY, .shape = m->space->successors.shape->id};
    if (hold == HOLD_ATOMIC) {
        v.key = space_key_with_hold(m->space, m->key, HOLD_NONE);
    } else {
        v.ends = true;
        v.violated = property_of_kind(m->space->request->properties, PROPERTY_RUNTIME);
    }
    vec_push(&m->all, v);
}

bool moves_may_meet(const moves *m, key_ref key)
{
    const process_type *t = type_of(m, key);
    const node *n = &t->nodes.data[key_get(m->space, key, KEY_NODE)];
    for (uint32_t i = 0; i < n->edge_count; i++) {
        const edge *e = &t->edges.data[n->first_edge + i];
        if (e->effect_count && (e->effects[0].kind == EFFECT_SEND || e->effects[0].kind == EFFECT_RECEIVE))
            return true;
    }
    return false;
}

void moves_note(const moves *m, const move_list *list, look_memo *in)
{
    if (list->read_count)
        looks_note(in, m->reads.data + list->first_read, list->read_count);
}

static move_list recall_or_find(moves *m, key_ref key, view_ref view, global_ref global)
{
    space *s = m->space;
    const int32_t name[] = {(int32_t)key.index, (int32_t)view.index};
    uint32_t subject = intern_row(&m->subjects, name, 2), number = looks_find(&m->known, subject, global);
    if (number != LOOK_NOTHING)
        return m->lists.data[number];
    move_list list = {.first = (uint32_t)m->all.count};
    hold_kind hold = (hold_kind)key_get(s, key, KEY_HOLD);
    successors_sink sink = {.rest = on_rest, .violation = on_violation, .data = m};
    m->process.index = (uint32_t)key_get(s, key, KEY_POSITION);
    m->key = key;
    m->view = view;
    m->violated = NO_PROPERTY;
    m->global = global;
    space_load_global(s, global);
    space_load_process(s, key, view);
    successors_begin(&s->successors);
    bool any = successors_each_step(&s->successors, m->process, hold, &sink, note_move);
    note_reads(m, &list);
    if (!any && hold != HOLD_NONE)
        note_blocked(m, hold);
    list.count = (uint32_t)m->all.count - list.first;
    for (uint32_t k = list.first; k < m->all.count; k++)
        m->all.data[k].quiet = is_quiet(m, &m->all.data[k]);
    looks_begin(&m->known);
    moves_note(m, &list, &m->known);
    number = looks_keep(&m->known, subject, global);
    CHECK(number == m->lists.count);
    vec_push(&m->lists, list);
    return list;
}

move_list moves_of(moves *m, key_ref key, view_ref view, global_ref global)
{
    recent_list *r = &m->recent[hash_number((uint64_t)key.index << 32 | (view.index ^ global.index << 8)) % RECENT_LISTS];
    if (!key_is(r->key, key) || !view_is(r->view, view) || !global_is(r->global, global))
        *r = (recent_list){key, view, global, recall_or_find(m, key, view, global)};
    return r->list;
}

global_ref moves_change(moves *m, global_ref global, uint32_t shape_after, uint32_t first_change, uint32_t change_count)
{
    space *s = m->space;
    uint32_t before = intern_length(&s->globals, global.index), after = GLOBAL_SLOTS + s->globals_of.data[shape_after].count;
    CHECK(before <= after);
    vec_reserve(&s->row, after);
    memcpy(s->row.data, intern_get(&s->globals, global.index), before * sizeof *s->row.data);
    s->row.data[GLOBAL_SHAPE] = (int32_t)shape_after;
    for (uint32_t i = before; i < after; i++)
        s->row.data[i] = 0; /* channels of a new process */
    for (uint32_t i = first_change; i < first_change + change_count; i++)
        s->row.data[m->changes.data[i].position] = m->changes.data[i].value;
    return (global_ref){intern_row(&s->globals, s->row.data, after)};
}

global_ref move_global(moves *m, const move *v, global_ref global)
{
    return moves_change(m, global, v->shape, v->first_change, v->change_count);
}

/* ---- Meetings ---- */
/* Channel and values of the send that the sender's edge makes: its row is loaded. */
static uint32_t message_of(moves *m, const edge *e)
{
    space *s = m->space;
    const effect *send = &e->effects[0];
    vec_clear(&s->row);
    vec_push(&s->row, successors_value(&s->successors, m->process, send->channel));
    for (uint32_t i = 0; i < send->argument_count; i++)
        vec_push(&s->row, successors_value(&s->successors, m->process, send->arguments[i]));
    return intern_row(m->messages, s->row.data, s->row.count);
}

static void note_meeting(void *data, successors *x, bool error, hold_kind hold, process_ref holder)
{
    moves *m = data;
    const step taken = vec_last(&x->trail);
    if (taken.partner < 0)
        return;
    rows_note_taken(m->space->rows, x->shape, &taken);
    meeting v = {.sender_edge = taken.edge, .receiver_edge = taken.partner_edge, .ends = error};
    if (!error) {
        CHECK(holder.index == (uint32_t)taken.partner);
        v.sender_key = space_key_now(m->space, m->process, HOLD_NONE);
        v.receiver_key = space_key_now(m->space, holder, hold);
        note_letters(m, holder, &v.first_letter, &v.letter_count);
        v.global = space_global_now(m->space);
    }
    vec_push(m->meetings, v);
}

void moves_meet(moves *m, intern *messages, key_ref sender_key, view_ref sender_view, key_ref receiver_key, view_ref receiver_view,
                global_ref global, meeting_vec *out)
{
    space *s = m->space;
    successors_sink sink = {.rest = on_rest, .violation = on_violation, .data = m};
    size_t first = out->count;
    m->process.index = (uint32_t)key_get(s, sender_key, KEY_POSITION);
    m->meetings = out;
    m->messages = messages;
    space_load_global(s, global);
    space_load_process(s, sender_key, sender_view);
    space_load_process(s, receiver_key, receiver_view);
    s->successors.only_partner.index = (uint32_t)key_get(s, receiver_key, KEY_POSITION);
    successors_each_step(&s->successors, m->process, (hold_kind)key_get(s, sender_key, KEY_HOLD), &sink, note_meeting);
    s->successors.only_partner.index = NOBODY;
    for (size_t i = first; i < out->count; i++)
        if (!out->data[i].ends)
            out->data[i].message = message_of(m, &type_of(m, sender_key)->edges.data[out->data[i].sender_edge]);
}
