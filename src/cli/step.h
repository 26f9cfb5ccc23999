/* step.h: a walk that the user commands: between step.c, which reads the lines, and step_commands.c, which does what they say. */
#ifndef CLI_STEP_H
#define CLI_STEP_H

#include "cli/options.h"
#include "library/stepper.h"

typedef struct walk {
    const options *options;
    tarry_options *asked;
    tarry_stepper *stepper;
    report_look look;
    strbuf out;      /* to print */
    strbuf error;    /* not empty: what was wrong with the command */
    strbuf again;    /* the line that an empty one repeats */
    bool has_ended;
} walk;

typedef struct walk_command {
    const char *name;
    char letter;
    const char *arguments;
    bool repeats;
    const char *help;
    void (*act)(walk *w, const char *arguments);
} walk_command;

/* Ended by one without a name. */
extern const walk_command walk_commands[];

/* The present state into w->out. */
void walk_show(walk *w);
/* By its number in the list, which counts from 1. */
void walk_take(walk *w, const char *arguments);

#endif
