#include "cli/request.h"

#include <stdio.h>
#include <string.h>

#include "base/bug.h"
#include "cli/input.h"

/* ---- The request ---- */
static report_strings strings_of(const text_list *list)
{
    return (report_strings){.count = list->count, .items = list->data};
}

/* The names of `--ghost a,b --ghost c`, one by one. */
static bool split_names(const text_list *lists, arena *memory, report_strings *out, strbuf *error)
{
    size_t count = 0;
    for (size_t i = 0; i < lists->count; i++)
        for (const char *c = lists->data[i]; c; c = strchr(c, ',') ? strchr(c, ',') + 1 : NULL)
            count++;
    const char **names = ARENA_ARRAY(memory, const char *, count + 1);
    count = 0;
    for (size_t i = 0; i < lists->count; i++) {
        const char *at = lists->data[i];
        for (;;) {
            size_t length = strcspn(at, ",");
            if (!length) {
                strbuf_printf(error, "--ghost '%s' holds an empty name", lists->data[i]);
                return false;
            }
            names[count++] = arena_strndup(memory, at, length);
            if (!at[length])
                break;
            at += length + 1;
        }
    }
    *out = (report_strings){.count = count, .items = names};
    return true;
}

static memory_kind memory_of_choice(const options *o)
{
    strbuf name = {0};
    memory_kind kind;
    option_choice_text(OPTION_memory, o->memory, &name);
    if (!memory_kind_find(strbuf_text(&name), &kind))
        BUG("--memory names a model that src/program/memory.def has not");
    strbuf_release(&name);
    return kind;
}

/* An engine without bounds takes no notice of a bound that the file gives. */
static bool names_unbounded_engine(const options *o)
{
    strbuf name = {0};
    option_choice_text(OPTION_engine, o->engine, &name);
    bool unbounded = !strcmp(strbuf_text(&name), "events") || !strcmp(strbuf_text(&name), "automata") || o->certificate;
    strbuf_release(&name);
    return unbounded;
}

bool model_request_init(model_request *request, const options *o, arena *memory, strbuf *error)
{
    *request = (model_request){
        .options =
            {
                .language = o->language,
                .memory = memory_of_choice(o),
                .buffer = (uint32_t)o->buffer,
                .overflow_is_error = o->overflow == 1,
                .no_deadlock = o->no_deadlock,
                .never = strings_of(&o->never),
                .always = strings_of(&o->always),
                .mutex = strings_of(&o->mutex),
                .defines = strings_of(&o->define),
                .include_dirs = strings_of(&o->include),
            },
        .memory_given = o->given[OPTION_memory],
        .buffer_given = o->given[OPTION_buffer],
        .all_sizes = names_unbounded_engine(o),
    };
    if (o->language && !frontend_find(o->language, NULL)) {
        strbuf_printf(error, "--language '%s' is not supported; known are:", o->language);
        for (const frontend *const *f = frontends; *f; f++)
            strbuf_printf(error, " %s", (*f)->name);
        return false;
    }
    return split_names(&o->ghost, memory, &request->options.ghosts, error);
}

/* ---- Reading ---- */
void request_print_messages(const diag *d)
{
    strbuf text = {0};
    diag_print(d, &text);
    fflush(stdout);
    fwrite(strbuf_text(&text), 1, text.length, stderr);
    strbuf_release(&text);
}

bool model_load(model *m, const char *path, const model_request *request)
{
    strbuf text = {0}, error = {0};
    if (input_read(path, &text, &error))
        model_read(m, path, strbuf_text(&text), text.length, request);
    else
        model_fail(m, strbuf_text(&error));
    strbuf_release(&text);
    strbuf_release(&error);
    request_print_messages(&m->diag);
    return !diag_has_errors(&m->diag);
}
