/* rounds_leads.c: the single steps of a closure round a loop of events: from spot to spot, silently or with a letter. */
#include "base/bug.h"
#include "engine/events/rounds_internal.h"

enum { MAX_FLIGHT = 1, NOWHERE = UINT32_MAX };

uint32_t spot_number(rounding *r, spot a)
{
    const int32_t row[] = {(int32_t)a.kind, (int32_t)a.number, (int32_t)a.phase, (int32_t)a.flight};
    return intern_row(&r->spots, row, 4);
}

spot spot_get(const rounding *r, uint32_t number)
{
    const int32_t *row = intern_get(&r->spots, number);
    return (spot){(spot_kind)row[0], (uint32_t)row[1], (uint32_t)row[2], (uint32_t)row[3]};
}

static uint32_t next_phase(const rounding *r, uint32_t at_phase)
{
    return at_phase + 1 == r->loop.count ? 0 : at_phase + 1;
}

/* ---- In flight ---- */
static uint32_t element_of(const rounding *r, letter_ref letter)
{
    return (uint32_t)intern_get(&r->s->space->letters, letter.index)[LETTER_ELEMENT];
}

/* Does memory have the letter's value in this phase? Then the letter is committed unseen. */
static bool is_in_memory(const rounding *r, letter_ref letter, const phase *p)
{
    const int32_t *row = intern_get(&r->s->space->letters, letter.index);
    return space_memory(r->s->space, p->global, (uint32_t)row[LETTER_ELEMENT]) == row[LETTER_VALUE];
}

static bool is_own_commit(const phase *p, letter_ref letter)
{
    return p->own && p->event.kind == EVENT_COMMIT && letter_is(p->event.letter, letter);
}

/* May the store take off: does the loop ever commit the letter, and is no store in the word that must be committed first? */
static bool may_take_off(const rounding *r, letter_ref letter, view_ref view)
{
    if (!sets_may_leave(r->s, r->type, letter, view))
        return false;
    for (size_t i = 0; i < r->loop.count; i++) {
        const phase *p = &r->loop.data[i];
        if (process_is(p->holder, NO_HOLDER) && (is_own_commit(p, letter) || is_in_memory(r, letter, p)))
            return true;
    }
    return false;
}

static bool is_supply(uint32_t flight)
{
    return flight == SUPPLY_LAST || flight == SUPPLY_MORE;
}

/* The flight with one letter more; NOWHERE when the flight is full. */
static uint32_t flight_with(rounding *r, uint32_t flight, letter_ref letter)
{
    int32_t row[MAX_FLIGHT];
    if (is_supply(flight) || intern_length(&r->flights, flight) == MAX_FLIGHT)
        return NOWHERE;
    uint32_t count = intern_length(&r->flights, flight);
    for (uint32_t i = 0; i < count; i++)
        row[i] = intern_get(&r->flights, flight)[i];
    row[count] = (int32_t)letter.index;
    return intern_row(&r->flights, row, count + 1);
}

static uint32_t flight_without(rounding *r, uint32_t flight, uint32_t at)
{
    int32_t row[MAX_FLIGHT];
    uint32_t count = intern_length(&r->flights, flight), left = 0;
    for (uint32_t i = 0; i < count; i++)
        if (i != at)
            row[left++] = intern_get(&r->flights, flight)[i];
    return intern_row(&r->flights, row, left);
}

static bool is_oldest(const rounding *r, uint32_t flight, uint32_t at)
{
    const int32_t *row = intern_get(&r->flights, flight);
    if (!r->s->pso)
        return at == 0;
    for (uint32_t i = 0; i < at; i++)
        if (element_of(r, (letter_ref){(uint32_t)row[i]}) == element_of(r, (letter_ref){(uint32_t)row[at]}))
            return false;
    return true;
}

/* ---- The supply ---- */
void rounds_find_supply(rounding *r)
{
    moore_ref left = r->from;
    for (size_t i = 0; i < r->loop.count; i++) {
        const phase *p = &r->loop.data[i];
        vec_push(&r->commits_before, (uint32_t)r->commits.count);
        if (p->own && p->event.kind == EVENT_COMMIT) {
            vec_push(&r->commits, p->event.letter);
            left = sets_commit(r->s, left, p->event.letter);
        }
    }
    r->has_supply = r->commits.count && moore_includes(r->s->pool, left, sets_at_rest(r->s, r->from));
}

/* What the process sees as pending: the word, and below it what is in flight or in the supply. */
static view_ref view_of_all(const rounding *r, view_ref view, spot a)
{
    space *sp = r->s->space;
    if (a.flight == NOTHING_FLIES)
        return view;
    view_ref all = sp->no_view;
    for (uint32_t i = 0; !is_supply(a.flight) && i < intern_length(&r->flights, a.flight); i++)
        all = space_view_with(sp, r->type, all, (letter_ref){(uint32_t)intern_get(&r->flights, a.flight)[i]});
    for (size_t i = a.flight == SUPPLY_LAST ? r->commits_before.data[a.phase] : 0; is_supply(a.flight) && i < r->commits.count; i++)
        all = space_view_with(sp, r->type, all, r->commits.data[i]);
    for (uint32_t i = 0; i < intern_length(&sp->views, view.index); i += 2) {
        const int32_t *pending = intern_get(&sp->views, view.index) + i;
        all = space_view_with(sp, r->type, all, space_letter(sp, stores_element(&sp->rows->stores[r->type], (location_ref){(uint32_t)pending[0]}), pending[1]));
    }
    return all;
}

static void lead_to(rounding *r, letter_ref letter, spot to)
{
    uint32_t number = spot_number(r, to);
    vec_push(&r->leads, ((lead){letter, number}));
}

/* At rest: the next letter of the supply is committed. */
static void commit_supply(rounding *r, spot a, spot_kind then)
{
    const phase *p = &r->loop.data[a.phase];
    bool is_end = a.flight == SUPPLY_LAST && r->commits_before.data[a.phase] + 1 == r->commits.count;
    if (p->own && p->event.kind == EVENT_COMMIT)
        lead_to(r, SILENT, (spot){then, a.number, next_phase(r, a.phase), is_end ? NOTHING_FLIES : a.flight});
}

/* ---- Moves ---- */
/* While a process is inside an atomic block only its own steps there go on. */
static bool may_move(const rounding *r, spot a)
{
    process_ref holder = r->loop.data[a.phase].holder;
    return process_is(holder, NO_HOLDER) || (process_is(holder, r->process) && a.kind == SPOT_INSIDE);
}

/* Is the move, which is not quiet, the process's own step from one phase to the next? A key inside an atomic block since an event (SPOT_INSIDE) passes
 * only in phases with a holder. */
static bool is_passage(const rounding *r, const move *v, spot a, view_ref view)
{
    const phase *p = &r->loop.data[a.phase];
    if (p->event.kind == EVENT_SYNC && process_is(p->event.process, EVERYBODY))
        return view_is(view, r->s->space->no_view) && a.kind == SPOT_KEY && post_is_common_sync(r->s, spot_key(a), v);
    if (!p->own || v->ends || !key_is(v->created, KEY_NONE) || (a.kind == SPOT_INSIDE) != (!process_is(p->holder, NO_HOLDER)))
        return false;
    if (v->syncs ? p->event.kind != EVENT_SYNC || !view_is(view, r->s->space->no_view) : p->event.kind != EVENT_STEP)
        return false;
    return global_is(move_global(r->s->moves, v, p->global), p->event.then);
}

/* Leads to the key after the move, in the phase after it; a store that the move makes goes into the word, or takes off. */
static void add_move(rounding *r, const move *v, spot a, bool is_event, view_ref view)
{
    bool held = key_is_held(r->s->space, v->key);
    uint32_t then = is_event ? next_phase(r, a.phase) : a.phase;
    spot to = {held && (is_event || a.kind == SPOT_INSIDE) ? SPOT_INSIDE : SPOT_KEY, v->key.index, then, a.flight};
    if (!held && !process_is(r->loop.data[then].holder, NO_HOLDER))
        return; /* the process has come to rest, while the loop goes on inside the block */
    if (v->flushes) {
        to.flight = NOTHING_FLIES;
        lead_to(r, view_is(view, r->s->space->no_view) ? SILENT : LANDS, to);
    } else if (v->letter_count == 0) {
        lead_to(r, SILENT, to);
    } else if (v->letter_count == 1) {
        letter_ref letter = r->s->moves->letters.data[v->first_letter];
        lead_to(r, letter, to);
        to.flight = may_take_off(r, letter, view) ? flight_with(r, a.flight, letter) : NOWHERE;
        if (to.flight != NOWHERE)
            lead_to(r, SILENT, to);
    }
}

/* The parts that the process can play in the phase's meeting, with every configuration that the other may have. */
static void add_meetings(rounding *r, spot a, view_ref all, view_ref view)
{
    const phase *p = &r->loop.data[a.phase];
    bool sends = process_is(p->event.process, r->process);
    const moore_pool *pool = r->s->pool;
    if (!sends && key_is_held(r->s->space, spot_key(a)))
        return;
    for (uint32_t q = 0; q < moore_state_count(pool, p->other); q++) {
        moore_label at = moore_state_label(pool, p->other, q);
        size_t count;
        moore_label_keys(pool, at, &count);
        for (size_t i = 0; i < count; i++) {
            key_ref key = {moore_label_keys(pool, at, &count)[i]};
            view_ref tag = label_view(pool, at);
            if (sends && key_is_held(r->s->space, key))
                continue;
            vec_clear(&r->meetings);
            moves_meet(r->s->moves, r->messages, sends ? spot_key(a) : key, sends ? all : tag, sends ? key : spot_key(a), sends ? tag : all, p->global,
                       &r->meetings);
            for (size_t n = 0; n < r->meetings.count; n++) {
                const meeting *m = &r->meetings.data[n];
                if (m->ends || m->message != p->event.message || !global_is(m->global, p->event.then))
                    continue;
                move v = {.key = sends ? m->sender_key : m->receiver_key, .violated = NO_PROPERTY, .first_letter = m->first_letter,
                          .letter_count = sends ? 0 : m->letter_count, .created = KEY_NONE};
                add_move(r, &v, a, true, view);
            }
        }
    }
}

static void add_moves(rounding *r, spot a, view_ref view)
{
    const phase *p = &r->loop.data[a.phase];
    view_ref all = view_of_all(r, view, a);
    move_list list = may_move(r, a) ? moves_of(r->s->moves, spot_key(a), all, p->global) : (move_list){0};
    for (uint32_t k = 0; k < list.count; k++) {
        move v = r->s->moves->all.data[list.first + k];
        bool quiet = v.quiet;
        if (quiet || is_passage(r, &v, a, all))
            add_move(r, &v, a, !quiet, view);
    }
    if (p->own && p->event.kind == EVENT_MEETING && process_is(p->holder, NO_HOLDER) && a.kind == SPOT_KEY && moves_may_meet(r->s->moves, spot_key(a)))
        add_meetings(r, a, all, view);
}

/* ---- Spots ---- */
/* What else happens at rest: the process passes on with another process's event; a store in flight is committed. */
static void let_pass(rounding *r, spot a, view_ref view)
{
    const phase *p = &r->loop.data[a.phase];
    spot_kind then = a.kind == SPOT_KEY ? SPOT_KEY : SPOT_OLD_MOVED;
    bool empty = a.kind == SPOT_KEY && view_is(view, r->s->space->no_view) && a.flight == NOTHING_FLIES; /* an old word may still go on */
    if (!p->own && (p->event.kind != EVENT_SYNC || empty))
        lead_to(r, SILENT, (spot){then, a.number, next_phase(r, a.phase), a.flight});
    if (is_supply(a.flight)) {
        commit_supply(r, a, then);
        return;
    }
    for (uint32_t i = 0; i < intern_length(&r->flights, a.flight) && process_is(p->holder, NO_HOLDER); i++) {
        letter_ref letter = {(uint32_t)intern_get(&r->flights, a.flight)[i]};
        if (!is_oldest(r, a.flight, i))
            continue;
        if (is_in_memory(r, letter, p))
            lead_to(r, SILENT, (spot){then, a.number, a.phase, flight_without(r, a.flight, i)});
        if (is_own_commit(p, letter))
            lead_to(r, SILENT, (spot){then, a.number, next_phase(r, a.phase), flight_without(r, a.flight, i)});
    }
}

/* What a state of the old automaton leads to: its keys, where the word ends; its edges, whose letters go into the word or take off. */
static void read_old(rounding *r, spot a, view_ref view)
{
    size_t count;
    const uint32_t *keys = moore_label_keys(r->s->pool, moore_state_label(r->s->pool, r->from, a.number), &count);
    for (size_t k = 0; k < count; k++)
        if (a.kind == SPOT_OLD || !key_is_held(r->s->space, (key_ref){keys[k]}))
            lead_to(r, SILENT, (spot){SPOT_KEY, keys[k], a.phase, a.flight});
    const moore_edge *edges = moore_state_edges(r->s->pool, r->from, a.number, &count);
    for (size_t i = 0; i < count; i++) {
        letter_ref letter = {edges[i].letter};
        uint32_t flight = may_take_off(r, letter, view) ? flight_with(r, a.flight, letter) : NOWHERE;
        lead_to(r, letter, (spot){a.kind, edges[i].target, a.phase, a.flight});
        if (flight != NOWHERE)
            lead_to(r, SILENT, (spot){a.kind, edges[i].target, a.phase, flight});
    }
}

static uint32_t find_leads(rounding *r, uint32_t number, view_ref view)
{
    spot a = spot_get(r, number);
    lead_list list = {.first = (uint32_t)r->leads.count};
    bool old = a.kind == SPOT_OLD || a.kind == SPOT_OLD_MOVED;
    if (old)
        read_old(r, a, view);
    else
        add_moves(r, a, view);
    if (old || !key_is_held(r->s->space, spot_key(a)))
        let_pass(r, a, view);
    if (a.flight == SUPPLY_MORE && a.phase == 0)
        lead_to(r, SILENT, (spot){a.kind, a.number, 0, SUPPLY_LAST});
    list.count = (uint32_t)r->leads.count - list.first;
    vec_push(&r->lists, list);
    return (uint32_t)r->lists.count - 1;
}

size_t rounds_view_place(rounding *r, view_ref view)
{
    size_t i = 0;
    while (i < r->known.count && !view_is(r->known.data[i].view, view))
        i++;
    if (i == r->known.count)
        vec_push(&r->known, ((view_leads){.view = view}));
    return i;
}

lead_list rounds_leads(rounding *r, uint32_t number, size_t at)
{
    number_vec *lists = &r->known.data[at].lists;
    while (lists->count <= number)
        vec_push(lists, 0u);
    if (!lists->data[number])
        lists->data[number] = 1 + find_leads(r, number, r->known.data[at].view);
    return r->lists.data[lists->data[number] - 1];
}
