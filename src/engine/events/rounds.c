/* rounds.c: the closure of one process's set over keys paired with a phase, the place in a loop of events.
 *
 * The others go round for ever (accelerate.c sees to that), so the process sees the same globals again and again. It takes quiet steps in each phase,
 * and passes on to the next: at rest where the event is not its own, by a step, a meeting or a commit where it is, with no pending store where it is
 * a sync.
 *
 * Words are made letter by letter, as in any closure, and what is in a word stays there. Stores that go before the word is done, by own commits in the
 * loop or unseen while memory has their value, never become part of it: they are *in flight*, a short queue beside the key. A store may take off
 * only while nothing that must be committed before it is in the word, so all in flight are older than what the word holds of their buffer. Every path
 * through this closure is a run of the process. Since the queue is short not all runs are paths: not everything is found, but all that is found is
 * reachable. */
#include "engine/events/rounds.h"

#include "base/bug.h"
#include "engine/events/subset.h"

enum { MAX_WORK = 1 << 16, MAX_SPOTS = 1 << 14, MAX_FLIGHT = 1, NOTHING_FLIES = 0, NOWHERE = UINT32_MAX };

/* In place of a flight: see find_supply. */
enum { SUPPLY_LAST = UINT32_MAX - 2, SUPPLY_MORE = UINT32_MAX - 1 };

/* What a subset holds: states of the old automaton, and keys, each with its phase and what is in flight; interned as rows. An old state has MOVED once
 * something has happened since the start: then only keys at rest count. A key is INSIDE an atomic block since an event of its own: others can have
 * seen nothing of that event before the key comes to rest, so until then it is no part of an ordinary state. */
typedef enum spot_kind { SPOT_KEY, SPOT_INSIDE, SPOT_OLD, SPOT_OLD_MOVED } spot_kind;

typedef struct spot {
    spot_kind kind;
    uint32_t number, phase, flight;
} spot;

/* Where a spot leads, silently or with a letter that goes into the word. */
typedef struct lead {
    uint32_t letter; /* SILENT: none; LANDS: all that is pending reaches memory */
    uint32_t spot;
} lead;

enum { SILENT = UINT32_MAX, LANDS = UINT32_MAX - 1 };

typedef struct lead_list {
    uint32_t first, count;
} lead_list;

/* What has been worked out for words with one view: by spot, 1 + the number of its list. */
typedef struct view_leads {
    uint32_t view;
    number_vec lists;
} view_leads;

typedef struct rounding {
    sets *s;
    intern *messages;
    moore_ref from;
    uint32_t process, type;
    phase_vec loop;       /* without those that make no difference to the process */
    VEC(uint32_t) scenes; /* of each phase */
    VEC(uint32_t) place;  /* of each phase: how many of `commits` come before it */
    letter_vec commits;   /* its own in the loop */
    bool has_supply;
    intern spots;
    intern flights;       /* rows of letters, oldest first */
    VEC(view_leads) known; /* one a view */
    VEC(lead_list) lists;  /* where a spot leads */
    VEC(lead) leads;
    VEC(uint32_t) seen;   /* by spot: the last subset that it was added to */
    uint32_t subset;      /* how many have been made */
    number_vec letters;   /* that the subset under way goes on with */
    VEC(lead) onwards;    /* and where to */
    number_vec landed;    /* spots of keys after a flush, with the empty word */
    meeting_vec meetings;
} rounding;

static uint32_t spot_number(rounding *r, spot a)
{
    const int32_t row[] = {(int32_t)a.kind, (int32_t)a.number, (int32_t)a.phase, (int32_t)a.flight};
    return intern_row(&r->spots, row, 4);
}

static spot spot_get(const rounding *r, uint32_t number)
{
    const int32_t *row = intern_get(&r->spots, number);
    return (spot){(spot_kind)row[0], (uint32_t)row[1], (uint32_t)row[2], (uint32_t)row[3]};
}

static uint32_t next_phase(const rounding *r, uint32_t at_phase)
{
    return at_phase + 1 == r->loop.count ? 0 : at_phase + 1;
}

/* ---- In flight ---- */
static uint32_t element_of(const rounding *r, uint32_t letter)
{
    return (uint32_t)intern_get(&r->s->space->letters, letter)[LETTER_ELEMENT];
}

/* Does memory have the letter's value in this phase? Then its commit is unseen. */
static bool is_in_memory(const rounding *r, uint32_t letter, const phase *p)
{
    const int32_t *row = intern_get(&r->s->space->letters, letter);
    return space_memory(r->s->space, p->global, (uint32_t)row[LETTER_ELEMENT]) == row[LETTER_VALUE];
}

static bool is_own_commit(const phase *p, uint32_t letter)
{
    return p->own && p->event.kind == EVENT_COMMIT && p->event.letter == letter;
}

/* May the store take off: does the loop ever commit it, and is nothing in the word that must go first? */
static bool may_take_off(const rounding *r, uint32_t letter, uint32_t view)
{
    if (!sets_may_leave(r->s, r->type, letter, view))
        return false;
    for (size_t i = 0; i < r->loop.count; i++) {
        const phase *p = &r->loop.data[i];
        if (p->holder == NO_HOLDER && (is_own_commit(p, letter) || is_in_memory(r, letter, p)))
            return true;
    }
    return false;
}

static bool is_supply(uint32_t flight)
{
    return flight == SUPPLY_LAST || flight == SUPPLY_MORE;
}

/* The queue with one letter more; NOWHERE when it is full. */
static uint32_t flight_with(rounding *r, uint32_t flight, uint32_t letter)
{
    int32_t row[MAX_FLIGHT];
    if (is_supply(flight) || intern_length(&r->flights, flight) == MAX_FLIGHT)
        return NOWHERE;
    uint32_t count = intern_length(&r->flights, flight);
    for (uint32_t i = 0; i < count; i++)
        row[i] = intern_get(&r->flights, flight)[i];
    row[count] = (int32_t)letter;
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
        if (element_of(r, (uint32_t)row[i]) == element_of(r, (uint32_t)row[at]))
            return false;
    return true;
}

/* ---- The supply ---- */
/* Going round with own commits, of the letters c, takes words from the front while stores are made at the back. Where the set has, for each of its pairs
 * (key, w), another from which committing c leaves it, then by induction one from which committing c any number of times does. Starting with that one the
 * process can go round so often, with w as if nothing had been committed. The *supply* is what it has before w: one c, of which the LAST letters are left,
 * or MORE after it. In the first phase MORE may be one. */
static void find_supply(rounding *r)
{
    moore_ref left = r->from;
    for (size_t i = 0; i < r->loop.count; i++) {
        const phase *p = &r->loop.data[i];
        vec_push(&r->place, (uint32_t)r->commits.count);
        if (p->own && p->event.kind == EVENT_COMMIT) {
            vec_push(&r->commits, p->event.letter);
            left = sets_commit(r->s, left, p->event.letter);
        }
    }
    r->has_supply = r->commits.count && moore_includes(r->s->pool, left, sets_at_rest(r->s, r->from));
}

/* What the process sees as pending: the word, and below it what is in flight or in the supply. */
static uint32_t view_of_all(const rounding *r, uint32_t view, spot a)
{
    space *sp = r->s->space;
    if (a.flight == NOTHING_FLIES)
        return view;
    uint32_t all = sp->no_view;
    for (uint32_t i = 0; !is_supply(a.flight) && i < intern_length(&r->flights, a.flight); i++)
        all = space_view_with(sp, r->type, all, (uint32_t)intern_get(&r->flights, a.flight)[i]);
    for (size_t i = a.flight == SUPPLY_LAST ? r->place.data[a.phase] : 0; is_supply(a.flight) && i < r->commits.count; i++)
        all = space_view_with(sp, r->type, all, r->commits.data[i]);
    for (uint32_t i = 0; i < intern_length(&sp->views, view); i += 2) {
        const int32_t *pending = intern_get(&sp->views, view) + i;
        all = space_view_with(sp, r->type, all, space_letter(sp, sp->model->stores[r->type].element[pending[0]], pending[1]));
    }
    return all;
}

static void lead_to(rounding *r, uint32_t letter, spot to)
{
    uint32_t number = spot_number(r, to); /* first: it may move what is pushed to */
    vec_push(&r->leads, ((lead){letter, number}));
}

/* At rest: the next letter of the supply is committed. */
static void commit_supply(rounding *r, spot a, spot_kind then)
{
    const phase *p = &r->loop.data[a.phase];
    bool is_end = a.flight == SUPPLY_LAST && r->place.data[a.phase] + 1 == r->commits.count;
    if (p->own && p->event.kind == EVENT_COMMIT)
        lead_to(r, SILENT, (spot){then, a.number, next_phase(r, a.phase), is_end ? NOTHING_FLIES : a.flight});
}

/* ---- Moves ---- */
/* While somebody is inside an atomic block only his steps there go on. */
static bool may_move(const rounding *r, spot a)
{
    uint32_t holder = r->loop.data[a.phase].holder;
    return holder == NO_HOLDER || (holder == r->process && a.kind == SPOT_INSIDE);
}

/* Is the move, which is not quiet, the process's own step from one phase to the next? What is inside a block since an event goes on in phases of its own. */
static bool is_passage(const rounding *r, const move *v, spot a, uint32_t view)
{
    const phase *p = &r->loop.data[a.phase];
    if (p->event.process == EVERYBODY)
        return view == r->s->space->no_view && a.kind == SPOT_KEY && post_is_common_sync(r->s, a.number, v);
    if (!p->own || v->ends || v->created != UINT32_MAX || (a.kind == SPOT_INSIDE) != (p->holder != NO_HOLDER))
        return false;
    if (v->syncs ? p->event.kind != EVENT_SYNC || view != r->s->space->no_view : p->event.kind != EVENT_STEP)
        return false;
    return move_global(r->s->moves, v, p->global) == p->next_global;
}

/* The key after a move, in the phase after it; its store goes into the word, or takes off. */
static void add_move(rounding *r, const move *v, spot a, bool is_event, uint32_t view)
{
    bool held = key_is_held(r->s->space, v->key);
    uint32_t then = is_event ? next_phase(r, a.phase) : a.phase;
    spot to = {held && (is_event || a.kind == SPOT_INSIDE) ? SPOT_INSIDE : SPOT_KEY, v->key, then, a.flight};
    if (!held && r->loop.data[then].holder != NO_HOLDER)
        return; /* it has come to rest, where the loop goes on inside the block */
    if (v->flushes) {
        to.flight = NOTHING_FLIES;
        lead_to(r, view == r->s->space->no_view ? SILENT : LANDS, to);
    } else if (v->letter_count == 0) {
        lead_to(r, SILENT, to);
    } else if (v->letter_count == 1) {
        uint32_t letter = r->s->moves->letters.data[v->first_letter];
        lead_to(r, letter, to);
        to.flight = may_take_off(r, letter, view) ? flight_with(r, a.flight, letter) : NOWHERE;
        if (to.flight != NOWHERE)
            lead_to(r, SILENT, to);
    }
}

/* The parts that the process can play in the phase's meeting, with whatever the other may be doing. */
static void add_meetings(rounding *r, spot a, uint32_t all, uint32_t view)
{
    const phase *p = &r->loop.data[a.phase];
    bool sends = p->event.process == r->process;
    const moore_pool *pool = r->s->pool;
    if (!sends && key_is_held(r->s->space, a.number))
        return;
    for (uint32_t q = 0; q < moore_state_count(pool, p->other); q++) {
        moore_label at = moore_state_label(pool, p->other, q);
        size_t count;
        moore_label_keys(pool, at, &count);
        for (size_t i = 0; i < count; i++) {
            uint32_t key = moore_label_keys(pool, at, &count)[i], tag = moore_label_tag(pool, at);
            if (sends && key_is_held(r->s->space, key))
                continue;
            vec_clear(&r->meetings);
            moves_meet(r->s->moves, r->messages, sends ? a.number : key, sends ? all : tag, sends ? key : a.number, sends ? tag : all, p->global,
                       &r->meetings);
            for (size_t n = 0; n < r->meetings.count; n++) {
                const meeting *m = &r->meetings.data[n];
                if (m->ends || m->message != p->event.message || m->global != p->next_global)
                    continue;
                move v = {.key = sends ? m->sender_key : m->receiver_key, .first_letter = m->first_letter,
                          .letter_count = sends ? 0 : m->letter_count, .created = UINT32_MAX};
                add_move(r, &v, a, true, view);
            }
        }
    }
}

static void add_moves(rounding *r, spot a, uint32_t view)
{
    const phase *p = &r->loop.data[a.phase];
    uint32_t all = view_of_all(r, view, a);
    move_list list = moves_of(r->s->moves, a.number, all, r->scenes.data[a.phase], p->global);
    for (uint32_t k = 0; k < list.count; k++) {
        move v = r->s->moves->all.data[list.first + k];
        bool quiet = move_is_quiet(r->s->moves, &v, p->global);
        if (may_move(r, a) && (quiet || is_passage(r, &v, a, all)))
            add_move(r, &v, a, !quiet, view);
    }
    if (p->own && p->event.kind == EVENT_MEETING && p->holder == NO_HOLDER && a.kind == SPOT_KEY && list.may_meet)
        add_meetings(r, a, all, view);
}

/* ---- Spots ---- */
/* What else happens at rest: the process passes on with somebody else's event; what is in flight is committed. */
static void let_pass(rounding *r, spot a, uint32_t view)
{
    const phase *p = &r->loop.data[a.phase];
    spot_kind then = a.kind == SPOT_KEY ? SPOT_KEY : SPOT_OLD_MOVED;
    bool empty = a.kind == SPOT_KEY && view == r->s->space->no_view && a.flight == NOTHING_FLIES; /* an old word may still go on */
    if (!p->own && (p->event.kind != EVENT_SYNC || empty))
        lead_to(r, SILENT, (spot){then, a.number, next_phase(r, a.phase), a.flight});
    if (is_supply(a.flight)) {
        commit_supply(r, a, then);
        return;
    }
    for (uint32_t i = 0; i < intern_length(&r->flights, a.flight) && p->holder == NO_HOLDER; i++) {
        uint32_t letter = (uint32_t)intern_get(&r->flights, a.flight)[i];
        if (!is_oldest(r, a.flight, i))
            continue;
        if (is_in_memory(r, letter, p))
            lead_to(r, SILENT, (spot){then, a.number, a.phase, flight_without(r, a.flight, i)});
        if (is_own_commit(p, letter))
            lead_to(r, SILENT, (spot){then, a.number, next_phase(r, a.phase), flight_without(r, a.flight, i)});
    }
}

/* What an old word leads to: keys at its end, its next letter, which may take off. */
static void read_old(rounding *r, spot a, uint32_t view)
{
    size_t count;
    const uint32_t *keys = moore_label_keys(r->s->pool, moore_state_label(r->s->pool, r->from, a.number), &count);
    for (size_t k = 0; k < count; k++)
        if (a.kind == SPOT_OLD || !key_is_held(r->s->space, keys[k]))
            lead_to(r, SILENT, (spot){SPOT_KEY, keys[k], a.phase, a.flight});
    const moore_edge *edges = moore_state_edges(r->s->pool, r->from, a.number, &count);
    for (size_t i = 0; i < count; i++) {
        uint32_t letter = edges[i].letter, flight = may_take_off(r, letter, view) ? flight_with(r, a.flight, letter) : NOWHERE;
        lead_to(r, letter, (spot){a.kind, edges[i].target, a.phase, a.flight});
        if (flight != NOWHERE)
            lead_to(r, SILENT, (spot){a.kind, edges[i].target, a.phase, flight});
    }
}

static uint32_t find_leads(rounding *r, uint32_t number, uint32_t view)
{
    spot a = spot_get(r, number);
    lead_list list = {.first = (uint32_t)r->leads.count};
    bool old = a.kind == SPOT_OLD || a.kind == SPOT_OLD_MOVED;
    if (old)
        read_old(r, a, view);
    else
        add_moves(r, a, view);
    if (old || !key_is_held(r->s->space, a.number))
        let_pass(r, a, view);
    if (a.flight == SUPPLY_MORE && a.phase == 0)
        lead_to(r, SILENT, (spot){a.kind, a.number, 0, SUPPLY_LAST});
    list.count = (uint32_t)r->leads.count - list.first;
    vec_push(&r->lists, list);
    return (uint32_t)r->lists.count - 1;
}

static size_t view_place(rounding *r, uint32_t view)
{
    size_t i = 0;
    while (i < r->known.count && r->known.data[i].view != view)
        i++;
    if (i == r->known.count)
        vec_push(&r->known, ((view_leads){.view = view}));
    return i;
}

/* `at` is the view's place in r->known. */
static lead_list leads_of(rounding *r, uint32_t number, size_t at)
{
    number_vec *lists = &r->known.data[at].lists;
    while (lists->count <= number)
        vec_push(lists, 0u);
    if (!lists->data[number])
        lists->data[number] = 1 + find_leads(r, number, r->known.data[at].view);
    return r->lists.data[lists->data[number] - 1];
}

/* ---- The automaton ---- */
/* The spots of a subset are kept in its list of keys. */
static void add_spot(rounding *r, subset *x, uint32_t number)
{
    while (r->seen.count <= number)
        vec_push(&r->seen, 0u);
    if (r->seen.data[number] != r->subset) {
        r->seen.data[number] = r->subset;
        vec_push(&x->keys, number);
    }
}

static void begin_subset(rounding *r, subset *x, uint32_t view)
{
    r->subset++;
    x->view = view;
    vec_clear(&x->states);
    vec_clear(&x->keys);
}

static bool is_small(const rounding *r)
{
    return r->s->builder->known.values.count <= MAX_WORK && intern_count(&r->spots) <= MAX_SPOTS;
}

static void close_rounding(rounding *r, subset *x)
{
    size_t at = view_place(r, x->view);
    for (size_t i = 0; i < x->keys.count && is_small(r); i++) {
        lead_list list = leads_of(r, x->keys.data[i], at);
        for (uint32_t k = 0; k < list.count; k++) {
            lead to = r->leads.data[list.first + k];
            if (to.letter == SILENT)
                add_spot(r, x, to.spot);
            else if (to.letter == LANDS)
                number_add(&r->landed, to.spot);
        }
    }
}

/* Fills r->letters and r->onwards. */
static void look_onwards(rounding *r, const subset *x)
{
    size_t at = view_place(r, x->view);
    vec_clear(&r->letters);
    vec_clear(&r->onwards);
    for (size_t i = 0; i < x->keys.count; i++) {
        lead_list list = leads_of(r, x->keys.data[i], at);
        for (uint32_t k = 0; k < list.count; k++) {
            lead to = r->leads.data[list.first + k];
            if (to.letter < LANDS) {
                number_add(&r->letters, to.letter);
                vec_push(&r->onwards, to);
            }
        }
    }
}

static void after_letter(rounding *r, const subset *x, uint32_t letter, subset *out)
{
    begin_subset(r, out, space_view_with(r->s->space, r->type, x->view, letter));
    for (size_t i = 0; i < r->onwards.count; i++)
        if (r->onwards.data[i].letter == letter)
            add_spot(r, out, r->onwards.data[i].spot);
    close_rounding(r, out);
}

static moore_label first_phase_label(const rounding *r, const subset *x)
{
    number_vec keys = {0};
    for (size_t i = 0; i < x->keys.count; i++) {
        spot a = spot_get(r, x->keys.data[i]);
        if (a.kind == SPOT_KEY && a.phase == 0 && a.flight == NOTHING_FLIES)
            vec_push(&keys, a.number);
    }
    moore_label made = moore_label_of(r->s->pool, x->view, keys.data, keys.count);
    vec_release(&keys);
    return made;
}

/* All subsets and their draft; false where there are too many. */
static bool draft_rounds(rounding *r)
{
    subset_builder *b = r->s->builder;
    subset x = {0}, next = {0};
    subset_builder_clear(b);
    begin_subset(r, &x, r->s->space->no_view);
    add_spot(r, &x, spot_number(r, (spot){SPOT_OLD, 0, 0, NOTHING_FLIES}));
    if (r->has_supply)
        add_spot(r, &x, spot_number(r, (spot){SPOT_OLD_MOVED, 0, 0, SUPPLY_MORE}));
    for (size_t i = 0; i < r->landed.count; i++)
        add_spot(r, &x, r->landed.data[i]);
    close_rounding(r, &x);
    subset_number(b, &x);
    for (uint32_t i = 0; i < intern_count(&b->known) && is_small(r); i++) {
        subset_get(b, i, &x);
        moore_draft_state(&b->draft, first_phase_label(r, &x));
        look_onwards(r, &x);
        for (size_t k = 0; k < r->letters.count; k++) {
            after_letter(r, &x, r->letters.data[k], &next);
            moore_draft_edge_add(&b->draft, i, r->letters.data[k], subset_number(b, &next));
        }
    }
    subset_release(&x);
    subset_release(&next);
    return is_small(r);
}

/* Does the phase look to the process like the next one, so that it need not be told from it? The process can only wait while another is inside an
 * atomic block. */
static bool is_idle(const rounding *r, const phase *p, const phase *next)
{
    if (p->own || p->event.kind == EVENT_SYNC)
        return false;
    return p->holder != NO_HOLDER || (next->holder == NO_HOLDER && space_scene(r->s->space, p->global, r->process) ==
                                                                       space_scene(r->s->space, next->global, r->process));
}

/* Leaves out idle phases. A phase like the first, at the end, is one with it: what can be done there can be done here. */
static void take_phases(rounding *r, const phase_vec *loop)
{
    for (size_t i = 0; i < loop->count; i++)
        if (!is_idle(r, &loop->data[i], &loop->data[i + 1 < loop->count ? i + 1 : 0]))
            vec_push(&r->loop, loop->data[i]);
    for (size_t i = 0; i < r->loop.count; i++)
        vec_push(&r->scenes, space_scene(r->s->space, r->loop.data[i].global, r->process));
}

static void release(rounding *r)
{
    vec_release(&r->loop);
    vec_release(&r->scenes);
    vec_release(&r->place);
    vec_release(&r->commits);
    intern_release(&r->spots);
    intern_release(&r->flights);
    for (size_t i = 0; i < r->known.count; i++)
        vec_release(&r->known.data[i].lists);
    vec_release(&r->known);
    vec_release(&r->letters);
    vec_release(&r->onwards);
    vec_release(&r->lists);
    vec_release(&r->leads);
    vec_release(&r->seen);
    vec_release(&r->landed);
    vec_release(&r->meetings);
}

/* The number of what is asked: all that the answer depends on. True when it has been asked before. */
static bool is_known(rounding *r, uint32_t *number)
{
    sets *s = r->s;
    VEC(int32_t) row = {0};
    vec_push(&row, (int32_t)r->from.index);
    vec_push(&row, (int32_t)r->process);
    for (size_t i = 0; i < r->loop.count; i++) {
        const phase *p = &r->loop.data[i];
        const int32_t of_phase[] = {(int32_t)r->scenes.data[i], (int32_t)space_scene(s->space, p->next_global, r->process), (int32_t)p->holder, p->own,
                                    (int32_t)p->event.kind, (int32_t)p->event.process, (int32_t)p->event.partner, (int32_t)p->event.letter,
                                    (int32_t)p->event.message, (int32_t)p->other.index};
        bool plain = !p->own && p->event.kind != EVENT_SYNC; /* it does not matter what the others do */
        vec_push(&row, plain);
        for (size_t k = 0; k < (plain ? 3 : sizeof of_phase / sizeof *of_phase); k++)
            vec_push(&row, of_phase[k]);
    }
    size_t before = intern_count(&s->rounds);
    *number = intern_row(&s->rounds, row.data, row.count);
    vec_release(&row);
    return *number < before;
}

static moore_ref go_round(rounding *r)
{
    sets *s = r->s;
    size_t known;
    bool fits;
    find_supply(r);
    do { /* a flush leads back to the empty word */
        known = r->landed.count;
        fits = draft_rounds(r);
    } while (fits && r->landed.count > known);
    return fits ? sets_close(s, moore_build(s->pool, &s->builder->draft), r->loop.data[0].global, r->process, false) : r->from;
}

moore_ref rounds_of(sets *s, intern *messages, moore_ref from, uint32_t process, const phase_vec *loop)
{
    rounding r = {.s = s, .messages = messages, .from = from, .process = process, .type = sets_type(s, from)};
    moore_ref result = from;
    uint32_t number, nothing = intern_row(&r.flights, NULL, 0);
    CHECK(nothing == NOTHING_FLIES);
    take_phases(&r, loop);
    if (r.loop.count) { /* otherwise nothing happens that it could see */
        if (!is_known(&r, &number))
            vec_push(&s->rounded, go_round(&r));
        result = s->rounded.data[number];
    }
    release(&r);
    return result;
}
