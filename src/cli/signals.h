/* signals.h: Ctrl-C ends a search with what is known so far; a crash ends in one line and EXIT_BUG. */
#ifndef CLI_SIGNALS_H
#define CLI_SIGNALS_H

#include <stdbool.h>

void signals_install(void);

/* True once the user has pressed Ctrl-C. A second Ctrl-C ends the process at once. */
bool signals_interrupted(void);

#endif
