/* emptiness.h: statements that can tell that a store is still pending.
 *
 * A machine has no such instruction. Reductions, engines that follow one process at a time and private.c rely on it: pending stores never enable
 * a step. What waits for an empty buffer is harmless by itself. It asks whether the buffer is NOT empty where something else is possible
 * only while it waits. The same holds for a store that waits for room in a bounded buffer. */
#ifndef PROGRAM_EMPTINESS_H
#define PROGRAM_EMPTINESS_H

#include <stdbool.h>

#include "base/diag.h"
#include "program/footprint.h"
#include "program/machine.h"

typedef enum question_kind {
    QUESTION_ELSE,   /* an else stands beside the statement that waits */
    QUESTION_ESCAPE, /* the statement interrupts in an unless: the body goes on while the statement waits */
    QUESTION_FIRST,  /* a d_step takes the first option that is possible, and the statement does not begin the last option */
    QUESTION_HOLD    /* the block around the statement is not atomic while the statement waits */
} question_kind;

typedef struct question {
    question_kind kind;
    bool is_room;      /* the statement waits for room in a bounded buffer; otherwise for an empty buffer */
    const edge *waits;
} question;

typedef void question_visit(void *data, const question *found);

/* Every statement with such a question, once for each node where it can begin; `bounded`: also those of stores. */
void footprints_each_question(const footprints *f, bool bounded, question_visit *visit, void *data);

/* True when a statement can tell that a store of its process is pending: it has a question (on unbounded buffers), or reads or writes memory past
 * a store of its own. footprints_new keeps the answer in footprints.asks_buffers. */
bool footprints_ask_buffers(const footprints *f);

/* An error for every question that the machine cannot answer, unless program.may_ask_buffers. */
void footprints_check_questions(const footprints *f, machine on, diag *d);

#endif
