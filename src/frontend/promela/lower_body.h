/* lower_body.h: the body of a process between its syntax tree and its control-flow graph.
 *
 * lower_control.c builds it statement by statement (lower_iterate.c for loops that SPIN writes out), lower_flow.c adds what atomic, d_step,
 * unless and goto mean, lower_graph.c reads nodes and edges from it.
 *
 * Elements follow each other by `next`, also past the end of their sequence. Their numbers count in the order in which SPIN numbers
 * its states: the order in which escapes are attached depends on it. */
#ifndef FRONTEND_PROMELA_LOWER_BODY_H
#define FRONTEND_PROMELA_LOWER_BODY_H

#include "frontend/promela/lower.h"

typedef struct element element;
typedef struct sequence sequence;

typedef enum element_kind {
    ELEMENT_STEP,   /* one statement */
    ELEMENT_GOTO,   /* goto or break: no step of its own except as an option's first statement */
    ELEMENT_JOIN,   /* where the options of an if, or the two sides of an unless, meet again */
    ELEMENT_EXIT,   /* where a loop's break leads */
    ELEMENT_CHOICE, /* if or do */
    ELEMENT_BLOCK,  /* atomic or { } */
    ELEMENT_D_STEP,
    ELEMENT_UNLESS,
    ELEMENT_END     /* of the process */
} element_kind;

typedef struct escape {
    sequence *by;
    struct escape *next;
} escape;

typedef struct loop {
    element *exit;
} loop;

/* One step out of a node; escape is the number of the element whose sequence interrupts, 0 for ordinary ones. */
typedef struct transition {
    element *step;
    uint32_t escape;
    struct transition *next;
} transition;

struct element {
    element_kind kind;
    uint32_t number;     /* counts from 1 */
    bool holds;          /* inside an atomic or d_step block and not its last: the process goes on alone after it */
    bool holds_last;     /* the last of one */
    element *d_step;     /* the outermost d_step block around it */
    element *next;
    sequence *parts;     /* options; main sequence and escape; body */
    escape *escapes;     /* outermost first */
    loop *leaves;        /* ELEMENT_GOTO: of a break */
    const char *label;   /* ELEMENT_GOTO: the target's name */
    element *jump;       /* ELEMENT_GOTO: resolved */
    bool is_end, is_progress, is_accept, has_label;
    bool is_atomic;      /* ELEMENT_BLOCK: written as atomic */
    step_code code;
    transition *plain, *transitions; /* without and with escapes; NULL while not computed */
    bool has_edge;
    int64_t node;        /* -1 while it has none */
    const char *text;
    source_location where;
};

struct sequence {
    element *first, *last;
    element *extent; /* the last that was written by the user: what was added later is not covered by escapes */
    sequence *next;
};

typedef struct placed_label {
    const char *name;
    element *at;
    source_location where;
} placed_label;

typedef struct body {
    lowering *l;
    VEC(element *) elements; /* by number */
    VEC(placed_label) labels;
    sequence *current;       /* to which statements are appended */
    sequence *whole;
    sequence *outermost;     /* while it is built: that of the whole body */
    loop *loop;              /* innermost; NULL outside of all */
    size_t scope;            /* how many names were visible when the innermost block began */
    bool has_endless_jump;   /* was reported */
    bool at_top;             /* no statement yet: initialisers are part of the creation */
    bool beside_else;        /* the next statement may be the first of an option beside an else, or of an escape */
} body;

/* ---- lower_control.c ---- */
element *body_new_element(body *b, element_kind kind, source_location where);
element *body_new_step(body *b, step_code code, const char *text, source_location where);
void body_append(sequence *s, element *e);
/* Begins a sequence; the result is handed to body_close, which ends it. */
sequence *body_open(body *b);
sequence *body_close(body *b, sequence *outer);
/* The statements of a block, appended to the current sequence; names declared in it end with it. */
void body_add_block(body *b, const ast_sequence *s);

/* ---- lower_iterate.c: for and select. The result is the options of a choice; the assignment in front is appended at once. ---- */
sequence *iterate_for(body *b, const ast_statement *s);
sequence *iterate_select(body *b, const ast_statement *s, bool *is_loop);
/* "name = value". */
const char *iterate_assign_text(body *b, const char *name, const expr *value);

/* ---- lower_flow.c ---- */
/* Marks the sequence as the inside of atomic, or of the d_step block. */
void flow_hold(sequence *s, element *d_step);
/* Lets `by` interrupt every statement of `covered`. */
void flow_escape(body *b, sequence *covered, sequence *by);
/* Binds gotos to labels, and ends of blocks to what follows. */
void flow_connect(body *b);
/* Where control stands when it comes to e: gotos and joins are no places, except where leaving them ends atomicity. */
element *flow_place(body *b, element *e, bool holds);
/* The first statement of a sequence as an option of something: a goto there is a step. */
element *flow_start(element *e);
/* Reports gotos that lead in a circle; once. */
void flow_report_endless(body *b, source_location where);
/* Where a step or a goto leads; NULL at the end. */
element *flow_successor(const element *e);

/* ---- lower_gap.c: candidates for repairs ---- */
/* Does a property, a claim or a statement ask whether somebody stands at a label of that name, or does the name itself say something? */
bool body_means_something(const body *b, const char *name);
/* Puts candidates for fences between two statements of a sequence, where there may be some. */
void gap_before(body *b, const ast_statement *s, const ast_statement *previous);
/* The same behind the last statement of a sequence. */
void gap_behind(body *b, const ast_statement *last);
/* Makes the statement itself a candidate, where it may be one: a fence, or a store. `is_first` of its sequence. */
void gap_mark(body *b, const ast_statement *s, bool is_first, step_code *code);

/* ---- lower_graph.c ---- */
void graph_build(body *b);

/* ---- lower_split.c ---- */
/* Makes each load of a relaxed location a step of its own, in the process at hand; `held` says of each edge whether it is inside of a block. */
void split_loads(lowering *l, const bool *held);

/* ---- lower_warn.c ---- */
/* Notes statements that look like one step of a machine and are several. */
void note_loads(body *b);
/* About atomic and d_step blocks that look like a locked operation and are none. */
void warn_blocks(body *b);

#endif
