#include "engine/automata/language.h"

#include <string.h>

#include "base/bug.h"

enum { NONE = UINT32_MAX };

void languages_init(languages *ls, space *s)
{
    *ls = (languages){.space = s, .pool = moore_pool_new()};
    ls->member = moore_label_of(ls->pool, 0, &(uint32_t){0}, 1);
    moore_draft_state(&ls->draft, ls->member);
    ls->empty_word = moore_build(ls->pool, &ls->draft);
}

void languages_release(languages *ls)
{
    intern_release(&ls->operations);
    intern_release(&ls->splits);
    vec_release(&ls->results);
    vec_release(&ls->row);
    vec_release(&ls->lists);
    vec_release(&ls->classes);
    moore_draft_release(&ls->draft);
    moore_pool_free(ls->pool);
}

static bool accepts(const languages *ls, moore_ref a, uint32_t state)
{
    return moore_state_label(ls->pool, a, state).index == ls->member.index;
}

static moore_label label_of(const languages *ls, bool is_member)
{
    return is_member ? ls->member : MOORE_NO_KEYS;
}

uint32_t language_call(languages *ls, language_operation operation, moore_ref a, const letter_ref *letters, size_t count)
{
    vec_clear(&ls->row);
    vec_push(&ls->row, (int32_t)operation);
    vec_push(&ls->row, (int32_t)a.index);
    for (size_t i = 0; i < count; i++)
        vec_push(&ls->row, (int32_t)letters[i].index);
    uint32_t call = intern_row(&ls->operations, ls->row.data, ls->row.count);
    if (call == ls->results.count)
        vec_push(&ls->results, LANGUAGE_UNKNOWN);
    return call;
}

bool language_has_empty_word(const languages *ls, moore_ref a)
{
    return a.index != MOORE_EMPTY.index && accepts(ls, a, 0);
}

bool language_always_stores(languages *ls, moore_ref a, uint32_t element)
{
    VEC(uint32_t) reached = {0};
    uint32_t states = moore_state_count(ls->pool, a);
    bool always = true;
    vec_reserve(&reached, states + 1);
    if (states)
        vec_push(&reached, 0);
    for (size_t i = 0; i < reached.count && always; i++) {
        always = !accepts(ls, a, reached.data[i]);
        size_t count;
        const moore_edge *edges = moore_state_edges(ls->pool, a, reached.data[i], &count);
        for (size_t k = 0; k < count && always; k++) {
            bool known = (uint32_t)intern_get(&ls->space->letters, edges[k].letter)[LETTER_ELEMENT] == element;
            for (size_t n = 0; n < reached.count && !known; n++)
                known = reached.data[n] == edges[k].target;
            if (!known)
                vec_push(&reached, edges[k].target);
        }
    }
    vec_release(&reached);
    return always;
}

/* A state of the result is a pair: a state of a, or none, and whether the letter has just been appended. */
typedef struct pairs {
    VEC(uint32_t) number; /* of each pair; NONE: not met */
    VEC(uint32_t) order;
} pairs;

static uint32_t pair_number(pairs *p, uint32_t pair)
{
    if (p->number.data[pair] == NONE) {
        p->number.data[pair] = (uint32_t)p->order.count;
        vec_push(&p->order, pair);
    }
    return p->number.data[pair];
}

moore_ref language_append(languages *ls, moore_ref a, letter_ref letter)
{
    if (a.index == MOORE_EMPTY.index)
        return a;
    uint32_t call = language_call(ls, LANGUAGE_APPEND, a, &letter, 1), states = moore_state_count(ls->pool, a);
    if (ls->results.data[call].index != LANGUAGE_UNKNOWN.index)
        return ls->results.data[call];
    pairs p = {0};
    for (uint32_t i = 0; i < 2 * (states + 1); i++)
        vec_push(&p.number, NONE);
    moore_draft_clear(&ls->draft);
    pair_number(&p, 0);
    for (uint32_t i = 0; i < p.order.count; i++) {
        uint32_t from = p.order.data[i] / 2;
        moore_draft_state(&ls->draft, label_of(ls, p.order.data[i] % 2));
        if (from == states)
            continue;
        size_t count;
        const moore_edge *edges = moore_state_edges(ls->pool, a, from, &count);
        bool ends = accepts(ls, a, from);
        for (size_t k = 0; k < count; k++)
            moore_draft_edge_add(&ls->draft, i, edges[k].letter, pair_number(&p, 2 * edges[k].target + (ends && edges[k].letter == letter.index)));
        if (ends && moore_next(ls->pool, a, from, letter.index) == MOORE_NOWHERE)
            moore_draft_edge_add(&ls->draft, i, letter.index, pair_number(&p, 2 * states + 1));
    }
    ls->results.data[call] = moore_build(ls->pool, &ls->draft);
    vec_release(&p.number);
    vec_release(&p.order);
    return ls->results.data[call];
}

moore_ref language_after_oldest(languages *ls, moore_ref a, letter_ref letter)
{
    if (a.index == MOORE_EMPTY.index)
        return a;
    uint32_t call = language_call(ls, LANGUAGE_AFTER_OLDEST, a, &letter, 1), start = moore_next(ls->pool, a, 0, letter.index);
    if (ls->results.data[call].index != LANGUAGE_UNKNOWN.index || start == MOORE_NOWHERE)
        return start == MOORE_NOWHERE ? MOORE_EMPTY : ls->results.data[call];
    moore_draft_clear(&ls->draft);
    for (uint32_t i = 0; i < moore_state_count(ls->pool, a); i++) { /* states 0 and `start` change places */
        uint32_t q = i == 0 ? start : i == start ? 0 : i;
        size_t count;
        const moore_edge *edges = moore_state_edges(ls->pool, a, q, &count);
        moore_draft_state(&ls->draft, moore_state_label(ls->pool, a, q));
        for (size_t k = 0; k < count; k++) {
            uint32_t to = edges[k].target;
            moore_draft_edge_add(&ls->draft, i, edges[k].letter, to == 0 ? start : to == start ? 0 : to);
        }
    }
    ls->results.data[call] = moore_build(ls->pool, &ls->draft);
    return ls->results.data[call];
}

const moore_edge *language_oldest(const languages *ls, moore_ref a, size_t *count)
{
    *count = 0;
    return a.index == MOORE_EMPTY.index ? NULL : moore_state_edges(ls->pool, a, 0, count);
}

/* ---- Views ---- */
/* The product of a with the views of its words, as drafted: its nodes are pairs of state and view. */
static void draft_views(languages *ls, moore_ref a, uint32_t type, intern *nodes)
{
    const int32_t first[] = {0, (int32_t)ls->space->no_view.index};
    moore_draft_clear(&ls->draft);
    intern_row(nodes, first, 2);
    for (uint32_t i = 0; i < intern_count(nodes); i++) {
        uint32_t q = (uint32_t)intern_get(nodes, i)[0];
        view_ref view = {(uint32_t)intern_get(nodes, i)[1]};
        size_t count;
        const moore_edge *edges = moore_state_edges(ls->pool, a, q, &count);
        moore_draft_state(&ls->draft, MOORE_NO_KEYS);
        for (size_t k = 0; k < count; k++) {
            const int32_t next[] = {(int32_t)edges[k].target, (int32_t)space_view_with(ls->space, type, view, (letter_ref){edges[k].letter}).index};
            moore_draft_edge_add(&ls->draft, i, edges[k].letter, intern_row(nodes, next, 2));
        }
    }
}

/* The class of every view that an accepted word gives, in the order in which the views appear in `nodes`. */
static void add_classes(languages *ls, moore_ref a, const intern *nodes)
{
    size_t first = ls->classes.count;
    for (uint32_t i = 0; i < intern_count(nodes); i++) {
        view_ref view = {(uint32_t)intern_get(nodes, i)[1]};
        bool known = !accepts(ls, a, (uint32_t)intern_get(nodes, i)[0]);
        for (size_t k = first; k < ls->classes.count && !known; k++)
            known = view_is(ls->classes.data[k].view, view);
        if (!known)
            vec_push(&ls->classes, ((view_class){view, a}));
    }
    for (size_t k = first; k < ls->classes.count && ls->classes.count > first + 1; k++) {
        for (uint32_t i = 0; i < intern_count(nodes); i++) {
            const int32_t *pair = intern_get(nodes, i);
            ls->draft.labels.data[i] = label_of(ls, (uint32_t)pair[1] == ls->classes.data[k].view.index && accepts(ls, a, (uint32_t)pair[0]));
        }
        ls->classes.data[k].words = moore_build(ls->pool, &ls->draft);
    }
}

view_list language_views(languages *ls, moore_ref a, uint32_t type)
{
    const int32_t row[] = {(int32_t)a.index, (int32_t)type};
    uint32_t split = intern_row(&ls->splits, row, 2);
    if (split < ls->lists.count)
        return ls->lists.data[split];
    view_list list = {.first = (uint32_t)ls->classes.count};
    intern nodes = {0};
    if (a.index != MOORE_EMPTY.index) {
        draft_views(ls, a, type, &nodes);
        add_classes(ls, a, &nodes);
    }
    intern_release(&nodes);
    list.count = (uint32_t)ls->classes.count - list.first;
    vec_push(&ls->lists, list);
    return list;
}

/* ---- Extension by one word ---- */
/* A shortest word of a, which is not empty. */
static void shortest_word(languages *ls, moore_ref a, word *out)
{
    VEC(uint32_t) order = {0}, from = {0};
    word by = {0}; /* reached states, breadth first; how each was reached, by position in order */
    uint32_t at = 0;
    vec_push(&order, 0);
    vec_push(&from, 0);
    vec_push(&by, (letter_ref){0});
    while (!accepts(ls, a, order.data[at])) {
        size_t count;
        const moore_edge *edges = moore_state_edges(ls->pool, a, order.data[at], &count);
        for (size_t k = 0; k < count; k++) {
            bool known = false;
            for (size_t n = 0; n < order.count && !known; n++)
                known = order.data[n] == edges[k].target;
            if (known)
                continue;
            vec_push(&order, edges[k].target);
            vec_push(&from, at);
            vec_push(&by, (letter_ref){edges[k].letter});
        }
        at++;
    }
    vec_clear(out);
    for (; at != 0; at = from.data[at])
        vec_push(out, by.data[at]);
    for (size_t i = 0; i < out->count / 2; i++) {
        letter_ref letter = out->data[i];
        out->data[i] = out->data[out->count - 1 - i];
        out->data[out->count - 1 - i] = letter;
    }
    vec_release(&order);
    vec_release(&from);
    vec_release(&by);
}

/* All words of L(small).{w} end in w, and a shortest one is |w| longer than a shortest one of small. */
bool language_extends(languages *ls, moore_ref small, moore_ref big, word *w)
{
    word shorter = {0};
    vec_clear(w);
    if (small.index == MOORE_EMPTY.index || big.index == MOORE_EMPTY.index)
        return false;
    shortest_word(ls, small, &shorter);
    shortest_word(ls, big, w);
    size_t removed = shorter.count;
    vec_release(&shorter);
    if (w->count <= removed)
        return false;
    memmove(w->data, w->data + removed, (w->count - removed) * sizeof *w->data);
    w->count -= removed;
    for (size_t i = 0; i < w->count; i++)
        small = language_append(ls, small, w->data[i]);
    return small.index == big.index;
}
