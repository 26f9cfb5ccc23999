/* claim.c: the automata of never claims, and of accept and progress labels.
 *
 * A node of the claim is a state, its edges read the state of the program at hand: a guard, negated guards of the others for an else. An edge that leads on inside an
 * atomic block is joined with those that follow it, since SPIN takes a block of a claim in one go; where it blocks in the middle, the claim stops. An assertion
 * splits the edge: where it fails the claim has found what it looks for, as at its end. */
#include "property/claim.h"

#include <string.h>

#include "base/bug.h"

enum { MOST_EDGES = 1 << 18 };

typedef VEC(buchi_edge) edge_list;

typedef struct claim_building {
    arena *memory;
    const program *program;
    const process_type *body;
    VEC(const expr *) atoms;
    VEC(const char *) texts;
    uint32_t *state_of; /* by node; TEMPORAL_NO_STATE: none yet */
    VEC(uint32_t) nodes; /* by state; of the bad state: TEMPORAL_NO_STATE */
    uint32_t bad;
    edge_list edges;     /* of the state at hand */
    uint32_t edge_count; /* of all */
    const char *why;     /* it cannot be built */
} claim_building;

/* ---- Conditions ---- */
static uint32_t atom_of(claim_building *b, const expr *e)
{
    strbuf text = {0};
    expr_print(b->program, NULL, e, &text);
    uint32_t found = 0;
    while (found < b->texts.count && strcmp(b->texts.data[found], strbuf_text(&text)))
        found++;
    if (found == b->texts.count) {
        vec_push(&b->texts, arena_strdup(b->memory, strbuf_text(&text)));
        vec_push(&b->atoms, e);
    }
    strbuf_release(&text);
    if (found >= FORMULA_MAX_ATOMS)
        b->why = "a never claim can have at most 64 different conditions";
    return found % FORMULA_MAX_ATOMS;
}

/* The edge reads only states in which the condition has this value; false where there can be none. */
static bool require(claim_building *b, buchi_edge *e, const expr *condition, bool wanted)
{
    int32_t value;
    if (!condition || expr_is_const(condition, &value))
        return (!condition || value) == wanted;
    const expr *bare = expr_without_not(condition, &wanted);
    uint64_t bit = (uint64_t)1 << atom_of(b, bare);
    *(wanted ? &e->with : &e->without) |= bit;
    return !(e->with & e->without);
}

static bool require_guard(claim_building *b, buchi_edge *e, const node *at, const edge *taken)
{
    bool possible = require(b, e, taken->guard, true);
    for (uint32_t i = 0; taken->is_else && possible && i < at->edge_count; i++) {
        const edge *other = &b->body->edges.data[at->first_edge + i];
        possible = other == taken || require(b, e, other->guard, false);
    }
    return possible;
}

/* ---- States ---- */
static uint32_t add_state(claim_building *b, uint32_t *known, uint32_t at)
{
    if (*known == TEMPORAL_NO_STATE) {
        *known = (uint32_t)b->nodes.count;
        vec_push(&b->nodes, at);
    }
    return *known;
}

static uint32_t bad_state(claim_building *b)
{
    return add_state(b, &b->bad, TEMPORAL_NO_STATE);
}

static uint32_t state_of_node(claim_building *b, uint32_t at)
{
    return b->body->nodes.data[at].is_final ? bad_state(b) : add_state(b, &b->state_of[at], at);
}

/* ---- Edges ---- */
static void add_edge(claim_building *b, buchi_edge e, uint32_t target)
{
    e.target = target;
    if (b->edges.count + b->edge_count >= MOST_EDGES)
        b->why = "the automaton of this claim is too large";
    else
        vec_push(&b->edges, e);
}

/* The ways on from a node at which the claim has come while it reads what `so_far` reads. `hops`: edges before it in the same block. */
static void follow(claim_building *b, uint32_t at, buchi_edge so_far, size_t hops)
{
    const node *n = &b->body->nodes.data[at];
    if (hops > b->body->nodes.count)
        return; /* a loop inside a block that goes on for ever without looking at another state */
    so_far.marks |= n->is_accept;
    for (uint32_t i = 0; i < n->edge_count && !b->why; i++) {
        const edge *taken = &b->body->edges.data[n->first_edge + i];
        buchi_edge e = so_far;
        bool goes_on = require_guard(b, &e, n, taken);
        for (uint32_t k = 0; k < taken->effect_count && goes_on; k++) {
            buchi_edge fails = e;
            CHECK(taken->effects[k].kind == EFFECT_ASSERT);
            if (require(b, &fails, taken->effects[k].value, false))
                add_edge(b, fails, bad_state(b));
            goes_on = require(b, &e, taken->effects[k].value, true);
        }
        if (goes_on && taken->hold != HOLD_NONE)
            follow(b, taken->target, e, hops + 1);
        else if (goes_on)
            add_edge(b, e, state_of_node(b, taken->target));
    }
}

static void fill(claim_building *b, buchi *out)
{
    out->mark_count = 1;
    state_of_node(b, b->body->entry);
    for (uint32_t s = 0; s < b->nodes.count && !b->why; s++) {
        vec_clear(&b->edges);
        if (b->nodes.data[s] != TEMPORAL_NO_STATE)
            follow(b, b->nodes.data[s], (buchi_edge){0}, 0);
        vec_push(&out->states, ((buchi_state){.first_edge = (uint32_t)out->edges.count, .edge_count = (uint32_t)b->edges.count}));
        for (size_t i = 0; i < b->edges.count; i++)
            vec_push(&out->edges, b->edges.data[i]);
        b->edge_count = (uint32_t)out->edges.count;
    }
}

temporal *temporal_of_claim(arena *memory, const program *p, const process_type *body, const char **why)
{
    temporal *t = ARENA_NEW(memory, temporal);
    claim_building b = {.memory = memory, .program = p, .body = body, .bad = TEMPORAL_NO_STATE, .state_of = ARENA_ARRAY(memory, uint32_t, body->nodes.count + 1)};
    for (size_t i = 0; i < body->nodes.count; i++)
        b.state_of[i] = TEMPORAL_NO_STATE;
    fill(&b, &t->violating);
    t->bad = b.bad;
    temporal_set_atoms(memory, t, b.atoms.data, b.texts.data, (uint32_t)b.atoms.count);
    if (b.why)
        buchi_release(&t->violating);
    vec_release(&b.atoms);
    vec_release(&b.texts);
    vec_release(&b.nodes);
    vec_release(&b.edges);
    *why = b.why;
    return b.why ? NULL : t;
}

/* ---- Labels ---- */
static void add_state_of(buchi *b, uint32_t edge_count, const buchi_edge *edges)
{
    vec_push(&b->states, ((buchi_state){.first_edge = (uint32_t)b->edges.count, .edge_count = edge_count}));
    for (uint32_t i = 0; i < edge_count; i++)
        vec_push(&b->edges, edges[i]);
}

/* A formula says it too, so that whoever checks formulas can check this. */
temporal *temporal_of_accept_labels(arena *memory, const program *p)
{
    const expr *at = program_at_mark(memory, p, MARK_ACCEPT);
    const char *text = "at an accept label";
    if (!at)
        return NULL;
    formula_pool pool;
    formula_pool_init(&pool);
    formula never_again = formula_eventually(&pool, formula_always(&pool, formula_not(&pool, formula_atom(&pool, 0))));
    temporal *made = temporal_of_formula(memory, &pool, never_again, &at, &text, 1);
    CHECK(made);
    return made;
}

temporal *temporal_of_progress_labels(arena *memory, const program *p)
{
    static const buchi_edge wait[] = {{0}, {.without = 1, .target = 1}}, stay[] = {{.without = 1, .marks = 1, .target = 1}};
    const expr *at = program_at_mark(memory, p, MARK_PROGRESS);
    const char *text = "at a progress label";
    if (!at)
        return NULL;
    temporal *t = ARENA_NEW(memory, temporal);
    *t = (temporal){.bad = TEMPORAL_NO_STATE, .stutters = true, .skips_ended = true, .violating.mark_count = 1};
    temporal_set_atoms(memory, t, &at, &text, 1);
    add_state_of(&t->violating, 2, wait);
    add_state_of(&t->violating, 1, stay);
    return t;
}
