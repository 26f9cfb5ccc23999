/* repeat.c: languages in which words are repeated, by way of a nondeterministic automaton. */
#include <stdlib.h>

#include "base/bug.h"
#include "engine/automata/language.h"

enum { SILENT = UINT32_MAX, NO_STATE = UINT32_MAX };

/* A nondeterministic automaton: state 0 is the start, SILENT edges read nothing. */
typedef struct nfa {
    VEC(bool) accepts; /* of each state */
    VEC(moore_draft_edge) edges;
} nfa;

static uint32_t add_state(nfa *g, bool is_accepting)
{
    vec_push(&g->accepts, is_accepting);
    return (uint32_t)g->accepts.count - 1;
}

static void add_edge(nfa *g, uint32_t from, uint32_t letter, uint32_t to)
{
    vec_push(&g->edges, ((moore_draft_edge){from, letter, to}));
}

static void release(nfa *g)
{
    vec_release(&g->accepts);
    vec_release(&g->edges);
}

static bool is_accepting(const languages *ls, moore_ref a, uint32_t state)
{
    return moore_state_label(ls->pool, a, state).index == ls->member.index;
}

/* Adds the states and edges of a to g; the number of the first state. The accepting states of a accept in g where `ends` says so. */
static uint32_t add_copy(const languages *ls, nfa *g, moore_ref a, bool ends)
{
    uint32_t first = (uint32_t)g->accepts.count;
    for (uint32_t q = 0; q < moore_state_count(ls->pool, a); q++)
        add_state(g, ends && is_accepting(ls, a, q));
    for (uint32_t q = 0; q < moore_state_count(ls->pool, a); q++) {
        size_t count;
        const moore_edge *edges = moore_state_edges(ls->pool, a, q, &count);
        for (size_t k = 0; k < count; k++)
            add_edge(g, first + q, edges[k].letter, first + edges[k].target);
    }
    return first;
}

/* Adds a path from the state back to itself that reads w. */
static void add_loop(nfa *g, uint32_t state, const word *w)
{
    uint32_t at = state;
    for (size_t i = 0; i < w->count; i++) {
        uint32_t next = i + 1 == w->count ? state : add_state(g, false);
        add_edge(g, at, w->data[i].index, next);
        at = next;
    }
}

/* ---- Subset construction ---- */
typedef struct subset {
    VEC(int32_t) states; /* increasing */
} subset;

static void put(subset *s, uint32_t state)
{
    size_t at = 0;
    while (at < s->states.count && (uint32_t)s->states.data[at] < state)
        at++;
    if (at < s->states.count && (uint32_t)s->states.data[at] == state)
        return;
    vec_push(&s->states, 0);
    for (size_t i = s->states.count - 1; i > at; i--)
        s->states.data[i] = s->states.data[i - 1];
    s->states.data[at] = (int32_t)state;
}

static bool has(const int32_t *states, uint32_t count, uint32_t state)
{
    for (uint32_t i = 0; i < count; i++)
        if ((uint32_t)states[i] == state)
            return true;
    return false;
}

static void close_silently(const nfa *g, subset *s)
{
    for (bool changed = true; changed;) {
        size_t before = s->states.count;
        for (size_t i = 0; i < g->edges.count; i++)
            if (g->edges.data[i].letter == SILENT && has(s->states.data, (uint32_t)s->states.count, g->edges.data[i].source))
                put(s, g->edges.data[i].target);
        changed = s->states.count > before;
    }
}

static int compare_letters(const void *a, const void *b)
{
    const moore_draft_edge *x = a, *y = b;
    return (x->letter > y->letter) - (x->letter < y->letter);
}

/* The edges that leave the subset, letter by letter. */
static void follow(languages *ls, const nfa *g, intern *subsets, uint32_t from)
{
    VEC(moore_draft_edge) leaving = {0};
    subset next = {0};
    bool ends = false;
    const int32_t *states = intern_get(subsets, from);
    uint32_t count = intern_length(subsets, from);
    for (size_t i = 0; i < g->edges.count; i++)
        if (g->edges.data[i].letter != SILENT && has(states, count, g->edges.data[i].source))
            vec_push(&leaving, g->edges.data[i]);
    for (uint32_t i = 0; i < count; i++)
        ends |= g->accepts.data[states[i]];
    if (leaving.count)
        qsort(leaving.data, leaving.count, sizeof *leaving.data, compare_letters);
    moore_draft_state(&ls->draft, ends ? ls->member : MOORE_NO_KEYS);
    for (size_t i = 0; i < leaving.count;) {
        uint32_t letter = leaving.data[i].letter;
        vec_clear(&next.states);
        for (; i < leaving.count && leaving.data[i].letter == letter; i++)
            put(&next, leaving.data[i].target);
        close_silently(g, &next);
        moore_draft_edge_add(&ls->draft, from, letter, intern_row(subsets, next.states.data, next.states.count));
    }
    vec_release(&leaving);
    vec_release(&next.states);
}

/* The language of g. */
static moore_ref determinise(languages *ls, const nfa *g)
{
    intern subsets = {0};
    subset start = {0};
    put(&start, 0);
    close_silently(g, &start);
    intern_row(&subsets, start.states.data, start.states.count);
    vec_release(&start.states);
    moore_draft_clear(&ls->draft);
    for (uint32_t i = 0; i < intern_count(&subsets); i++)
        follow(ls, g, &subsets, i);
    intern_release(&subsets);
    return moore_build(ls->pool, &ls->draft);
}

/* ---- Repetition ---- */
/* L(a).(W u {w})*, where W are the words that lead from `state` back to it (none for NO_STATE); w may be NULL. */
static moore_ref repeat_with(languages *ls, moore_ref a, uint32_t state, const word *w)
{
    nfa g = {0};
    add_copy(ls, &g, a, false);
    uint32_t hub = state == NO_STATE ? add_state(&g, true) : add_copy(ls, &g, a, false) + state;
    g.accepts.data[hub] = true;
    for (uint32_t q = 0; q < moore_state_count(ls->pool, a); q++)
        if (is_accepting(ls, a, q))
            add_edge(&g, q, SILENT, hub);
    if (w)
        add_loop(&g, hub, w);
    moore_ref result = determinise(ls, &g);
    release(&g);
    return result;
}

moore_ref language_repeat(languages *ls, moore_ref a, const word *w)
{
    uint32_t call = language_call(ls, LANGUAGE_REPEAT, a, w->data, w->count);
    if (ls->results.data[call].index == LANGUAGE_UNKNOWN.index)
        ls->results.data[call] = repeat_with(ls, a, NO_STATE, w);
    return ls->results.data[call];
}

moore_ref language_repeat_mixed(languages *ls, moore_ref a, const word *w)
{
    uint32_t call = language_call(ls, LANGUAGE_REPEAT_MIXED, a, w->data, w->count);
    if (ls->results.data[call].index != LANGUAGE_UNKNOWN.index)
        return ls->results.data[call];
    moore_ref result = repeat_with(ls, a, NO_STATE, w);
    for (uint32_t q = 0; q < moore_state_count(ls->pool, a); q++)
        if (is_accepting(ls, a, q) && moore_includes(ls->pool, a, repeat_with(ls, a, q, NULL)))
            result = moore_union(ls->pool, result, repeat_with(ls, a, q, w));
    ls->results.data[call] = result;
    return result;
}
