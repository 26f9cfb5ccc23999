/* replay.c: the commands that check saved answers again: traces and certificates. */
#include <stdio.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/input.h"
#include "cli/request.h"
#include "trace/certificate.h"
#include "trace/replay_json.h"

static const int exit_of_replay[] = {[REPLAY_CONFIRMED] = EXIT_HOLDS, [REPLAY_REJECTED] = EXIT_VIOLATED, [REPLAY_UNREADABLE] = EXIT_INPUT};
static const int exit_of_certificate[] = {
    [CERTIFICATE_CONFIRMED] = EXIT_HOLDS, [CERTIFICATE_REJECTED] = EXIT_VIOLATED, [CERTIFICATE_UNREADABLE] = EXIT_INPUT};

static void add_options(const char *name, const report_strings *values, strbuf *out)
{
    for (size_t i = 0; i < values->count; i++)
        strbuf_printf(out, " %s %s", name, values->items[i]);
}

/* The file says itself which machine it speaks of and how the model was read: nobody should take an answer to that for one to what was asked. */
static void say_what_was_asked(const model *m, const char *path, strbuf *out)
{
    const report_options *o = &m->options;
    bool is_usual = m->frontend == frontend_find(NULL, path);
    strbuf_printf(out, "\nmemory %s, ", memory_traits_of(memory_traits_of(o->memory)->exact)->name);
    if (o->buffer)
        strbuf_printf(out, "buffers of at most %u store%s", o->buffer, o->buffer == 1 ? "" : "s");
    else
        strbuf_add(out, memory_traits_of(o->memory)->has_buffers ? "all buffer sizes" : "no store buffers");
    if (!is_usual || o->defines.count || o->include_dirs.count || o->ghosts.count)
        strbuf_add(out, "; read with");
    if (!is_usual)
        strbuf_printf(out, " --language %s", m->frontend->name);
    add_options("-D", &o->defines, out);
    add_options("-I", &o->include_dirs, out);
    add_options("--ghost", &o->ghosts, out);
}

static int replay_traces(const model *m, const char *path, const strbuf *json, strbuf *message)
{
    replay_verdict verdict = trace_replay_json(m->program, &m->properties, &m->diag, strbuf_text(json), json->length, message);
    if (verdict == REPLAY_CONFIRMED)
        say_what_was_asked(m, path, message);
    return exit_of_replay[verdict];
}

static int check_certificate(const model *m, const char *path, const strbuf *json, strbuf *message)
{
    if (m->options.buffer || memory_is_approximation(m->options.memory)) {
        strbuf_add(message, m->options.buffer ? "a certificate speaks of unbounded buffers, but its options give a bound"
                                              : "a certificate speaks of a memory model, but its options give an approximation of one");
        return EXIT_INPUT;
    }
    certificate_verdict verdict = certificate_check(m->program, &m->properties, m->options.memory, strbuf_text(json), json->length, message);
    if (verdict == CERTIFICATE_CONFIRMED) {
        say_what_was_asked(m, path, message);
        for (size_t i = 0; i < m->properties.items.count; i++)
            strbuf_printf(message, "\n  holds     %s", m->properties.items.data[i].name);
    }
    return exit_of_certificate[verdict];
}

/* Reads the model as it was read for the saved answer, and checks that. */
static int check_again(const options *o, const char *what, int (*confirm)(const model *m, const char *path, const strbuf *json, strbuf *message))
{
    const command_info *self = &command_table[o->command];
    if (o->operands.count != 2)
        return commands_input_error("%s needs a model and a %s: tarry %s %s", self->name, what, self->name, self->operands);
    const char *model_path = o->operands.data[0], *saved_path = o->operands.data[1];
    if (!strcmp(model_path, "-") && !strcmp(saved_path, "-"))
        return commands_input_error("standard input (-) can be read once only");
    arena *memory = arena_new();
    strbuf json = {0}, message = {0};
    model_request request = {.memory_given = true, .buffer_given = true};
    int code;
    if (!input_read(saved_path, &json, &message)) {
        code = commands_input_error("%s", strbuf_text(&message));
    } else if (!report_options_from_json(memory, strbuf_text(&json), json.length, &request.options, &message)) {
        code = commands_input_error("%s: %s", saved_path, strbuf_text(&message));
    } else {
        model m;
        bool loaded = model_load(&m, model_path, &request);
        code = loaded ? confirm(&m, model_path, &json, &message) : EXIT_INPUT;
        if (loaded && code == EXIT_INPUT)
            commands_input_error("%s: %s", saved_path, strbuf_text(&message));
        else if (loaded)
            printf("%s: %s\n", code == EXIT_HOLDS ? "confirmed" : "rejected", strbuf_text(&message));
        model_release(&m);
    }
    strbuf_release(&json);
    strbuf_release(&message);
    arena_free(memory);
    return code;
}

int command_replay(const options *o)
{
    return check_again(o, "trace", replay_traces);
}

int command_certify(const options *o)
{
    return check_again(o, "certificate", check_certificate);
}
