#include "cli/summary.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void summary_add_line(const char *verdict, const char *memory, const char *engine, uint64_t states, double seconds, const char *file, strbuf *lines)
{
    strbuf_printf(lines, "%-10s%-11s%-10s%12" PRIu64 "%12.3f s  %s\n", verdict, memory, engine, states, seconds, file);
}

void summary_add(const report *r, strbuf *lines)
{
    summary_add_line(report_verdict_name(r->verdict), machine_traits(r->machine)->name, r->engine, r->statistics.states_stored, r->statistics.seconds, r->file, lines);
}

void summary_add_outcomes(const char *answer, const char *seen, size_t states, const char *test, strbuf *lines)
{
    strbuf_printf(lines, "%-8s%-11s%8zu  %s\n", answer, seen, states, test);
}

void summary_add_failure(const char *verdict, const char *memory, const char *file, strbuf *lines)
{
    strbuf_printf(lines, "%-10s%-11s%-10s%12s%12s    %s\n", verdict, *memory ? memory : "-", "-", "-", "-", file);
}

/* The lines that begin with the word. */
static unsigned count(const strbuf *lines, const char *word)
{
    unsigned found = 0;
    for (const char *at = strbuf_text(lines); *at; at += strcspn(at, "\n") + 1)
        found += !strncmp(at, word, strlen(word));
    return found;
}

void summary_print(const strbuf *lines)
{
    static const char *const verdicts[] = {"holds", "violated", "unknown", "error"};
    const char *gap = "\n";
    printf("\n%-10s%-11s%-10s%12s%12s    %s\n%s", "verdict", "memory", "engine", "states", "time", "file", strbuf_text(lines));
    for (size_t i = 0; i < sizeof verdicts / sizeof *verdicts; i++) {
        unsigned number = count(lines, verdicts[i]);
        if (!number)
            continue;
        printf("%s%u %s%s", gap, number, verdicts[i], number > 1 && !strcmp(verdicts[i], "error") ? "s" : "");
        gap = ", ";
    }
    putchar('\n');
}
