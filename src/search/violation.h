/* violation.h: what a search has found: a run for each property that is violated. */
#ifndef SEARCH_VIOLATION_H
#define SEARCH_VIOLATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"
#include "program/step.h"
#include "property/safety.h"
#include "search/state.h"

typedef struct violation {
    property_ref property;
    run steps;         /* from the initial state to the violation, the violating step included; none: the initial state cannot be made */
    uint32_t loop;     /* of a temporal property: where the run goes on after its last step; NO_LOOP: of any other */
} violation;

typedef VEC(violation) violation_list; /* at most one a property; owns the runs */

bool violations_have(const violation_list *list, property_ref which);
/* The first of the property stays; any other is released. */
void violations_add(violation_list *list, violation v);
/* The list takes over those of the other, of properties of which it has none itself. The other is empty then. */
void violations_take(violation_list *list, violation_list *other);
/* Keeps the first ones only. */
void violations_drop(violation_list *list, size_t kept);
void violations_release(violation_list *list);

/* ---- From a finding to a run ---- */
/* Calls `take` for each step of the way on which a search came to the state first, from the initial state on; `parent` says from which state it found another, and
 * has STATE_NONE for the initial one. */
typedef state_ref witness_parent(void *data, state_ref of);
typedef void witness_take(void *data, state_ref from, state_ref to);
void witness_follow(state_ref state, witness_parent *parent, witness_take *take, void *data);

#endif
