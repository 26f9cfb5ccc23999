/* safety.h: the properties of one check, with their names.
 *
 * The list is fixed before an engine starts; engines and reports speak of properties by their index. */
#ifndef PROPERTY_SAFETY_H
#define PROPERTY_SAFETY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/vec.h"
#include "program/footprint.h"
#include "program/program.h"
#include "program/symmetry.h"
#include "property/temporal.h"

typedef enum property_kind {
    PROPERTY_ASSERTION, /* the assert effect `assertion` */
    PROPERTY_DEADLOCK,  /* no step is possible, buffers are empty, a process is not at a valid end */
    PROPERTY_RUNTIME,   /* index out of range, division by zero, a blocked d_step, no such channel ... */
    PROPERTY_OVERFLOW,  /* a store met a full buffer, under --overflow error */
    PROPERTY_NEVER,     /* `bad` is true in a reachable state that is not inside an atomic block */
    PROPERTY_ALWAYS,    /* as PROPERTY_NEVER; `bad` is the negation of what the user wrote */
    PROPERTY_MUTEX,     /* two processes at nodes labelled `label` together, not inside an atomic block */
    PROPERTY_FINAL,     /* `bad` is true in a final state: all processes ended, all buffers empty. Where is_wanted, such a state is what the user hopes for */
    /* Temporal ones: `temporal` says what a run must not do. They come last in a list. */
    PROPERTY_LTL,       /* a formula */
    PROPERTY_CLAIM,     /* a never claim */
    PROPERTY_ACCEPTANCE,/* no run passes accept labels again and again */
    PROPERTY_PROGRESS   /* every infinite run passes progress labels again and again */
} property_kind;

typedef struct property {
    property_kind kind;
    const char *name;        /* "assert at peterson.pml:21", "deadlock", "never E", "mutex CS" */
    const effect *assertion;
    const expr *bad;
    const expr *undefined;   /* PROPERTY_NEVER, PROPERTY_ALWAYS: true where the condition has no value, which is bad too; NULL: it always has one */
    const char *label;
    temporal *temporal;      /* of temporal kinds; NULL where the property is not supported */
    bool is_wanted;          /* PROPERTY_FINAL: it holds exactly when `bad` is true in some final state; the run to that state is a witness, no violation */
    source_location where;
} property;

typedef struct property_list {
    arena *memory;
    VEC(property) items;
} property_list;

/* A property, by its position in the list. */
typedef struct property_ref {
    uint32_t index;
} property_ref;

#define NO_PROPERTY ((property_ref){UINT32_MAX})

static inline bool property_is(property_ref a, property_ref b)
{
    return a.index == b.index;
}

static inline const property *property_at(const property_list *list, property_ref which)
{
    return &list->items.data[which.index];
}

/* The names used in JSON: "assertion", "deadlock", ... */
const char *property_kind_name(property_kind kind);

/* Adds one property for each assertion of the program (source order), one for run-time errors, one for deadlock if wanted, one for
 * overflow if wanted, one for each condition of the program. Conditions of options are added by the caller with property_add, and after these the claims. */
void property_list_init(property_list *list, const program *p, const diag *d, bool deadlock, bool overflow);
void property_list_release(property_list *list);
void property_add(property_list *list, property item);
/* Adds PROPERTY_NEVER or PROPERTY_ALWAYS of a condition. Where an index is out of range or a divisor is 0 nothing is said about the state: that violates either. */
void property_add_condition(property_list *list, property_kind kind, const char *name, const expr *condition);

bool property_is_temporal(const property *p);
/* Is it violated by what a step does, whatever the state behind it is? */
bool property_is_of_step(const property *p);
/* How many properties stand before the temporal ones, which are the last. */
uint32_t property_first_temporal(const property_list *list);

/* What the program and these properties look at and change: one question a property, in their order. */
footprints *property_footprints(const property_list *list, const program *p);

/* Which processes nobody can tell apart, the program and these properties, none of which is temporal. `f` is that of both. */
symmetry *property_symmetry(const property_list *list, const footprints *f);

/* Adds the question that the program asks about its final states, where it asks one. */
void property_add_question(property_list *list, const program *p);

/* The property of an assert effect; NO_PROPERTY where the list has none for it. */
property_ref property_of_assertion(const property_list *list, const effect *assertion);
/* The first property of a kind; NO_PROPERTY where there is none. */
property_ref property_of_kind(const property_list *list, property_kind kind);
bool property_list_has(const property_list *list, property_kind kind);

#endif
