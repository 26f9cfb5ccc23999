#include "cli/signals.h"

#include <signal.h>
#include <stddef.h>
#include <unistd.h>

#include "base/bug.h"

#if defined(__SANITIZE_ADDRESS__)
#define SANITIZER_REPORTS 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZER_REPORTS 1
#endif
#endif

/* The only mutable globals of Tarry: a signal handler can reach nothing else. */
static volatile sig_atomic_t interrupted;
static char crash_stack[1 << 16]; /* the ordinary one may be what overflowed */

static void on_interrupt(int number)
{
    (void)number;
    interrupted = 1;
}

static void on_crash(int number)
{
    static const char text[] = "tarry: internal error: the program crashed (this is a bug in Tarry; please report it)\n";
    (void)number;
    ssize_t written = write(STDERR_FILENO, text, sizeof text - 1);
    (void)written;
    _exit(EXIT_BUG);
}

void signals_install(void)
{
    struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = SA_RESTART | (int)SA_RESETHAND};
    sigaction(SIGINT, &action, NULL);
#ifndef SANITIZER_REPORTS /* a sanitizer says more than we can */
    stack_t stack = {.ss_sp = crash_stack, .ss_size = sizeof crash_stack};
    sigaltstack(&stack, NULL);
    action = (struct sigaction){.sa_handler = on_crash, .sa_flags = SA_ONSTACK | (int)SA_RESETHAND};
    static const int crashes[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL};
    for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++)
        sigaction(crashes[i], &action, NULL);
#else
    (void)on_crash;
    (void)crash_stack;
#endif
}

bool signals_interrupted(void)
{
    return interrupted != 0;
}
