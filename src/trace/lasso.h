/* lasso.h: is a run that never ends one of the program, fair, and a violation of a temporal property?
 *
 * The run has steps, of which those from `loop` on come again and again. Where `loop` is their number, nothing moves after the last one and its state stays; where
 * it is NO_LOOP, the run shows only that the automaton of the property reaches its bad state. */
#ifndef TRACE_LASSO_H
#define TRACE_LASSO_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"
#include "program/program.h"
#include "program/step.h"
#include "property/temporal.h"

typedef struct lasso_facts {
    uint64_t always, sometimes;       /* atoms of the property: true in all states of the loop that the automaton reads, in some */
    uint32_t last[FORMULA_MAX_ATOMS]; /* by atom: how many steps had been taken when it was true for the last time before the loop, plus 1; 0: it never was */
    bool able[PROGRAM_MAX_PROCESSES]; /* by process at the start of the loop: it takes no step, but in some state of the loop it could */
} lasso_facts;

/* Executes the run. False, with a sentence in `why`, unless all of this is so:
 *  - every step is possible, and none ends the run;
 *  - the loop closes: after its last step nothing that the program or the machine can tell differs from what was before its first. Without steps in it: nothing
 *    can move, nor be committed, after the last step;
 *  - it is fair, in the sense of the property's fairness. A process may stay where it is if in some state of the loop, nobody being inside an atomic block, it has
 *    no step to take; or if somebody is inside one all the time. A rendezvous is a step of both. A store to a location may
 *    stay pending if another to it, of the same process, is committed in the loop. With strong fairness, whatever a step can lead to from a state of the loop follows that
 *    state in the loop;
 *  - the formula is false on it, by its meaning. Of a property without one: its automaton accepts it, or reaches the bad state.
 * `facts` may be NULL. */
bool lasso_check(const program *p, machine on, const temporal *of, const run *steps, uint32_t loop, lasso_facts *facts, strbuf *why);

/* ---- lasso_strong.c: whatever is possible in a state of the loop is done after that state, somewhere in the loop. The run is known to be possible, and to close. ---- */
bool lasso_is_strongly_fair(const program *p, machine on, const run *steps, uint32_t loop, strbuf *why);

/* ---- lasso_accept.c: what an automaton says of the word whose letters go on at `loop` after the last of them ---- */
bool lasso_accepts(const buchi *b, const uint64_t *letters, uint32_t count, uint32_t loop);
/* Does it come to the state while it reads these letters? */
bool lasso_reaches(const buchi *b, uint32_t state, const uint64_t *letters, uint32_t count);

#endif
