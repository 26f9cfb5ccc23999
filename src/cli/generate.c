/* generate.c: the command `litmus-generate`. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/commands.h"
#include "litmus/cycle.h"

/* Where tests go. */
typedef struct writer {
    const char *folder; /* NULL: standard output */
    uint64_t count;
    strbuf error;       /* nothing more is written after one */
} writer;

static void write_file(writer *w, const char *name, const strbuf *text)
{
    strbuf path = {0};
    strbuf_printf(&path, "%s/%s.litmus", w->folder, name);
    FILE *file = fopen(strbuf_text(&path), "w");
    bool good = file && fwrite(strbuf_text(text), 1, text->length, file) == text->length;
    if (file)
        good &= !fclose(file);
    if (!good)
        strbuf_printf(&w->error, "cannot write %s: %s", strbuf_text(&path), strerror(errno));
    strbuf_release(&path);
}

static void write_test(const cycle *c, void *data)
{
    writer *w = data;
    strbuf name = {0}, text = {0};
    if (w->error.length)
        return;
    cycle_name(c, &name);
    cycle_write(c, &text);
    if (w->folder)
        write_file(w, strbuf_text(&name), &text);
    else
        printf("%s%s", w->count ? "\n" : "", strbuf_text(&text));
    w->count++;
    strbuf_release(&name);
    strbuf_release(&text);
}

/* All operands together are one cycle. */
static bool one_cycle(const options *o, writer *w)
{
    strbuf words = {0};
    cycle c;
    for (size_t i = 0; i < o->operands.count; i++)
        strbuf_printf(&words, "%s ", o->operands.data[i]);
    bool good = cycle_parse(&c, strbuf_text(&words), &w->error);
    strbuf_release(&words);
    if (good)
        write_test(&c, w);
    return good && !w->error.length;
}

/* The names in a list with commas are checked, or their tests written. */
static bool each_family(const char *names, const family_choice *choice, bool check, strbuf *error)
{
    strbuf name = {0};
    bool good = true;
    for (bool more = true; more && good;) {
        size_t length = strcspn(names, ",");
        strbuf_clear(&name);
        strbuf_add_bytes(&name, names, length);
        if (check)
            good = family_check(strbuf_text(&name), choice, error);
        else
            family_generate(strbuf_text(&name), choice);
        more = names[length];
        names += length + more;
    }
    strbuf_release(&name);
    return good;
}

/* Nothing is written where a later name is wrong. */
static void these_families(const char *names, const family_choice *choice, writer *w)
{
    if (each_family(names, choice, true, &w->error))
        each_family(names, choice, false, &w->error);
}

static bool all_families(const options *o, writer *w)
{
    family_choice choice = {.edges = o->edges, .one_location = o->one_location, .length = (uint32_t)o->length, .each = write_test, .data = w};
    strbuf names = {0};
    if (o->families)
        these_families(o->families, &choice, w);
    if (!o->families && !o->one_location) {
        family_list(FAMILIES_SMALL, &names);
        these_families(strbuf_text(&names), &choice, w);
    }
    if (!o->families && !w->error.length) {
        strbuf_clear(&names);
        family_list(FAMILIES_OF_COHERENCE, &names);
        choice.one_location = true;
        these_families(strbuf_text(&names), &choice, w);
    }
    strbuf_release(&names);
    return !w->error.length;
}

int command_litmus_generate(const options *o)
{
    writer w = {.folder = o->output};
    if (o->operands.count && (o->families || o->given[OPTION_edges] || o->given[OPTION_length] || o->one_location))
        return commands_input_error("give the edges of one cycle, or --families, --edges, --length and --one-location, not both");
    if (w.folder && mkdir(w.folder, 0777) && errno != EEXIST)
        return commands_input_error("cannot make the folder %s: %s", w.folder, strerror(errno));
    bool good = o->operands.count ? one_cycle(o, &w) : all_families(o, &w);
    int code = good ? EXIT_HOLDS : commands_input_error("%s", strbuf_text(&w.error));
    if (good && w.folder)
        printf("%llu tests in %s\n", (unsigned long long)w.count, w.folder);
    strbuf_release(&w.error);
    return code;
}
