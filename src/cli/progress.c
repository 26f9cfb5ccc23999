#include "cli/progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/limits.h"
#include "cli/signals.h"

static const double FIRST_AFTER = 1, EVERY = 0.5; /* seconds */

/* ---- The terminal ---- */
void progress_draw(const char *text)
{
    enum { USUAL_WIDTH = 80 };
    struct winsize size;
    int width = !ioctl(STDERR_FILENO, TIOCGWINSZ, &size) && size.ws_col ? size.ws_col : USUAL_WIDTH;
    fprintf(stderr, "\r%.*s\033[K", width - 1, text);
    fflush(stderr);
}

void progress_erase(void)
{
    fputs("\r\033[K", stderr);
    fflush(stderr);
}

/* ---- What is known ---- */
static void add_figures(const progress *p, const statistics *now, double seconds, strbuf *out)
{
    uint64_t bytes = limits_peak_bytes();
    if (p->rounds) {
        strbuf_printf(out, "%" PRIu64 " %s, ", limits_rounds(), p->rounds);
    } else {
        double rate = (double)(now->automata ? now->states_visited : now->states_stored) / (now->seconds > 0 ? now->seconds : 1);
        strbuf_printf(out, "%" PRIu64 " states, ", now->states_stored);
        if (now->automata)
            strbuf_printf(out, "%" PRIu64 " kept, %" PRIu64 " automata, ", now->kept, now->automata);
        strbuf_printf(out, "%.0f/s, ", rate);
        if (now->max_depth && !now->automata)
            strbuf_printf(out, "depth %" PRIu64 ", ", now->max_depth);
    }
    strbuf_printf(out, "%.0f MB, %.0f s", (double)bytes / 1e6, seconds);
}

static void show(progress *p, const statistics *now)
{
    double time = clock_seconds();
    if (time - p->start < FIRST_AFTER || time - p->last < EVERY)
        return;
    strbuf line = {0};
    strbuf_printf(&line, "%s%s", p->about, *p->about ? ": " : "");
    add_figures(p, now, time - p->start, &line);
    strbuf_printf(&line, "%s%s", *p->trying ? "; " : "", p->trying);
    p->last = time;
    if (p->file) {
        char text[PROGRESS_LINE] = "";
        snprintf(text, sizeof text, "%s", strbuf_text(&line));
        p->last += pwrite(p->file, text, sizeof text, 0) < 0 ? 1e9 : 0; /* it cannot be told then */
    } else {
        progress_draw(strbuf_text(&line));
        p->drawn = true;
    }
    strbuf_release(&line);
}

static bool show_and_ask(void *data, const statistics *now)
{
    progress *p = data;
    if (p->visible || p->file)
        show(p, now);
    return !signals_interrupted();
}

static bool ask(void *data)
{
    static const statistics nothing;
    return show_and_ask(data, &nothing);
}

static void note_try(void *data, const char *what)
{
    progress *p = data;
    snprintf(p->trying, sizeof p->trying, "%s", what);
}

static void note_about(void *data, const char *what)
{
    progress *p = data;
    snprintf(p->about, sizeof p->about, "%s", what);
}

/* ---- From start to end ---- */
void progress_end(progress *p)
{
    if (p->drawn)
        progress_erase();
    p->drawn = false;
}

static void log_line(void *data, const char *line)
{
    progress_end(data);
    fprintf(stderr, "%s\n", line);
}

static void start(progress *p)
{
    *p = (progress){.visible = isatty(STDERR_FILENO), .start = clock_seconds()};
    signals_listen();
}

void progress_watch(progress *p, const options *o, tarry_options *asked, const char *about)
{
    start(p);
    p->file = o->progress_file;
    note_about(p, about);
    asked->progress = show_and_ask;
    asked->progress_data = p;
    asked->trying = note_try;
    asked->about = note_about;
    tarry_options_log(asked, o->log ? log_line : NULL, p);
}

void progress_watch_again(progress *p, tarry_options *within, const char *about, const char *rounds)
{
    start(p);
    p->rounds = rounds;
    note_about(p, about);
    tarry_options_ask(within, ask, p);
}
