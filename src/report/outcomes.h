/* outcomes.h: final states as herd writes them, as JSON, and of several memory models side by side. */
#ifndef REPORT_OUTCOMES_H
#define REPORT_OUTCOMES_H

#include "base/arena.h"
#include "base/strbuf.h"
#include "program/program.h"
#include "report/report.h"

/* The final states of one program under one memory model. */
typedef struct report_outcomes {
    const report *report;     /* of the search: file, machine, engine, statistics; its verdict is that on the question (holds where there is no question) */
    const final_question *question; /* NULL: the program asks none */
    const observation *observed;
    uint32_t observed_count;  /* columns of a state */
    uint32_t state_count;
    const int32_t *const *states; /* sorted */
    uint32_t positive;        /* states that satisfy the condition of the question */
} report_outcomes;

/* Fills in `states`, `state_count` and `positive` from `row_count` rows (in any order, hidden columns among them): the states are the rows that pass
 * the filter, without hidden columns. Allocates in `memory`. */
void report_outcomes_sort(report_outcomes *o, arena *memory, const int32_t *const *rows, uint32_t row_count);

/* "0:EAX=0; [x]=1;" */
void report_outcomes_state(const report_outcomes *o, const int32_t *state, strbuf *out);

/* herd's block. Its witness numbers count final states. */
void report_outcomes_text(const report_outcomes *o, strbuf *out);
/* The object of one file, ended by a newline. */
void report_outcomes_json(const report_outcomes *o, strbuf *out);

/* One table for several memory models, the weakest last; states that a stronger memory model lacks are marked. */
void report_outcomes_compare(const report_outcomes *models, size_t count, strbuf *out);

/* "Always", "Sometimes", "Never". */
const char *report_outcomes_observation(const report_outcomes *o);

#endif
