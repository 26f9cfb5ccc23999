/* stepper.h: what a tarry_stepper holds: a run, how far it is taken, and what is possible there. */
#ifndef LIBRARY_STEPPER_H
#define LIBRARY_STEPPER_H

#include "library/handles.h"
#include "trace/replay.h"

typedef struct stepper_choice {
    step step;
    trace_kind kind;
    const char *process, *text;
    source_location where;
    property_ref violated; /* NO_PROPERTY: none */
} stepper_choice;

typedef struct stepper_broken {
    property_ref property;
    const char *message;
} stepper_broken;

typedef struct stepper_run {
    run steps;
    size_t at;         /* so many are taken; the others are ahead */
    uint32_t loop;     /* of a run that was loaded: as in a trace */
} stepper_run;

struct tarry_stepper {
    arena *memory;
    tarry_options *options;
    tarry_model *model;
    const char *name, *text; /* of the model */
    size_t length;
    stepper_run walk, aside;
    replay now;
    replay_result last;      /* how the last step went */
    VEC(uint64_t) states;    /* numbers of the states from the start to the present one */
    uint64_t chance;         /* state of the generator */
    arena *here;             /* of what follows, which is found anew after each move */
    const trace *shown;      /* the steps that are taken */
    VEC(stepper_choice) choices;
    VEC(stepper_broken) broken;
    strbuf state, json;
};

enum { NOT_BEFORE = -1 };
/* The last time that the run was in the present state: after so many steps, or NOT_BEFORE. */
int64_t stepper_was_here(const tarry_stepper *s);

/* Replaces the walk by the run, which is all ahead then and belongs to the handle, and puts the walk aside. */
void stepper_follow(tarry_stepper *s, run *steps, uint32_t loop);
/* Takes the next step of those that are ahead, without looking around. */
void stepper_move(tarry_stepper *s, const step *taken);
/* The same with any possible step; if it is another one than what is ahead, that is forgotten. */
void stepper_extend(tarry_stepper *s, const step *taken);
bool stepper_is_same(const step *a, const step *b);
/* Finds what is possible and what is violated after moves. */
void stepper_look(tarry_stepper *s);
/* Whether a property is violated here, before stepper_look. */
bool stepper_is_broken(tarry_stepper *s);
/* One of the possible steps by chance; false: there is none. */
bool stepper_draw(tarry_stepper *s, step *out);

/* ---- stepper_text.c ---- */
/* As tarry_stepper_text, for somebody who looks so. */
void stepper_write(const tarry_stepper *s, report_look look, strbuf *out);
/* The whole run as a table, what is ahead too. */
void stepper_write_run(const tarry_stepper *s, report_look look, strbuf *out);
/* Every property, and whether it is violated here. */
void stepper_write_properties(const tarry_stepper *s, report_look look, strbuf *out);

#endif
