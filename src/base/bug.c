#include "base/bug.h"

#include <stdio.h>
#include <stdlib.h>

_Noreturn void bug_report(const char *file, int line, const char *what)
{
    fprintf(stderr, "tarry: internal error at %s:%d: %s (this is a bug in Tarry; please report it)\n", file, line, what);
    fflush(NULL);
    _Exit(EXIT_BUG);
}
