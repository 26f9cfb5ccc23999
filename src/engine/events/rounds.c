/* rounds.c: the closure of one process's set over keys paired with a phase of a loop of events.
 *
 * The others go round for ever (accelerate.c sees to that), so the process sees the same globals again and again. It takes quiet steps in each phase,
 * and passes on to the next phase: at rest where the event is another's, by a step, a meeting or a commit where the event is its own, with no pending
 * store where the event is a sync.
 *
 * Words are made letter by letter, as in any closure, and what is in a word stays there. Stores that are committed before the word is complete, by own
 * commits in the loop or unseen while memory has their value, never become part of the word: they are *in flight*, a short queue beside the key. A
 * store may take off only while nothing that must be committed before it is in the word, so all stores in flight are older than the stores of the same
 * buffer in the word. Every path through this closure is a run of the process. Since the queue is short not all runs are paths: not all reachable
 * configurations are found, but all that are found are reachable. */
#include "base/bug.h"
#include "engine/events/rounds_internal.h"

enum { MAX_WORK = 1 << 16, MAX_SPOTS = 1 << 14 };

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

static void begin_subset(rounding *r, subset *x, view_ref view)
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
    size_t at = rounds_view_place(r, x->view);
    for (size_t i = 0; i < x->keys.count && is_small(r); i++) {
        lead_list list = rounds_leads(r, x->keys.data[i], at);
        for (uint32_t k = 0; k < list.count; k++) {
            lead to = r->leads.data[list.first + k];
            if (letter_is(to.letter, SILENT))
                add_spot(r, x, to.spot);
            else if (letter_is(to.letter, LANDS))
                number_add(&r->landed, to.spot);
        }
    }
}

/* Fills r->letters, the letters that the subset goes on with, and r->onwards, where they lead. */
static void look_onwards(rounding *r, const subset *x)
{
    size_t at = rounds_view_place(r, x->view);
    vec_clear(&r->letters);
    vec_clear(&r->onwards);
    for (size_t i = 0; i < x->keys.count; i++) {
        lead_list list = rounds_leads(r, x->keys.data[i], at);
        for (uint32_t k = 0; k < list.count; k++) {
            lead to = r->leads.data[list.first + k];
            if (!letter_is(to.letter, SILENT) && !letter_is(to.letter, LANDS)) {
                number_add(&r->letters, to.letter.index);
                vec_push(&r->onwards, to);
            }
        }
    }
}

static void after_letter(rounding *r, const subset *x, letter_ref letter, subset *out)
{
    begin_subset(r, out, space_view_with(r->s->space, r->type, x->view, letter));
    for (size_t i = 0; i < r->onwards.count; i++)
        if (letter_is(r->onwards.data[i].letter, letter))
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
    moore_label made = moore_label_of(r->s->pool, x->view.index, keys.data, keys.count);
    vec_release(&keys);
    return made;
}

/* Makes all subsets and the draft of their automaton; false where there are too many. */
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
            after_letter(r, &x, (letter_ref){r->letters.data[k]}, &next);
            moore_draft_edge_add(&b->draft, i, r->letters.data[k], subset_number(b, &next));
        }
    }
    subset_release(&x);
    subset_release(&next);
    return is_small(r);
}

/* Does the phase look to the process like the next phase, so that the two need not be told apart? While another process is inside an
 * atomic block this process can only wait. */
static bool is_idle(const rounding *r, const phase *p, const phase *next)
{
    if (p->own || p->event.kind == EVENT_SYNC)
        return false;
    return !process_is(p->holder, NO_HOLDER) || (process_is(next->holder, NO_HOLDER) && scene_is(space_scene(r->s->space, p->global, r->process),
                                                                               space_scene(r->s->space, next->global, r->process)));
}

/* Leaves out idle phases. An idle phase at the end is one with the first phase: what can be done in the one can be done in the other. */
static void take_phases(rounding *r, const phase_vec *loop)
{
    for (size_t i = 0; i < loop->count; i++)
        if (!is_idle(r, &loop->data[i], &loop->data[i + 1 < loop->count ? i + 1 : 0]))
            vec_push(&r->loop, loop->data[i]);
}

static void release(rounding *r)
{
    vec_release(&r->loop);
    vec_release(&r->commits_before);
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

/* The number of the question, a row with all that the answer depends on. True when the same was asked before. */
static bool is_known(rounding *r, uint32_t *number)
{
    sets *s = r->s;
    VEC(int32_t) row = {0};
    vec_push(&row, (int32_t)r->from.index);
    vec_push(&row, (int32_t)r->process.index);
    for (size_t i = 0; i < r->loop.count; i++) {
        const phase *p = &r->loop.data[i];
        const int32_t of_phase[] = {(int32_t)space_scene(s->space, p->global, r->process).index,
                                    (int32_t)space_scene(s->space, p->next_global, r->process).index,
                                    (int32_t)p->holder.index, p->own, (int32_t)p->event.kind, (int32_t)p->event.process.index, (int32_t)p->event.partner.index,
                                    (int32_t)p->event.letter.index, (int32_t)p->event.message, (int32_t)p->other.index};
        bool plain = !p->own && p->event.kind != EVENT_SYNC; /* what the others do in this phase does not matter */
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
    rounds_find_supply(r);
    do { /* a flush leads back to the empty word */
        known = r->landed.count;
        fits = draft_rounds(r);
    } while (fits && r->landed.count > known);
    return fits ? sets_close(s, moore_build(s->pool, &s->builder->draft), r->loop.data[0].global, CLOSE_ALL) : r->from;
}

moore_ref rounds_of(sets *s, intern *messages, moore_ref from, process_ref process, const phase_vec *loop)
{
    rounding r = {.s = s, .messages = messages, .from = from, .process = process, .type = sets_type(s, from)};
    moore_ref result = from;
    uint32_t number, nothing = intern_row(&r.flights, NULL, 0);
    CHECK(nothing == NOTHING_FLIES);
    take_phases(&r, loop);
    if (r.loop.count) { /* otherwise nothing happens in the loop that the process could see */
        if (!is_known(&r, &number))
            vec_push(&s->rounded, go_round(&r));
        result = s->rounded.data[number];
    }
    release(&r);
    return result;
}
