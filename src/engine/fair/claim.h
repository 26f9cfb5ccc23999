/* claim.h: the automaton of a temporal property as a part of the globals.
 *
 * The search runs on a watched program (program/watch.h): the atoms look at globals only, and a spare ghost holds the state of the automaton, which has not
 * yet read the global that it stands in. Every event moves the automaton by the letter of the global that is left. It may also move alone: that repeats a
 * letter, which changes no answer for a formula without X, and runs with finitely many events need it. After an event inside a d_step the automaton *waits*, until the
 * process has left the d_step: the globals on the way are no states of a run. The ghost then holds the state plus the number of states. */
#ifndef ENGINE_FAIR_CLAIM_H
#define ENGINE_FAIR_CLAIM_H

#include "engine/events/explore.h"
#include "property/temporal.h"

typedef struct claim_letter {
    bool known;
    uint64_t letter;
} claim_letter;

typedef struct claim_product {
    const temporal *of;
    space *space;
    uint32_t element; /* the spare ghost */
    bool drops_stuck; /* states in which the automaton cannot go on are left out: no run that it accepts gets there */
    VEC(claim_letter) letters; /* by global */
} claim_product;

void claim_init(claim_product *c, const temporal *of, uint32_t element, bool drops_stuck, space *s);
void claim_release(claim_product *c);

/* The atoms that are true in the global. */
uint64_t claim_letter_of(claim_product *c, global_ref global);
/* The automaton's state in the global, and whether it waits. */
uint32_t claim_state(const claim_product *c, global_ref global);
bool claim_waits(const claim_product *c, global_ref global);
/* The global with the automaton in another state. */
global_ref claim_with(claim_product *c, global_ref global, uint32_t state, bool waits);

/* Is the global one to be left out? The automaton reads its letter before the next event, and no edge of it can. */
bool claim_is_stuck(claim_product *c, global_ref global);

/* For explore.claim, whose data is the product. */
void claim_moves(void *data, const event *e, global_ref before, global_ref after, global_vec *out);

#endif
