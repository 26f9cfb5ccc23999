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
#ifndef SANITIZER_REPORTS /* a sanitizer says more than we can */
    stack_t stack = {.ss_sp = crash_stack, .ss_size = sizeof crash_stack};
    sigaltstack(&stack, NULL);
    struct sigaction action = {.sa_handler = on_crash, .sa_flags = SA_ONSTACK | (int)SA_RESETHAND};
    static const int crashes[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL};
    for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++)
        sigaction(crashes[i], &action, NULL);
#else
    (void)on_crash;
    (void)crash_stack;
#endif
}

void signals_catch(void)
{
    struct sigaction action = {.sa_handler = on_interrupt};
    sigaction(SIGINT, &action, NULL);
}

void signals_forget(void)
{
    interrupted = 0;
}

/* Of all signals that ask for the end, but those that whoever started us wants to be ignored: nohup, or a shell of its jobs in the background. */
static void handle_ends(void (*handler)(int))
{
    static const int ends[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART | (int)SA_RESETHAND}, before;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (!sigaction(ends[i], NULL, &before) && before.sa_handler != SIG_IGN)
            sigaction(ends[i], &action, NULL);
}

void signals_listen(void)
{
    if (!interrupted) /* a second one ends the process */
        handle_ends(on_interrupt);
}

void signals_listen_no_more(void)
{
    handle_ends(SIG_DFL);
}

bool signals_interrupted(void)
{
    return interrupted != 0;
}
