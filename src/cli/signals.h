/* signals.h: Ctrl-C, SIGTERM and SIGHUP end a search with what is known so far; a crash ends in one line and EXIT_BUG. */
#ifndef CLI_SIGNALS_H
#define CLI_SIGNALS_H

#include <stdbool.h>

/* For crashes. */
void signals_install(void);

/* From now on a signal that asks for the end is noted. Before, it ends the process at once: there is nothing to tell yet, and who waits for input would never look. */
void signals_listen(void);

/* Of a child that is about to wait for input. */
void signals_listen_no_more(void);

/* True once such a signal came. A second one ends the process at once. */
bool signals_interrupted(void);

/* For a command that goes on after Ctrl-C: each one is noted from now on, and ends a read. And forgets those that were. */
void signals_catch(void);
void signals_forget(void);

#endif
