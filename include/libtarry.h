/* libtarry.h: Tarry as a library.
 *
 * Read a model, check it, look at the answer, find its final states, or walk through its states by hand. Handles are opaque; different threads may use different handles. Texts that
 * a function returns belong to the handle that it was asked of, unless it says otherwise. Nothing is printed, and the library keeps no state between calls. Two
 * things still end the process, with a line on standard error: a broken invariant of ours, and memory that runs out while a model is read or a text is written. */
#ifndef LIBTARRY_H
#define LIBTARRY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tarry_options tarry_options;
typedef struct tarry_model tarry_model;
typedef struct tarry_result tarry_result;
typedef struct tarry_outcomes tarry_outcomes;
typedef struct tarry_repair tarry_repair;
typedef struct tarry_walk tarry_walk;
typedef struct tarry_stepper tarry_stepper;

typedef enum tarry_verdict { TARRY_HOLDS, TARRY_VIOLATED, TARRY_UNKNOWN } tarry_verdict;

const char *tarry_version(void);

/* ---- What is asked: the options of `tarry check`, by their names ---- */
tarry_options *tarry_options_new(void);
void tarry_options_free(tarry_options *o);
/* Names: memory, buffer, overflow, overflow-values, atomic (the name of a file), engine, search, ties, reduction, symmetry, acceleration, errors, never, always, mutex, ltl,
 * fairness, no-deadlock, split-loads, ghost, define, include, language, time-limit (seconds), memory-limit (megabytes; three quarters of the machine's memory where it is not
 * given), max-states, threads (1 where it is not given), certificate, and with, cost, all, keep of `tarry fence`. Values are those of the command line; never, always, mutex, ltl, ghost, define and
 * include may be given more than once; no-deadlock, split-loads, certificate, all and keep take none. NULL, or a sentence that says what is wrong, and begins with the name. */
const char *tarry_options_set(tarry_options *o, const char *name, const char *value);
/* `go_on` is asked some hundred times a second whether a computation with these options may go on; when it returns false, the verdict is unknown. */
void tarry_options_ask(tarry_options *o, bool (*go_on)(void *data), void *data);
/* `log` gets a line for each attempt of a search: its engine, limits and sizes, and why it ended. */
void tarry_options_log(tarry_options *o, void (*log)(void *data, const char *line), void *data);

/* ---- Reading ---- */
/* Never NULL; what is wrong is among the messages. The model keeps what it needs of the options. `name` stands for the text in messages, and tells
 * the language where the options do not. A file named - is standard input. */
tarry_model *tarry_load_file(const char *path, const tarry_options *o);
tarry_model *tarry_load_text(const char *name, const char *text, size_t length, const tarry_options *o);
void tarry_model_free(tarry_model *m);
bool tarry_model_is_good(const tarry_model *m); /* without errors: only such a model may be checked and walked through */

typedef struct tarry_message {
    bool is_error;
    const char *file;      /* "" where there is no place */
    uint32_t line, column; /* 0: no place */
    const char *text;
} tarry_message;
size_t tarry_message_count(const tarry_model *m);
tarry_message tarry_message_get(const tarry_model *m, size_t index);

/* ---- Checking ---- */
/* NULL where the engine that was asked cannot check this: *why is a sentence about it then, which belongs to the options. The model outlives the result. */
tarry_result *tarry_check(const tarry_model *m, tarry_options *o, const char **why);
void tarry_result_free(tarry_result *r);

tarry_verdict tarry_result_verdict(const tarry_result *r);
const char *tarry_result_reason(const tarry_result *r); /* of unknown; NULL otherwise */
const char *tarry_result_engine(const tarry_result *r);
const char *tarry_result_scope(const tarry_result *r);  /* "all buffer sizes", ... */
/* By its name in the JSON report: states_stored, transitions, seconds, ...; -1 where there is none. */
double tarry_result_statistic(const tarry_result *r, const char *name);
/* The reports of `tarry check`: its text, and the JSON that tarry_replay takes. */
const char *tarry_result_text(tarry_result *r);
const char *tarry_result_json(tarry_result *r);
/* The proof that tarry_certify takes, where the options asked for a certificate and everything holds. NULL otherwise, and where it is larger than what `tarry
 * certify` reads: *why says which. */
const char *tarry_result_certificate(tarry_result *r, const char **why);

size_t tarry_property_count(const tarry_result *r);
const char *tarry_property_name(const tarry_result *r, size_t property);
tarry_verdict tarry_property_verdict(const tarry_result *r, size_t property);

typedef struct tarry_step {
    const char *process; /* "P", or "P[0]" where there are several */
    const char *kind;    /* local load store fence commit atomic ghost sync send receive run */
    const char *text;    /* the statement; of a commit "commit x = 1" */
    const char *file;
    uint32_t line;
} tarry_step;
size_t tarry_trace_length(const tarry_result *r, size_t property); /* 0: the property has no trace */
tarry_step tarry_trace_step(const tarry_result *r, size_t property, size_t step);

/* ---- Final states, as `tarry outcomes` finds them ---- */
/* NULL as for tarry_check. The model outlives them. */
tarry_outcomes *tarry_outcomes_find(const tarry_model *m, tarry_options *o, const char **why);
void tarry_outcomes_free(tarry_outcomes *x);
/* On the question of a litmus test; of a model that asks none, holds. Unknown where these may not be all final states. */
tarry_verdict tarry_outcomes_verdict(const tarry_outcomes *x);
const char *tarry_outcomes_reason(const tarry_outcomes *x); /* of unknown; NULL otherwise, or where a search that approximates has seen all that it can */
size_t tarry_outcomes_count(const tarry_outcomes *x);       /* of states, which are sorted */
size_t tarry_outcomes_width(const tarry_outcomes *x);       /* values in each */
const char *tarry_outcomes_name(const tarry_outcomes *x, size_t column); /* "0:EAX", "x" */
int32_t tarry_outcomes_value(const tarry_outcomes *x, size_t state, size_t column);
/* Properties that some run violates: no state follows that. */
size_t tarry_outcomes_violated_count(const tarry_outcomes *x);
const char *tarry_outcomes_violated(const tarry_outcomes *x, size_t index);
/* herd's block, and the JSON of `tarry outcomes`. */
const char *tarry_outcomes_text(tarry_outcomes *x);
const char *tarry_outcomes_json(tarry_outcomes *x);

/* ---- Repairs, as `tarry fence` finds them ---- */
typedef enum tarry_repaired {
    TARRY_REPAIRED,       /* there is a solution; it may be that nothing need be added */
    TARRY_IRREPARABLE,    /* no set of fences or atomic writes helps */
    TARRY_NOT_REPAIRED    /* a limit was reached: tarry_repair_reason */
} tarry_repaired;
/* Sets of fences and atomic writes with which all properties of the model hold, cheapest first; each was checked again in the text that it makes. NULL where the model cannot be
 * read or the engine that was asked cannot check it; *messages are those of `tarry`, with source lines, to be freed by tarry_text_free. */
tarry_repair *tarry_fence(const char *name, const char *text, size_t length, tarry_options *o, char **messages);
void tarry_repair_free(tarry_repair *r);
tarry_repaired tarry_repair_outcome(const tarry_repair *r);
const char *tarry_repair_reason(const tarry_repair *r); /* of TARRY_NOT_REPAIRED; NULL otherwise. Solutions that were found before are there */
size_t tarry_repair_count(const tarry_repair *r);
uint64_t tarry_repair_cost(const tarry_repair *r, size_t solution);
const char *tarry_repair_model(const tarry_repair *r, size_t solution); /* the repaired text; of a DVE model the list for --atomic */
/* The table and the JSON of `tarry fence`; the first solution as a patch; the proof that tarry_certify takes, NULL where there is no solution. */
const char *tarry_repair_text(tarry_repair *r);
const char *tarry_repair_json(tarry_repair *r);
const char *tarry_repair_patch(tarry_repair *r);
const char *tarry_repair_proof(tarry_repair *r);

/* ---- Checking answers again, with code that shares only front-end, program and expressions with the engines ---- */
typedef enum tarry_answer { TARRY_CONFIRMED, TARRY_REJECTED, TARRY_UNREADABLE, TARRY_UNDECIDED /* by a limit */ } tarry_answer;
/* The JSON report, or the certificate, of the model in the text, which is read as it was for that: of the options only the limits count. *message is a sentence,
 * to be freed by tarry_text_free. */
tarry_answer tarry_replay(const char *name, const char *text, size_t length, const char *report, size_t report_length, const tarry_options *o,
                          char **message);
tarry_answer tarry_certify(const char *name, const char *text, size_t length, const char *certificate, size_t certificate_length, const tarry_options *o,
                           char **message);
void tarry_text_free(char *text);

/* ---- Other languages ---- */
/* The text as `tarry export` writes it: "c", a litmus test as a C program; "dve", a DVE model with store buffers as variables; "promela", plain Promela with them; "pins", a text that the plugin for LTSmin reads; "dot", a drawing for Graphviz of the automaton of the formula, whose conditions speak of
 * the model, or where that is NULL of the program's control flow; "dot-states", of the states of a small program; "dot-buffers", of the sets of buffer contents in a proof that the properties
 * hold. NULL where that cannot be. *messages are those of `tarry`, with source lines; both are to be freed by tarry_text_free. */
char *tarry_export(const char *name, const char *text, size_t length, const char *to, const char *formula, tarry_options *o, char **messages);

/* ---- States and successors ---- */
/* At the first state of the model, which outlives the walk; NULL where creating it fails at run time. A step goes on to the end of an atomic block. Buffers
 * without a bound take at most 64 stores here; what would exceed them is not offered. */
tarry_walk *tarry_walk_new(const tarry_model *m);
void tarry_walk_free(tarry_walk *w);
/* The steps and commits that are possible now. */
size_t tarry_walk_count(const tarry_walk *w);
const char *tarry_walk_process(const tarry_walk *w, size_t choice); /* name of the process type */
uint32_t tarry_walk_pid(const tarry_walk *w, size_t choice);
const char *tarry_walk_text(const tarry_walk *w, size_t choice);    /* "x = 1", "commit x = 1" */
const char *tarry_walk_violates(const tarry_walk *w, size_t choice); /* name of a property that the step violates; NULL: none. It then leads nowhere */
/* False where the step violates a property. */
bool tarry_walk_take(tarry_walk *w, size_t choice);
void tarry_walk_restart(tarry_walk *w);
/* The number of the present state; equal states have equal numbers, which count from 0 in the order of asking. And back to a state by its number. */
uint32_t tarry_walk_state(tarry_walk *w);
void tarry_walk_go(tarry_walk *w, uint32_t state);
/* The value of a condition as in --never; false, and *value is 0, where it cannot be read or has none. */
bool tarry_walk_value(tarry_walk *w, const char *condition, int32_t *value);

/* ---- A run, made step by step, as `tarry step` does ---- */
/* At the start of the model in the text. Single steps, also inside atomic blocks, with the machine of tarry_replay: what was walked is what that confirms. The options outlive the
 * handle. NULL where the model cannot be read, or its memory model is an approximation; *messages are those of `tarry`, with source lines, to be freed by tarry_text_free. */
tarry_stepper *tarry_stepper_new(const char *name, const char *text, size_t length, tarry_options *o, char **messages);
void tarry_stepper_free(tarry_stepper *s);

/* The run: how many of its steps are taken, and how many are known, those ahead included. And to another place in it. */
size_t tarry_stepper_at(const tarry_stepper *s);
size_t tarry_stepper_length(const tarry_stepper *s);
void tarry_stepper_go(tarry_stepper *s, size_t at);
/* The present state, as a number that equal states share. */
uint64_t tarry_stepper_state(const tarry_stepper *s);
/* A property that the last step violates, or the present state; NULL: there are no more than `index` of these. *message says what is wrong. Temporal properties are not judged. */
const char *tarry_stepper_violated(const tarry_stepper *s, size_t index, const char **message);

/* The steps that are possible now. Their texts are valid until another step is taken. */
size_t tarry_stepper_count(const tarry_stepper *s);
tarry_step tarry_stepper_choice(const tarry_stepper *s, size_t choice);
const char *tarry_stepper_violates(const tarry_stepper *s, size_t choice); /* name of a property that is violated then; NULL: none */
/* What was ahead is forgotten. */
void tarry_stepper_take(tarry_stepper *s, size_t choice);

typedef enum tarry_stop {
    TARRY_DONE,        /* as many steps as were asked for */
    TARRY_MET,         /* the condition is true */
    TARRY_BROKEN,      /* a property is violated here */
    TARRY_STUCK,       /* no step is possible, or the known run ends here */
    TARRY_INTERRUPTED, /* by the function of tarry_options_ask */
    TARRY_REFUSED      /* the condition cannot be read */
} tarry_stop;
void tarry_stepper_seed(tarry_stepper *s, uint64_t seed);
/* Takes at most so many steps by chance. The same seed and the same run give the same steps. */
tarry_stop tarry_stepper_random(tarry_stepper *s, size_t most);
/* Goes on, by the steps that are ahead or, where there are none, by chance, until the condition (as in --never) is true after a step. *message, to be freed by tarry_text_free, is of TARRY_REFUSED. */
tarry_stop tarry_stepper_until(tarry_stepper *s, const char *condition, size_t most, char **message);
/* Asks the engine of the options for a run from the start to a state where the condition is true. TARRY_VIOLATED: there is one, which is now ahead; the walk so far is put aside. TARRY_HOLDS: there is
 * none. *message, to be freed by tarry_text_free, is a sentence about the answer; *refused: the condition cannot be read, or the engine takes no such model. */
tarry_verdict tarry_stepper_reach(tarry_stepper *s, const char *condition, bool *refused, char **message);

/* Puts the walk aside and takes one trace, they count from 0, of a report of tarry_check or tarry_stepper_json: it is ahead then. False, and the walk stays, with a sentence in *message, to be freed
 * by tarry_text_free. */
bool tarry_stepper_load(tarry_stepper *s, const char *json, size_t length, size_t trace, char **message);
/* Exchanges the walk and the one that was put aside. */
void tarry_stepper_swap(tarry_stepper *s);
/* The steps taken so far as a report that tarry_replay takes where the last one violates a property, and tarry_stepper_load in any case. */
const char *tarry_stepper_json(tarry_stepper *s);
/* The present state as `tarry step` shows it. */
const char *tarry_stepper_text(tarry_stepper *s);

#ifdef __cplusplus
}
#endif

#endif
