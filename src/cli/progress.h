/* progress.h: a line about the running search on standard error, about once a second, where that is a terminal. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <stdbool.h>

#include "library/handles.h"

typedef struct progress {
    bool visible; /* standard error is a terminal */
    bool drawn;   /* a line is there now */
    double last;  /* when the last line was drawn, in seconds of a steady clock */
} progress;

/* Of the searches that are asked for with these options, which end once the user has pressed Ctrl-C; their log is written on standard error where `logs`. */
void progress_watch(progress *p, tarry_options *asked, bool logs);

/* Erases the line. */
void progress_end(progress *p);

#endif
