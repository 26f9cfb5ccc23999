/* replay.c: the commands that check saved answers again: traces and certificates. */
#include <stdio.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/input.h"
#include "cli/model.h"
#include "trace/certificate.h"
#include "trace/replay_json.h"

static const int exit_of_replay[] = {[REPLAY_CONFIRMED] = EXIT_HOLDS, [REPLAY_REJECTED] = EXIT_VIOLATED, [REPLAY_UNREADABLE] = EXIT_INPUT};
static const int exit_of_certificate[] = {
    [CERTIFICATE_CONFIRMED] = EXIT_HOLDS, [CERTIFICATE_REJECTED] = EXIT_VIOLATED, [CERTIFICATE_UNREADABLE] = EXIT_INPUT};

static int replay_traces(const model *m, const strbuf *json, strbuf *message)
{
    return exit_of_replay[trace_replay_json(m->program, &m->properties, &m->diag, strbuf_text(json), json->length, message)];
}

static void add_options(const char *name, const report_strings *values, strbuf *out)
{
    for (size_t i = 0; i < values->count; i++)
        strbuf_printf(out, " %s %s", name, values->items[i]);
}

/* The file says itself what it proves: nobody should take a proof of less for one of what was asked. */
static void say_what_is_proved(const model *m, strbuf *out)
{
    const report_options *o = &m->options;
    strbuf_printf(out, "\nmemory %s, all buffer sizes", memory_traits_of(o->memory)->name);
    if (o->defines.count || o->ghosts.count)
        strbuf_add(out, "; read with");
    add_options("-D", &o->defines, out);
    add_options("--ghost", &o->ghosts, out);
    for (size_t i = 0; i < m->properties.items.count; i++)
        strbuf_printf(out, "\n  holds     %s", m->properties.items.data[i].name);
}

static int check_certificate(const model *m, const strbuf *json, strbuf *message)
{
    if (m->options.buffer || memory_is_approximation(m->options.memory)) {
        strbuf_add(message, m->options.buffer ? "a certificate speaks of unbounded buffers, but its options give a bound"
                                              : "a certificate speaks of a memory model, but its options give an approximation of one");
        return EXIT_INPUT;
    }
    certificate_verdict verdict = certificate_check(m->program, &m->properties, m->options.memory, strbuf_text(json), json->length, message);
    if (verdict == CERTIFICATE_CONFIRMED)
        say_what_is_proved(m, message);
    return exit_of_certificate[verdict];
}

/* Reads the model as it was read for the saved answer, and checks that. */
static int check_again(const options *o, const char *what, int (*confirm)(const model *m, const strbuf *json, strbuf *message))
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
        code = loaded ? confirm(&m, &json, &message) : EXIT_INPUT;
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
