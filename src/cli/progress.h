/* progress.h: a line about what is going on, on standard error, where that is a terminal and it takes more than a second.
 *
 * The line is written anew about twice a second, cut to the width of the terminal, and erased in the end. A child of a batch has no terminal: it leaves its line in a
 * file, which its parent shows. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <stdbool.h>

#include "cli/options.h"
#include "library/handles.h"

enum { PROGRESS_LINE = 256 }; /* bytes of the line in a child's file */

typedef struct progress {
    bool visible;           /* standard error is a terminal */
    int file;               /* of a child; 0: it is none */
    bool drawn;             /* a line is there now */
    const char *rounds;     /* what a saved answer consists of, "states" or "steps", where one is checked; NULL: a search has statistics */
    double start, last;     /* of the work, and of the last line; in seconds of a steady clock */
    char about[64];         /* which of several searches this is; "" where there is one */
    char trying[128];       /* what is searched now; "": not known */
} progress;

/* Of the searches that are asked for with these options, which end once a signal has come; their log is written on standard error with --log. `about` may be "". */
void progress_watch(progress *p, const options *o, tarry_options *asked, const char *about);

/* Of a saved answer that is checked again: of so many `rounds`, "states" or "steps". */
void progress_watch_again(progress *p, tarry_options *within, const char *about, const char *rounds);

/* Erases the line. */
void progress_end(progress *p);

/* Writes the text over the line that is there, cut to the width of the terminal. */
void progress_draw(const char *text);
void progress_erase(void);

#endif
