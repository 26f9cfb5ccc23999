#include "cli/progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/signals.h"

static void draw(const statistics *now)
{
    double megabytes = (double)now->peak_memory_bytes / 1e6, seconds = now->seconds > 0 ? now->seconds : 1;
    if (now->automata)
        fprintf(stderr, "\r%" PRIu64 " states, %" PRIu64 " kept, %" PRIu64 " automata, %.0f events/s, %.0f MB\033[K", now->states_stored, now->kept,
                now->automata, (double)now->states_visited / seconds, megabytes);
    else
        fprintf(stderr, "\r%" PRIu64 " states, %.0f states/s, %.0f MB, depth %" PRIu64 "\033[K", now->states_stored,
                (double)now->states_stored / seconds, megabytes, now->max_depth);
    fflush(stderr);
}

static bool show(void *data, const statistics *now)
{
    progress *p = data;
    if (p->visible) {
        double time = clock_seconds();
        if (time - p->last >= 1) {
            draw(now);
            p->drawn = true;
            p->last = time;
        }
    }
    return !signals_interrupted();
}

void progress_end(progress *p)
{
    if (p->drawn) {
        fputs("\r\033[K", stderr);
        fflush(stderr);
    }
    p->drawn = false;
}

static void log_line(void *data, const char *line)
{
    progress_end(data);
    fprintf(stderr, "%s\n", line);
}

void progress_watch(progress *p, tarry_options *asked, bool logs)
{
    *p = (progress){.visible = isatty(STDERR_FILENO), .last = clock_seconds()};
    asked->progress = show;
    asked->progress_data = p;
    tarry_options_log(asked, logs ? log_line : NULL, p);
}
