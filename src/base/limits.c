#include "base/limits.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/bug.h"
#include "base/clock.h"
#include "base/memory.h"

enum { POLLS = 256, RESERVE = 1 << 17 };
static const double GRACE = 0.25, MEMORY_EVERY = 0.002; /* seconds */

const char limits_interrupted[] = "it was interrupted", limits_late[] = "the time limit was reached";
_Thread_local limits *limits_current;

/* ---- Memory ---- */
/* The pages of this process that are in memory; 0 where the system does not tell. */
static uint64_t resident_bytes(const limits *l)
{
    char text[128];
    ssize_t length = l->statm < 0 ? -1 : pread(l->statm, text, sizeof text - 1, 0);
    if (length <= 0)
        return 0;
    text[length] = 0;
    char *end;
    strtoull(text, &end, 10); /* address space */
    return strtoull(end, NULL, 10) * (uint64_t)sysconf(_SC_PAGESIZE);
}

static void measure_memory(limits *l)
{
    uint64_t now = resident_bytes(l);
    l->used_bytes = now > l->first_bytes ? now - l->first_bytes : 0;
    l->peak_bytes = l->used_bytes > l->peak_bytes ? l->used_bytes : l->peak_bytes;
}

/* ---- Looking ---- */
static const char *find_reason(limits *l, double now)
{
    if (l->seconds > 0 && now - l->start >= l->seconds)
        return limits_late;
    if (l->bytes && l->used_bytes >= l->bytes)
        return "the memory limit was reached";
    if (!l->go_on)
        return NULL;
    memory_scope *inside = memory_scope_enter(NULL); /* what they take is theirs */
    bool goes_on = l->go_on(l->data);
    memory_scope_enter(inside);
    return goes_on ? NULL : limits_interrupted;
}

static void count_polls(limits *l)
{
    l->work += l->is_uncounted ? 0 : POLLS - l->countdown;
    l->countdown = POLLS;
}

static void note_reason(limits *l, double now)
{
    if (now >= l->next_memory) {
        measure_memory(l);
        l->next_memory = now + MEMORY_EVERY;
    }
    count_polls(l);
    if (l->reason)
        return;
    l->reason = find_reason(l, now);
    l->grace = now + GRACE;
    l->most_bytes = l->bytes ? l->bytes + l->bytes / 8 : UINT64_MAX;
}

static _Noreturn void leave(limits *l, double now)
{
    l->grace = now + GRACE; /* for what the one who recovers still has to do */
    l->most_bytes = l->used_bytes + l->bytes / 8;
    l->has_jumped = true;
    longjmp(*l->recovery, 1);
}

void limits_look(void)
{
    limits *l = limits_current;
    if (!l)
        return;
    double now = clock_seconds();
    note_reason(l, now);
    if (l->reason && (now >= l->grace || l->used_bytes > l->most_bytes))
        leave(l, now);
}

_Noreturn void limits_jump_on(void)
{
    leave(limits_current, clock_seconds());
}

bool limits_count_polls(bool counts)
{
    limits *l = limits_current;
    if (!l)
        return true;
    bool counted = !l->is_uncounted;
    count_polls(l);
    l->is_uncounted = !counts;
    return counted;
}

const char *limits_reason(void)
{
    limits *l = limits_current;
    if (!l)
        return NULL;
    note_reason(l, clock_seconds());
    return l->reason;
}

void limits_go_on(void)
{
    if (limits_current)
        limits_current->reason = NULL;
}

uint64_t limits_peak_bytes(void)
{
    return limits_current ? limits_current->peak_bytes : 0;
}

_Noreturn void out_of_memory(void)
{
    limits *l = limits_current;
    if (l && l->recovery) {
        l->reason = "memory is used up";
        free(l->reserve);
        l->reserve = NULL;
        leave(l, clock_seconds());
    }
    fputs("tarry: out of memory\n", stderr);
    fflush(NULL);
    _Exit(EXIT_OUT_OF_MEMORY);
}

/* ---- Recovery points ---- */
bool limits_attempt(void (*work)(void *data), void *data)
{
    limits *l = limits_current;
    if (!l) {
        work(data);
        return true;
    }
    jmp_buf here, *before = l->recovery;
    bool is_uncounted = l->is_uncounted;
    memory_scope *inside = memory_scope_enter(NULL);
    memory_scope_enter(inside);
    if (setjmp(here)) {
        limits_current->recovery = before;
        limits_current->is_uncounted = is_uncounted;
        memory_scope_enter(inside);
        return false;
    }
    l->recovery = &here;
    work(data);
    l->recovery = before;
    return true;
}

bool limits_run(limits *l, void (*work)(void *data), void *data)
{
    limits *before = limits_current;
    l->statm = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    l->first_bytes = resident_bytes(l);
    l->start = clock_seconds();
    l->countdown = POLLS;
    l->reserve = malloc(RESERVE);
    limits_current = l;
    memory_scope taken;
    memory_scope_open(&taken);
    bool done = limits_attempt(work, data);
    measure_memory(l);
    limits_current = before;
    memory_scope_close(&taken, l->has_jumped);
    free(l->reserve);
    if (l->statm >= 0)
        close(l->statm);
    return done;
}
