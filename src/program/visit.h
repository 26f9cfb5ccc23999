/* visit.h: the one walk over everything that a program evaluates and everything that it writes.
 *
 * Who wants to know what a statement looks at or changes asks the footprint (footprint.h), which is filled by this walk. Nobody else scans expressions: what
 * one scan forgets, the others would forget in places of their own. */
#ifndef PROGRAM_VISIT_H
#define PROGRAM_VISIT_H

#include "program/program.h"

/* What an expression is evaluated for. */
typedef enum visit_role {
    VISIT_PROVIDED,    /* before each step of a process */
    VISIT_INITIALIZER, /* of a local, by the new process */
    VISIT_GUARD,
    VISIT_INDEX,       /* which element is written */
    VISIT_VALUE,       /* what is written */
    VISIT_EXPECTED,    /* what a compare-and-swap compares with */
    VISIT_ASSERTED,
    VISIT_CHANNEL,     /* of a send or a receive */
    VISIT_ARGUMENT,    /* of a send or of the creation of a process */
    VISIT_MATCH,       /* what a field of a message must be */
    VISIT_PRINTED,     /* by whoever shows a run: no step depends on the value */
    VISIT_CONDITION    /* of a property, on the whole state: nobody's view counts */
} visit_role;

/* How a place is written. */
typedef enum visit_write {
    VISIT_ASSIGN, /* a relaxed global through the own buffer, all else at once */
    VISIT_LOCKED, /* a global is read and written in memory, with the own buffer empty */
    VISIT_POKE    /* a global is written in memory, past the own buffer */
} visit_write;

typedef struct program_visitor {
    void (*expr)(void *data, const expr *e, visit_role role);        /* everything evaluated, parents first; NULL: not wanted */
    void (*place)(void *data, const place *target, visit_write how); /* every place but PLACE_NONE; NULL: not wanted */
    void *data;
} program_visitor;

/* The expression and everything below it; nothing where it is NULL. */
void visit_expr(const program_visitor *v, const expr *e, visit_role role);
void visit_effect(const program_visitor *v, const effect *f);
/* Guard and effects. What a new process evaluates is visited with its type. */
void visit_edge(const program_visitor *v, const edge *e);
/* What a process of the type evaluates when it is created. Its provided clause and edges are visited one by one. */
void visit_initializers(const program_visitor *v, const process_type *t);

#endif
