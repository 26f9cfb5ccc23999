/* progress.h: a line about the running search on standard error, about once a second, where that is a terminal. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <stdbool.h>

#include "engine/engine.h"

typedef struct progress {
    bool visible; /* standard error is a terminal */
    bool drawn;   /* a line is there now */
    double last;  /* when the last line was drawn, in seconds of a steady clock */
} progress;

void progress_init(progress *p);

/* The engine's callback; `data` is the progress. False once the user has pressed Ctrl-C. */
bool progress_report(void *data, const statistics *now);

/* A line of the engine's log, on standard error; `data` is the progress. */
void progress_log(void *data, const char *line);

/* Erases the line. */
void progress_end(progress *p);

#endif
