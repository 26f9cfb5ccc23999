/* program.h: what is checked, independent of the language it was written in.
 *
 * A program has global variables (relaxed memory or ghosts), channels, and process types with locals and a control-flow
 * graph. A step takes one edge: its guard and effects are evaluated as one indivisible action on the process's own view.
 * All of it lives in one arena and is immutable once a front-end has called program_finish. */
#ifndef PROGRAM_PROGRAM_H
#define PROGRAM_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "program/expr.h"
#include "program/machine.h"

enum { PROGRAM_MAX_PROCESSES = 255, VARIABLE_MAX_DIMENSIONS = 8 };

/* ---- Variables ---- */
typedef enum variable_class {
    VARIABLE_RELAXED, /* goes through store buffers where the memory model has them */
    VARIABLE_GHOST    /* outside relaxed memory: written and read at once (also channel variables) */
} variable_class;

typedef struct variable {
    const char *name;    /* a struct member's is "s[].next": each [] takes one dimension, outermost first */
    value_type type;
    uint32_t count;      /* number of elements, all dimensions multiplied; 1 for a scalar */
    uint32_t dimensions; /* 0 for a scalar */
    uint32_t dimension[VARIABLE_MAX_DIMENSIONS];
    bool is_mtype;       /* print values by name */
    bool is_channel;     /* holds a channel number (0: none) */
    bool is_temporary;   /* a local that nobody wrote, 0 but within a statement: final states and lists of values leave it out */
    uint32_t mtype_set;
    variable_class class;  /* globals only */
    const int32_t *initial;/* globals: `count` values. locals: the same, or NULL */
    const expr *initializer; /* locals: evaluated by the new process when it is created, for every element; NULL: `initial`, or 0.
                                Parameters take the argument instead. */
    uint32_t offset;     /* first element's place among all global elements, or among all locals of the process */
    source_location where;
} variable;

/* ---- Channels ---- */
typedef struct channel {
    const char *name;
    uint32_t capacity; /* 0: rendezvous */
    uint32_t field_count;
    const value_type *fields;
    const bool *field_is_mtype;
    const uint32_t *field_mtype_set; /* as of variables */
    uint32_t variable; /* the channel variable whose element starts with this channel's number */
    uint32_t element;
    source_location where;
} channel;
/* Channel numbers count from 1: first the program's own in order, then those of the processes in the order of process numbers,
 * each in the order of its type. Number 0 is no channel. */

/* ---- Effects ---- */
typedef enum place_kind {
    PLACE_NONE,  /* a value that is thrown away (`_`) */
    PLACE_LOCAL,
    PLACE_GLOBAL /* relaxed: a buffered store; ghost: at once */
} place_kind;

typedef struct place {
    place_kind kind;
    uint32_t variable;
    const expr *index; /* NULL: element 0 */
    bool is_atomic;    /* a relaxed global: written to memory in this very step. Own stores that are pending go before it, all of them; where a store takes the
                          place of a pending one (slot), the pending one to this element is lost instead, and others stay. See edge.wait */
    source_location where;
} place;

typedef enum effect_kind {
    EFFECT_ASSIGN,       /* target := value */
    EFFECT_WRITE_MEMORY, /* target (a global) := value, in memory at once, buffers aside */
    EFFECT_FENCE,        /* waits until the own buffer is empty; with `flush`, writes it to memory in this step */
    EFFECT_SYNC,         /* waits until every process's buffer is empty; where `value` is not NULL, it has bits for the positions of those that are left out */
    EFFECT_BARRIER,      /* own stores made before reach memory before those made after it; waits for nothing */
    EFFECT_EXCHANGE,     /* result := old; target := value     \  on memory, own buffer drained: the step waits until */
    EFFECT_FETCH_ADD,    /* result := old; target := old+value  > it is empty, or with `flush` writes it out itself */
    EFFECT_CAS,          /* result := (old == expected); if so, target := value  */
    EFFECT_COMPARE_EXCHANGE, /* result := old; if old == expected, target := value  */
    EFFECT_ASSERT,       /* violated when value is 0; execution goes on */
    EFFECT_SEND,         /* arguments to `channel`; blocks while full. sorted: in numerical order (!!) */
    EFFECT_RECEIVE,      /* from `channel` into patterns; blocks while none fits */
    EFFECT_RUN,          /* creates a process of type `process` with `arguments`; result := its number; own buffer drained, as above */
    EFFECT_PRINT         /* says `text` with `arguments`; changes nothing */
} effect_kind;

/* One field of a receive: a value to match, or a place to fill. */
typedef struct pattern {
    const expr *match; /* NULL: fill `target` */
    place target;
} pattern;

typedef struct effect {
    effect_kind kind;
    uint32_t candidate; /* not 0: that candidate of the program, minus 1, is this effect (a fence, a barrier), or makes this store atomic; see candidate.h */
    bool flush;
    bool sorted;  /* EFFECT_SEND */
    bool random;  /* EFFECT_RECEIVE: the first message that matches, wherever it is (??) */
    bool peek;    /* EFFECT_RECEIVE: the message stays in the channel (c?<x>) */
    place target, result;
    const expr *value, *expected;
    const expr *channel;
    uint32_t process;
    uint32_t argument_count; /* of arguments or patterns */
    const expr *const *arguments;
    const pattern *patterns;
    const char *text; /* EFFECT_PRINT: the format, as in C with %d %u %c %e %x %o %s */
    source_location where;
} effect;

/* ---- Control flow ---- */
typedef enum hold_kind {
    HOLD_NONE,   /* after the step any process may go on */
    HOLD_ATOMIC, /* the process goes on alone unless it blocks */
    HOLD_D_STEP  /* the process goes on alone, takes the first possible edge, and it is an error if it blocks */
} hold_kind;

/* What an edge waits for before it does anything. */
typedef enum edge_wait {
    EDGE_READY,  /* nothing */
    EDGE_LOCKED, /* an empty own buffer, since a place that it writes is atomic; under slot nothing */
    EDGE_FENCED  /* an empty own buffer */
} edge_wait;

typedef struct edge {
    uint32_t source, target; /* nodes */
    const expr *guard;       /* NULL: true */
    edge_wait wait;
    uint32_t effect_count;
    const effect *effects;   /* done in order; later ones see what earlier ones did. A send, receive, fence, sync or run that
                                cannot go on makes the whole step impossible. A rendezvous comes first: the rest of the
                                receiver's effects follow it, then the rest of the sender's */
    hold_kind hold;          /* after this step */
    uint32_t candidate;      /* not 0: with that candidate of the program, minus 1, the edge waits for an empty own buffer */
    bool is_gap;             /* it is there for candidates alone: without them its source is its target */
    bool is_part;            /* on the way through a statement that another edge of the node ends: lists of statements leave it out */
    bool is_else;            /* possible only when no edge of the node that stands before it is: with SPIN, an `else` of a selection with
                                which an option begins knows nothing of the options below */
    uint32_t d_step;         /* not 0: the edge enters that d_step block; of the edges of a node that enter the same one, only the
                                first possible may be taken */
    uint8_t priority;        /* 0 is ordinary. Others are escapes of `unless`: if an edge of priority k > 0 is possible, only
                                edges of that same priority are. Edges are sorted: highest number first, 0 last */
    const char *text;        /* the statement as written, on one line */
    source_location where;
} edge;

typedef struct node {
    uint32_t first_edge, edge_count; /* in process_type.edges */
    bool is_final;    /* the process has ended; it may be removed (program.processes_die) */
    bool is_end, is_progress, is_accept; /* is_end: a valid end state; a final node always is */
    bool in_atomic;   /* lexically inside atomic or d_step */
    uint32_t state_number; /* SPIN's number of the state, of Promela programs */
    source_location where;
} node;

typedef struct label {
    const char *name;
    uint32_t node;
} label;

/* A statement to which no way leads from the first one: it has no edge. */
typedef struct dead_statement {
    const char *text;
    source_location where;
} dead_statement;

typedef struct process_type {
    const char *name;
    uint32_t parameter_count; /* the first locals */
    VEC(variable) locals;
    VEC(channel) channels;    /* created with each process */
    VEC(node) nodes;
    VEC(edge) edges;          /* grouped by source node, in order */
    VEC(label) labels;
    VEC(dead_statement) dead; /* in the order of the text */
    uint32_t entry;
    uint32_t local_count;     /* elements of all locals */
    const expr *provided;     /* NULL: always */
    uint32_t active;          /* how many exist at the start */
    source_location where;
} process_type;

/* ---- Properties the file itself states that are not assertions ---- */
typedef enum claim_kind {
    CLAIM_FORMULA, /* every infinite run satisfies it */
    CLAIM_NEVER,   /* no infinite run is one that `body` can follow for ever through its accept labels, or to its end */
    CLAIM_TRACE    /* of messages; not supported */
} claim_kind;

typedef struct claim {
    claim_kind kind;
    const char *name;    /* "ltl p1", "never claim" */
    const char *formula; /* CLAIM_FORMULA: in SPIN's syntax, its conditions in the language of the file */
    const source_location *places; /* of each of its characters, and of the end */
    process_type *body;  /* CLAIM_NEVER: guards are conditions on the whole state; of effects there are only assertions */
    source_location where;
} claim;

/* A condition on the whole state, in which nobody is inside an atomic block: violated where it is true. */
typedef struct state_condition {
    const char *name; /* "violation x = 1" */
    const expr *bad;
    source_location where;
} state_condition;

/* ---- Final states: every process has ended and all buffers are empty ---- */
typedef enum quantifier { QUANTIFIER_EXISTS, QUANTIFIER_NOT_EXISTS, QUANTIFIER_FORALL } quantifier;

/* One value of a final state: an element of a global, or of a local of a process that exists at the start. */
typedef struct observation {
    const char *name;  /* "0:EAX", "x" */
    const char *shown; /* as a list of states writes it: "0:EAX", "[x]" */
    bool is_local, is_hidden; /* hidden: a filter asks for it, nobody else */
    uint32_t process;  /* position among the processes at the start */
    uint32_t variable, element;
} observation;

typedef VEC(observation) observation_list;

/* What a litmus test asks. */
typedef struct final_question {
    const char *test;       /* its name */
    quantifier quantifier;
    const expr *condition;  /* of EXPR_REMOTE and EXPR_MEMORY */
    const expr *filter;     /* only final states with it count; NULL: all */
    const char *text;       /* "exists (0:EAX=0 /\\ 1:EAX=0)" */
    source_location where;
    observation_list observed; /* registers first, each sorted */
} final_question;

/* ---- What a repair may add or take away (candidate.h) ---- */
typedef enum candidate_kind {
    CANDIDATE_FENCE,   /* waits for an empty buffer, or writes it out where such a fence does so in the language */
    CANDIDATE_BARRIER, /* orders stores */
    CANDIDATE_ATOMIC   /* a store that reaches memory at once */
} candidate_kind;

/* A change of the text: so many bytes at the place go, and these come. */
typedef struct source_edit {
    source_location where;
    uint32_t removed;
    const char *inserted;
} source_edit;

enum { CANDIDATE_MAX_EDITS = 3 };

typedef struct candidate_info {
    candidate_kind kind;
    bool is_there;          /* the file has it: its edits take it away. Otherwise they add it */
    const char *process;    /* the name of a type that has it */
    source_location where;  /* a fence: what it stands before. A write: itself */
    uint32_t after_line;    /* a fence: where the statement before it ends. A write: its line */
    bool in_block;          /* inside atomic or d_step */
    const char *text;       /* "mfence", "want[me] = 1" */
    const char *line;       /* of a language that has it beside the text (place.is_atomic, edge.wait): its line in that file; NULL otherwise */
    uint32_t edit_count;
    source_edit edits[CANDIDATE_MAX_EDITS];
} candidate_info;

typedef struct mtype_name {
    uint32_t set; /* sets count from 0, the unnamed one first */
    int32_t value;
    const char *name;
} mtype_name;

typedef struct program {
    arena *memory;
    const char *name, *language;
    VEC(variable) globals;
    VEC(channel) channels;
    VEC(process_type) processes;
    VEC(uint32_t) start;      /* the types of the processes at the start, in the order of their numbers */
    VEC(mtype_name) mtypes;
    VEC(candidate_info) candidates; /* where the front-end was asked for them */
    VEC(claim) claims;        /* in the order of the file */
    VEC(state_condition) conditions;
    final_question *question; /* NULL: the file asks nothing about final states */
    uint32_t global_count;    /* elements of all globals */
    uint32_t pid_base;        /* number of the first process */
    uint32_t buffer_size;     /* the bound that the file itself gives (BUFFSIZE); 0: none */
    const char *memory_model; /* the one that the file itself names ("sc", "tso", "pso": the header of an mmlib file); NULL: none */
    bool processes_die;       /* an ended process is removed in a step, the youngest first */
    /* program_for_finals: globals that nobody looks at have what processes of the start had when they were removed. */
    const uint32_t *kept;     /* by process at the start: its locals there, a first element; NULL: nothing is kept */
    uint32_t gone;            /* the element that says how many of these processes have been removed: the last ones */
    bool buffers_all;         /* every store is a step of memory too, also to what one process alone accesses: see footprints_find_private */
    bool checks_values;       /* a value that its variable or field cannot hold is a run-time error; otherwise it wraps */
    const expr *commits_when; /* on the whole state: stores are committed only where it is true; NULL: always */
    bool may_ask_buffers;     /* its language lets a statement ask whether a store is pending (mmlib, whose buffers are variables): see emptiness.h */
    bool binds_barriers;      /* its language has no statement that is a fence: barriers are bound to edges, in a list beside the text */
    const char *no_atomic_write; /* why a repair can make no write atomic ("PIMP has none"); NULL: it can */
    uint64_t input_hash;      /* of the text after preprocessing */
} program;

program *program_new(void);
void program_free(program *p);

/* Computes offsets, counts and edge ranges (sorts edges by source, keeping order) and checks that every reference is in range (CHECK). */
void program_finish(program *p);

/* The number of an edge among those of its process as they stand in the text, from 1 on: P.2 is the second. */
uint32_t process_number_of_edge(const process_type *t, uint32_t edge_index);

/* "turn", "want[1]", "s[2].next[0]": element `element` of the variable. */
void variable_element_name(const variable *v, uint32_t element, strbuf *out);

/* The value as the user wrote it: by mtype name where there is one, else a number. */
void variable_value_text(const program *p, const variable *v, int32_t value, strbuf *out);

/* Which variable owns a global element (an index below program.global_count). */
uint32_t program_global_of_element(const program *p, uint32_t element);

/* Are there rendezvous channels? Then others can tell whether a process stands before a send or receive: who would meet it blocks, and loses atomicity, or takes no escape. */
bool program_may_meet(const program *p);
/* No store is committed while a process of the type is at the node. */
bool program_is_committed(const program *p, uint32_t type, uint32_t at);

/* The node of a label; false where the process has none of that name. */
bool process_find_label(const process_type *t, const char *name, uint32_t *node_out);

/* True when a process at the one node can come to the other by its edges, whatever their guards; also where they are the same. */
bool process_leads_to(const process_type *t, uint32_t from, uint32_t wanted);

typedef enum label_mark { MARK_ACCEPT, MARK_PROGRESS } label_mark;
/* A condition: some process is at a node with such a label. NULL: there is no such node. */
const expr *program_at_mark(arena *memory, const program *p, label_mark mark);

/* True when such an effect reads and writes its target in one step on memory; when it does so only where the target has the expected value. */
bool effect_is_locked(effect_kind kind);
bool effect_compares(effect_kind kind);
/* True when such an effect waits until the own buffer is empty, or empties it. */
bool effect_drains(effect_kind kind);
/* True when an effect of the edge is of that kind. */
bool edge_has_effect(const edge *e, effect_kind kind);
/* True when the edge is possible only while the own buffer is empty, effects aside. */
bool edge_waits(const edge *e, machine on);
/* True when an effect of the edge writes the own buffer out. */
bool edge_flushes(const edge *e);

/* ---- final.c ---- */
/* Adds everything that a final state has: locals of the processes at the start, then globals. */
void program_observe_all(const program *p, observation_list *out);
const variable *program_observed(const program *p, const observation *o);

/* The program to search for final states, in p's memory: every process has ended or waits at a valid end there, and one that has been removed counts with what it
 * had. Where nobody can tell whether ended processes are removed (`deaths_matter` is false) they stay; otherwise those of the start leave what they had in
 * `kept`. */
const program *program_for_finals(const program *p, bool deaths_matter);

/* ---- print.c: the stable text of --dump-program ---- */
void program_print(const program *p, const diag *d, strbuf *out);
void expr_print(const program *p, const process_type *t, const expr *e, strbuf *out); /* t may be NULL */

#endif
