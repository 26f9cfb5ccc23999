/* replay.c: the command that executes saved traces again. */
#include <stdio.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/input.h"
#include "cli/model.h"
#include "trace/replay_json.h"

static const int exit_of_replay[] = {[REPLAY_CONFIRMED] = EXIT_HOLDS, [REPLAY_REJECTED] = EXIT_VIOLATED, [REPLAY_UNREADABLE] = EXIT_INPUT};

static int replay_on_model(const model *m, const char *trace_path, const strbuf *json)
{
    strbuf message = {0};
    replay_verdict verdict = trace_replay_json(m->program, &m->properties, &m->diag, strbuf_text(json), json->length, &message);
    if (verdict == REPLAY_UNREADABLE)
        commands_input_error("%s: %s", trace_path, strbuf_text(&message));
    else
        printf("%s: %s\n", verdict == REPLAY_CONFIRMED ? "confirmed" : "rejected", strbuf_text(&message));
    strbuf_release(&message);
    return exit_of_replay[verdict];
}

int command_replay(const options *o)
{
    if (o->operands.count != 2)
        return commands_input_error("replay needs a model and a trace: tarry replay %s", command_table[COMMAND_REPLAY].operands);
    const char *model_path = o->operands.data[0], *trace_path = o->operands.data[1];
    if (!strcmp(model_path, "-") && !strcmp(trace_path, "-"))
        return commands_input_error("standard input (-) can be read once only");
    arena *memory = arena_new();
    strbuf json = {0}, error = {0};
    model_request request = {.memory_given = true, .buffer_given = true};
    int code;
    if (!input_read(trace_path, &json, &error)) {
        code = commands_input_error("%s", strbuf_text(&error));
    } else if (!report_options_from_json(memory, strbuf_text(&json), json.length, &request.options, &error)) {
        code = commands_input_error("%s: %s", trace_path, strbuf_text(&error));
    } else {
        model m;
        code = model_load(&m, model_path, &request) ? replay_on_model(&m, trace_path, &json) : EXIT_INPUT;
        model_release(&m);
    }
    strbuf_release(&json);
    strbuf_release(&error);
    arena_free(memory);
    return code;
}
