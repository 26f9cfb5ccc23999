/* bug.h: what to do when the program itself is wrong, or the machine has no memory left.
 *
 * CHECK stays on in every build: a broken invariant must never turn into a verdict. */
#ifndef BASE_BUG_H
#define BASE_BUG_H

enum { EXIT_OUT_OF_MEMORY = 2, EXIT_BUG = 4 };

/* Prints one line and ends the process with EXIT_BUG. */
_Noreturn void bug_report(const char *file, int line, const char *what);

/* Within limits (limits.h) a jump to their recovery point; elsewhere one line, and the end of the process with EXIT_OUT_OF_MEMORY. */
_Noreturn void out_of_memory(void);

#define BUG(what) bug_report(__FILE__, __LINE__, what)
#define CHECK(condition) ((condition) ? (void)0 : bug_report(__FILE__, __LINE__, #condition))

#endif
