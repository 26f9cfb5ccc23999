#include "engine/events/sets.h"


#include "base/bug.h"
#include "base/memory.h"
#include "engine/events/subset.h"

void sets_init(sets *s, space *sp, moves *m)
{
    *s = (sets){.space = sp, .moves = m, .pool = moore_pool_new(), .pso = machine_traits(sp->request->machine)->per_location};
    looks_init(&s->closures, &sp->globals);
    s->has_barriers = s->pso && sp->request->footprints->all.has_barrier;
    s->builder = memory_new(sizeof *s->builder);
}

void sets_release(sets *s)
{
    moore_pool_free(s->pool);
    looks_release(&s->closures);
    intern_release(&s->commits);
    intern_release(&s->others);
    intern_release(&s->rounds);
    vec_release(&s->closed);
    vec_release(&s->committed);
    vec_release(&s->other);
    vec_release(&s->rounded);
    subset_builder_release(s->builder);
    memory_free(s->builder);
}

/* The number of the result for the arguments; true when that result is kept. Otherwise the caller works it out and pushes it. */
static bool recall(intern *arguments, const int32_t *row, size_t count, uint32_t *number)
{
    size_t before = intern_count(arguments);
    *number = intern_row(arguments, row, count);
    return *number < before;
}

moore_ref sets_single(sets *s, key_ref key)
{
    moore_draft_clear(&s->builder->draft);
    moore_draft_state(&s->builder->draft, moore_label_of(s->pool, s->space->no_view.index, &key.index, 1));
    return moore_build(s->pool, &s->builder->draft);
}

uint32_t sets_type(const sets *s, moore_ref a)
{
    for (uint32_t q = 0; q < moore_state_count(s->pool, a); q++) {
        size_t count;
        const uint32_t *keys = moore_label_keys(s->pool, moore_state_label(s->pool, a, q), &count);
        if (count)
            return (uint32_t)key_get(s->space, (key_ref){keys[0]}, KEY_TYPE);
    }
    BUG("the empty set has no type");
}

/* ---- Closure ---- */
typedef struct closing {
    sets *s;
    moore_ref from;
    global_ref global;
    uint32_t type;
    sets_scope scope;
} closing;

enum { ERASED = 1 }; /* mark of an old state: a store before it has been committed, so only keys at rest count from here */

bool sets_may_leave(const sets *s, uint32_t type, letter_ref letter, view_ref view)
{
    const space *sp = s->space;
    if (!s->pso)
        return view_is(view, sp->no_view);
    location_ref location = sp->rows->stores[type].location[intern_get(&sp->letters, letter.index)[LETTER_ELEMENT]], barrier = sp->rows->stores[type].barrier;
    const int32_t *pending = intern_get(&sp->views, view.index);
    for (uint32_t i = 0; i < intern_length(&sp->views, view.index); i += 2)
        if ((uint32_t)pending[i] == location.index || (uint32_t)pending[i] == barrier.index || location_is(location, barrier))
            return false;
    return true;
}

/* May a store be committed at once, unseen? It may when memory has its value already, and no store is pending that must be committed first. */
static bool is_erasable(const closing *c, letter_ref letter, view_ref view)
{
    const int32_t *row = intern_get(&c->s->space->letters, letter.index);
    uint32_t position = GLOBAL_SLOTS + (uint32_t)row[LETTER_ELEMENT];
    if (c->scope != CLOSE_ALL || !sets_may_leave(c->s, c->type, letter, view))
        return false;
    if (space_is_barrier(c->s->space, letter))
        return true;
    looks_note(&c->s->closures, &position, 1);
    return row[LETTER_VALUE] == space_memory(c->s->space, c->global, (uint32_t)row[LETTER_ELEMENT]);
}

/* The answers for one view: a closure asks for the same few letters again and again. */
typedef struct erasures {
    uint64_t known, erasable; /* a bit a letter, of the first 64 */
} erasures;

static bool is_erasable_here(const closing *c, erasures *e, letter_ref letter, view_ref view)
{
    if (letter.index >= 64)
        return is_erasable(c, letter, view);
    uint64_t bit = 1ull << letter.index;
    if (!(e->known & bit))
        e->erasable |= is_erasable(c, letter, view) ? bit : 0;
    e->known |= bit;
    return e->erasable & bit;
}

static void add_old_keys(const closing *c, subset *x, uint32_t state)
{
    size_t count;
    const uint32_t *keys = moore_label_keys(c->s->pool, moore_state_label(c->s->pool, c->from, state >> 1), &count);
    for (size_t i = 0; i < count; i++)
        if (!(state & ERASED) || !key_is_held(c->s->space, (key_ref){keys[i]}))
            number_add(&x->keys, keys[i]);
}

/* Counters that run through all numbers have no closure that would fit anywhere. */
static bool is_too_large(const sets *s, const subset *x)
{
    enum { MAX_KEYS = 1 << 14, MAX_WORK = 1 << 21 };
    return x->keys.count > MAX_KEYS || s->builder->known.values.count > MAX_WORK;
}

static move_list look_at_moves(const closing *c, key_ref key, view_ref view)
{
    move_list list = moves_of(c->s->moves, key, view, c->global);
    moves_note(c->s->moves, &list, &c->s->closures);
    return list;
}

/* Adds what silent steps lead to: unseen commits from old words, the keys at the end of old words, quiet moves, stores committed as soon as they are
 * made. b->leads gets where letters lead. */
static void close_subset(const closing *c, subset *x)
{
    sets *s = c->s;
    erasures e = {0};
    vec_clear(&s->builder->leads);
    for (size_t i = 0; i < x->states.count; i++) {
        uint32_t state = x->states.data[i];
        add_old_keys(c, x, state);
        size_t count;
        const moore_edge *edges = moore_state_edges(s->pool, c->from, state >> 1, &count);
        for (size_t k = 0; k < count; k++) {
            vec_push(&s->builder->leads, ((subset_lead){{edges[k].letter}, edges[k].target << 1 | (state & ERASED), false}));
            if (is_erasable_here(c, &e, (letter_ref){edges[k].letter}, x->view))
                number_add(&x->states, edges[k].target << 1 | ERASED);
        }
    }
    for (size_t i = 0; i < x->keys.count && !s->too_large; i++) {
        key_ref key = {x->keys.data[i]};
        s->too_large |= is_too_large(s, x);
        if ((c->scope == CLOSE_HELD && !key_is_held(s->space, key)) || (c->scope == CLOSE_D_STEP && !key_is_in_d_step(s->space, key)))
            continue;
        move_list list = look_at_moves(c, key, x->view);
        for (uint32_t k = 0; k < list.count; k++) {
            const move *v = &s->moves->all.data[list.first + k];
            if (!v->quiet)
                continue;
            letter_ref letter = v->letter_count ? s->moves->letters.data[v->first_letter] : LETTER_NONE;
            if (v->letter_count)
                vec_push(&s->builder->leads, ((subset_lead){letter, v->key.index, true}));
            if (!v->letter_count || (!key_is_held(s->space, v->key) && is_erasable_here(c, &e, letter, x->view)))
                number_add(&x->keys, v->key.index);
        }
    }
}

/* Closes the subset; its number. Where its letters lead is kept when the subset is new. */
static uint32_t number_closed(const closing *c, subset *x)
{
    close_subset(c, x);
    return subset_number_leading(c->s->builder, x);
}

/* The part of the numbered subset that follows the letter. */
static void after_letter(const closing *c, const subset *x, uint32_t number, letter_ref letter, subset *out)
{
    const subset_builder *b = c->s->builder;
    out->view = space_view_with(c->s->space, c->type, x->view, letter);
    vec_clear(&out->states);
    vec_clear(&out->keys);
    for (size_t i = b->first_lead.data[number]; i < b->first_lead.data[number + 1]; i++)
        if (letter_is(b->all_leads.data[i].letter, letter))
            number_add(b->all_leads.data[i].is_key ? &out->keys : &out->states, b->all_leads.data[i].to);
}

static bool has_held_keys(const sets *s, moore_ref a)
{
    for (uint32_t q = 0; q < moore_state_count(s->pool, a); q++) {
        size_t count;
        const uint32_t *keys = moore_label_keys(s->pool, moore_state_label(s->pool, a, q), &count);
        for (size_t i = 0; i < count; i++)
            if (key_is_held(s->space, (key_ref){keys[i]}))
                return true;
    }
    return false;
}

static moore_ref close_once(const closing *c)
{
    subset_builder *b = c->s->builder;
    subset *x = &b->now, *next = &b->next;
    subset_builder_clear(b);
    x->view = c->s->space->no_view;
    vec_clear(&x->states);
    vec_clear(&x->keys);
    vec_push(&x->states, 0u);
    number_closed(c, x);
    for (uint32_t i = 0; i < intern_count(&b->known) && !c->s->too_large; i++) {
        subset_get(b, i, x);
        moore_draft_state(&b->draft, moore_label_of(c->s->pool, x->view.index, x->keys.data, x->keys.count));
        vec_clear(&b->letters);
        for (size_t k = b->first_lead.data[i]; k < b->first_lead.data[i + 1]; k++)
            number_add(&b->letters, b->all_leads.data[k].letter.index);
        for (size_t k = 0; k < b->letters.count; k++) {
            letter_ref letter = {b->letters.data[k]};
            after_letter(c, x, i, letter, next);
            moore_draft_edge_add(&b->draft, i, letter.index, number_closed(c, next));
        }
    }
    return c->s->too_large ? c->from : moore_build(c->s->pool, &b->draft);
}

/* A store made inside a block cannot be committed before the block ends: words that one pass made may be shortened by the next pass. */
static moore_ref close_all(closing *c)
{
    moore_ref result = close_once(c);
    while (c->scope == CLOSE_ALL && result.index != c->from.index && has_held_keys(c->s, result)) {
        c->from = result;
        result = close_once(c);
    }
    return result;
}

/* ---- Widening ---- */
static uint32_t next_view(void *data, uint32_t tag, uint32_t letter)
{
    const closing *c = data;
    return space_view_with(c->s->space, c->type, (view_ref){tag}, (letter_ref){letter}).index;
}

/* The set is made larger and closed in turn, until neither changes it. The quotients of one depth are finitely many, so this ends. */
static moore_ref widen(closing *c, moore_ref closed)
{
    sets *s = c->s;
    moore_tagging views = {.start = s->space->no_view.index, .next = next_view, .data = c};
    while (s->widening.depth && !s->too_large && moore_state_count(s->pool, closed) > s->widening.above) {
        c->from = moore_quotient(s->pool, closed, s->widening.depth, &views);
        if (c->from.index == closed.index)
            break;
        s->widened = true;
        closed = close_all(c);
    }
    return closed;
}

moore_ref sets_close(sets *s, moore_ref a, global_ref global, sets_scope scope)
{
    if (a.index == MOORE_EMPTY.index)
        return a;
    uint32_t subject = a.index << 2 | (uint32_t)scope, number = looks_find(&s->closures, subject, global);
    if (number != LOOK_NOTHING)
        return s->closed.data[number];
    closing c = {.s = s, .from = a, .global = global, .type = sets_type(s, a), .scope = scope};
    looks_begin(&s->closures);
    moore_ref result = widen(&c, close_all(&c));
    number = looks_keep(&s->closures, subject, global);
    CHECK(s->closed.count == number);
    vec_push(&s->closed, result);
    return result;
}

/* ---- Commit ---- */
/* Marks of old states under PSO: the letter has not been taken out yet, or has. */
enum { BEFORE = 0, TAKEN = 1 };

static uint32_t element_of(const sets *s, letter_ref letter)
{
    return (uint32_t)intern_get(&s->space->letters, letter.index)[LETTER_ELEMENT];
}

/* May a store to the location be committed while the letter stays before it? */
static bool may_overtake(const sets *s, uint32_t element, letter_ref letter)
{
    return element_of(s, letter) != element && !space_is_barrier(s->space, letter);
}

static void take_out(const sets *s, moore_ref a, letter_ref letter, subset *x)
{
    for (size_t i = 0; i < x->states.count; i++)
        if ((x->states.data[i] & 1) == BEFORE) {
            uint32_t next = moore_next(s->pool, a, x->states.data[i] >> 1, letter.index);
            if (next != MOORE_NOWHERE)
                number_add(&x->states, next << 1 | TAKEN);
        }
}

/* Views are those of the words without the committed letter. */
static moore_ref commit_now(sets *s, moore_ref a, letter_ref letter)
{
    subset_builder *b = s->builder;
    uint32_t type = sets_type(s, a), element = element_of(s, letter);
    subset x = {.view = s->space->no_view}, next = {0};
    number_vec letters = {0};
    subset_builder_clear(b);
    vec_push(&x.states, 0u << 1 | BEFORE);
    take_out(s, a, letter, &x);
    if (!s->pso && x.states.count) { /* only the oldest store may go */
        x.states.data[0] = vec_last(&x.states);
        x.states.count = x.states.count > 1 ? 1 : 0;
    }
    subset_number(b, &x);
    for (uint32_t i = 0; i < intern_count(&b->known); i++) {
        subset_get(b, i, &x);
        vec_clear(&letters);
        for (size_t k = 0; k < x.states.count; k++) {
            size_t count;
            const uint32_t *keys = moore_label_keys(s->pool, moore_state_label(s->pool, a, x.states.data[k] >> 1), &count);
            for (size_t n = 0; n < count && (x.states.data[k] & 1) == TAKEN; n++)
                if (!key_is_held(s->space, (key_ref){keys[n]}))
                    number_add(&x.keys, keys[n]);
            const moore_edge *edges = moore_state_edges(s->pool, a, x.states.data[k] >> 1, &count);
            for (size_t n = 0; n < count; n++)
                if ((x.states.data[k] & 1) == TAKEN || may_overtake(s, element, (letter_ref){edges[n].letter}))
                    number_add(&letters, edges[n].letter);
        }
        moore_draft_state(&b->draft, moore_label_of(s->pool, x.view.index, x.keys.data, x.keys.count));
        for (size_t k = 0; k < letters.count; k++) {
            next.view = space_view_with(s->space, type, x.view, (letter_ref){letters.data[k]});
            vec_clear(&next.states);
            vec_clear(&next.keys);
            for (size_t n = 0; n < x.states.count; n++) {
                uint32_t to = moore_next(s->pool, a, x.states.data[n] >> 1, letters.data[k]);
                if (to != MOORE_NOWHERE && ((x.states.data[n] & 1) == TAKEN || may_overtake(s, element, (letter_ref){letters.data[k]})))
                    number_add(&next.states, to << 1 | (x.states.data[n] & 1));
            }
            take_out(s, a, letter, &next);
            moore_draft_edge_add(&b->draft, i, letters.data[k], subset_number(b, &next));
        }
    }
    subset_release(&x);
    subset_release(&next);
    vec_release(&letters);
    return moore_build(s->pool, &b->draft);
}

moore_ref sets_commit(sets *s, moore_ref a, letter_ref letter)
{
    uint32_t number;
    const int32_t row[] = {(int32_t)a.index, (int32_t)letter.index};
    if (a.index == MOORE_EMPTY.index)
        return a;
    if (recall(&s->commits, row, 2, &number))
        return s->committed.data[number];
    vec_push(&s->committed, commit_now(s, a, letter));
    return s->committed.data[number];
}

void sets_oldest(sets *s, moore_ref a, letter_vec *out)
{
    vec_clear(out);
    if (a.index == MOORE_EMPTY.index)
        return;
    size_t count;
    if (!s->pso) {
        const moore_edge *edges = moore_state_edges(s->pool, a, 0, &count);
        for (size_t i = 0; i < count; i++)
            vec_push(out, ((letter_ref){edges[i].letter}));
        return;
    }
    /* Every letter that occurs is tried: sets_commit tells which are the first of their location. */
    number_vec all = {0};
    for (uint32_t q = 0; q < moore_state_count(s->pool, a); q++) {
        const moore_edge *edges = moore_state_edges(s->pool, a, q, &count);
        for (size_t i = 0; i < count; i++)
            number_add(&all, edges[i].letter);
    }
    for (size_t i = 0; i < all.count; i++) {
        letter_ref letter = {all.data[i]};
        if (!space_is_barrier(s->space, letter) && sets_commit(s, a, letter).index != MOORE_EMPTY.index)
            vec_push(out, letter);
    }
    vec_release(&all);
}

/* ---- Append ---- */
moore_ref sets_append(sets *s, moore_ref a, letter_ref letter)
{
    subset_builder *b = s->builder;
    if (a.index == MOORE_EMPTY.index)
        return a;
    uint32_t type = sets_type(s, a);
    subset x = {.view = s->space->no_view}, next = {0};
    number_vec letters = {0};
    size_t count;
    subset_builder_clear(b);
    vec_push(&x.states, 0u);
    subset_number(b, &x);
    for (uint32_t i = 0; i < intern_count(&b->known); i++) {
        subset_get(b, i, &x);
        moore_draft_state(&b->draft, moore_label_of(s->pool, x.view.index, x.keys.data, x.keys.count));
        vec_clear(&letters);
        for (size_t k = 0; k < x.states.count; k++) {
            const moore_edge *edges = moore_state_edges(s->pool, a, x.states.data[k] >> 1, &count);
            for (size_t n = 0; n < count; n++)
                number_add(&letters, edges[n].letter);
            moore_label_keys(s->pool, moore_state_label(s->pool, a, x.states.data[k] >> 1), &count);
            if (count)
                number_add(&letters, letter.index);
        }
        for (size_t k = 0; k < letters.count; k++) {
            next.view = space_view_with(s->space, type, x.view, (letter_ref){letters.data[k]});
            vec_clear(&next.states);
            vec_clear(&next.keys);
            for (size_t n = 0; n < x.states.count; n++) {
                uint32_t state = x.states.data[n] >> 1, to = moore_next(s->pool, a, state, letters.data[k]);
                if (to != MOORE_NOWHERE)
                    number_add(&next.states, to << 1);
                const uint32_t *keys = moore_label_keys(s->pool, moore_state_label(s->pool, a, state), &count);
                for (size_t j = 0; j < count && letters.data[k] == letter.index; j++)
                    number_add(&next.keys, keys[j]);
            }
            moore_draft_edge_add(&b->draft, i, letters.data[k], subset_number(b, &next));
        }
    }
    subset_release(&x);
    subset_release(&next);
    vec_release(&letters);
    return moore_build(s->pool, &b->draft);
}

/* ---- Parts ---- */
typedef enum part { PART_REST, PART_HELD, PART_IN_D_STEP, PART_OUT_OF_D_STEP, PART_EMPTY_WORD, PART_PENDING, PART_NOT_PENDING } part;
enum { NO_ELEMENT = 0 }; /* of all parts but the last two */

static bool is_of_part(const sets *s, key_ref key, view_ref view, uint32_t state, part wanted, uint32_t element)
{
    switch (wanted) {
    case PART_REST: return !key_is_held(s->space, key);
    case PART_HELD: return key_is_held(s->space, key);
    case PART_IN_D_STEP: return key_is_in_d_step(s->space, key);
    case PART_OUT_OF_D_STEP: return !key_is_in_d_step(s->space, key);
    case PART_EMPTY_WORD: return state == 0;
    case PART_PENDING:
    case PART_NOT_PENDING: return space_view_has(s->space, (uint32_t)key_get(s->space, key, KEY_TYPE), view, element) == (wanted == PART_PENDING);
    }
    BUG("unknown part");
}

static moore_ref part_now(sets *s, moore_ref a, part wanted, uint32_t element)
{
    moore_draft *d = &s->builder->draft;
    number_vec kept = {0};
    moore_draft_clear(d);
    for (uint32_t q = 0; q < moore_state_count(s->pool, a); q++) {
        moore_label of_state = moore_state_label(s->pool, a, q);
        size_t count;
        const uint32_t *keys = moore_label_keys(s->pool, of_state, &count);
        vec_clear(&kept);
        for (size_t i = 0; i < count; i++)
            if (is_of_part(s, (key_ref){keys[i]}, label_view(s->pool, of_state), q, wanted, element))
                vec_push(&kept, keys[i]);
        moore_draft_state(d, moore_label_of(s->pool, moore_label_tag(s->pool, of_state), kept.data, kept.count));
        const moore_edge *edges = moore_state_edges(s->pool, a, q, &count);
        for (size_t i = 0; i < count && wanted != PART_EMPTY_WORD; i++)
            moore_draft_edge_add(d, q, edges[i].letter, edges[i].target);
    }
    vec_release(&kept);
    return moore_build(s->pool, d);
}

static moore_ref part_of(sets *s, moore_ref a, part wanted, uint32_t element)
{
    uint32_t number;
    const int32_t row[] = {(int32_t)a.index, (int32_t)wanted, (int32_t)element};
    if (a.index == MOORE_EMPTY.index)
        return a;
    if (recall(&s->others, row, 3, &number))
        return s->other.data[number];
    vec_push(&s->other, part_now(s, a, wanted, element));
    return s->other.data[number];
}

moore_ref sets_at_rest(sets *s, moore_ref a)
{
    return part_of(s, a, PART_REST, NO_ELEMENT);
}

moore_ref sets_held(sets *s, moore_ref a)
{
    return part_of(s, a, PART_HELD, NO_ELEMENT);
}

moore_ref sets_in_d_step(sets *s, moore_ref a)
{
    return part_of(s, a, PART_IN_D_STEP, NO_ELEMENT);
}

moore_ref sets_out_of_d_step(sets *s, moore_ref a)
{
    return part_of(s, a, PART_OUT_OF_D_STEP, NO_ELEMENT);
}

moore_ref sets_pending(sets *s, moore_ref a, uint32_t element)
{
    return part_of(s, a, PART_PENDING, element);
}

moore_ref sets_not_pending(sets *s, moore_ref a, uint32_t element)
{
    return part_of(s, a, PART_NOT_PENDING, element);
}

moore_ref sets_empty_word(sets *s, moore_ref a)
{
    return part_of(s, a, PART_EMPTY_WORD, NO_ELEMENT);
}
