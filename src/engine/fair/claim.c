#include "engine/fair/claim.h"

void claim_init(claim_product *c, const temporal *of, uint32_t element, bool drops_stuck, space *s)
{
    *c = (claim_product){.of = of, .space = s, .element = element, .drops_stuck = drops_stuck};
}

void claim_release(claim_product *c)
{
    vec_release(&c->letters);
}

static uint64_t read_letter(claim_product *c, global_ref global)
{
    successors *x = &c->space->successors;
    uint64_t letter = 0;
    space_load_global(c->space, global);
    for (uint32_t i = 0; i < c->of->atom_count; i++) {
        x->error = (eval_state){0};
        bool holds = successors_condition(x, c->of->atoms[i]) != 0 && x->error.error == EVAL_OK;
        letter |= (uint64_t)holds << i;
    }
    x->error = (eval_state){0};
    return letter;
}

uint64_t claim_letter_of(claim_product *c, global_ref global)
{
    while (c->letters.count <= global.index)
        vec_push(&c->letters, (claim_letter){0});
    if (!c->letters.data[global.index].known)
        c->letters.data[global.index] = (claim_letter){true, read_letter(c, global)};
    return c->letters.data[global.index].letter;
}

static uint32_t ghost_of(const claim_product *c, global_ref global)
{
    return (uint32_t)space_memory(c->space, global, c->element);
}

static uint32_t state_count(const claim_product *c)
{
    return (uint32_t)c->of->violating.states.count;
}

uint32_t claim_state(const claim_product *c, global_ref global)
{
    return ghost_of(c, global) % state_count(c);
}

bool claim_waits(const claim_product *c, global_ref global)
{
    return ghost_of(c, global) >= state_count(c);
}

global_ref claim_with(claim_product *c, global_ref global, uint32_t state, bool waits)
{
    return space_global_with(c->space, global, c->element, (int32_t)(state + (waits ? state_count(c) : 0)));
}

bool claim_is_stuck(claim_product *c, global_ref global)
{
    const buchi *automaton = &c->of->violating;
    const buchi_state *at = &automaton->states.data[claim_state(c, global)];
    if (!c->drops_stuck || claim_waits(c, global))
        return false;
    uint64_t letter = claim_letter_of(c, global);
    for (uint32_t i = 0; i < at->edge_count; i++)
        if (buchi_edge_reads(&automaton->edges.data[at->first_edge + i], letter))
            return false;
    return true;
}

static void add_new(claim_product *c, global_vec *out, global_ref global)
{
    if (claim_is_stuck(c, global))
        return;
    for (size_t k = 0; k < out->count; k++)
        if (global_is(out->data[k], global))
            return;
    vec_push(out, global);
}

void claim_moves(void *data, const event *e, global_ref before, global_ref after, global_vec *out)
{
    claim_product *c = data;
    const buchi *automaton = &c->of->violating;
    const buchi_state *from = &automaton->states.data[claim_state(c, before)];
    if (claim_waits(c, before)) {
        add_new(c, out, claim_with(c, after, claim_state(c, before), e->in_d_step));
        return;
    }
    uint64_t letter = claim_letter_of(c, before);
    for (uint32_t i = 0; i < from->edge_count; i++) {
        const buchi_edge *way = &automaton->edges.data[from->first_edge + i];
        if (buchi_edge_reads(way, letter))
            add_new(c, out, claim_with(c, after, way->target, e->in_d_step));
    }
}
