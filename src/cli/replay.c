/* replay.c: the commands that check saved answers again: traces and certificates. */
#include <stdio.h>
#include <string.h>

#include "cli/check.h"
#include "cli/commands.h"
#include "cli/input.h"
#include "cli/signals.h"
#include "library/again.h"

static const int exit_of_answer[] = {
    [TARRY_CONFIRMED] = EXIT_HOLDS, [TARRY_REJECTED] = EXIT_VIOLATED, [TARRY_UNREADABLE] = EXIT_INPUT, [TARRY_UNDECIDED] = EXIT_UNKNOWN};
static const char *const answer_names[] = {[TARRY_CONFIRMED] = "confirmed", [TARRY_REJECTED] = "rejected", [TARRY_UNDECIDED] = "unknown"};

static bool goes_on(void *data)
{
    (void)data;
    return !signals_interrupted();
}

static void tell(tarry_answer answer, const char *saved_path, const strbuf *message)
{
    if (answer == TARRY_UNREADABLE)
        commands_input_error("%s: %s", saved_path, strbuf_text(message));
    else
        printf("%s: %s\n", answer_names[answer], strbuf_text(message));
}

/* Reads the model as it was read for the saved answer, and checks that. */
static int check_again(const options *o, const char *what, again_check *confirm)
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
        limits l = {.bytes = check_memory_limit(o), .go_on = goes_on};
        code = EXIT_INPUT;
        if (loaded) {
            tarry_answer answer = confirm(&m, model_path, strbuf_text(&json), json.length, &l, &message);
            tell(answer, saved_path, &message);
            code = exit_of_answer[answer];
        }
        model_release(&m);
    }
    strbuf_release(&json);
    strbuf_release(&message);
    arena_free(memory);
    return code;
}

int command_replay(const options *o)
{
    return check_again(o, "trace", again_replay);
}

int command_certify(const options *o)
{
    return check_again(o, "certificate", again_certify);
}
