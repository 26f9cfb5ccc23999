/* replay.c: the commands that check saved answers again: traces and certificates. */
#include <stdio.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/request.h"
#include "cli/signals.h"
#include "library/again.h"
#include "library/file.h"

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

/* Reads the model as it was read for the saved answer, and checks that answer. */
static int read_and_check(const char *path, const model_request *request, const char *saved_path, const strbuf *json, tarry_options *within, again_check *confirm)
{
    strbuf text = {0}, message = {0};
    if (!file_read(path, &text, &message)) {
        commands_input_error("%s", strbuf_text(&message));
        strbuf_release(&message);
        return EXIT_INPUT;
    }
    tarry_model *m = model_new(path);
    int code = EXIT_INPUT;
    tarry_options_ask(within, goes_on, NULL);
    model_read(&m->model, path, strbuf_text(&text), text.length, request);
    request_print_messages(&m->model.diag);
    if (tarry_model_is_good(m)) {
        tarry_answer answer = confirm(m, strbuf_text(json), json->length, within, &message);
        tell(answer, saved_path, &message);
        code = exit_of_answer[answer];
    }
    tarry_model_free(m);
    strbuf_release(&text);
    strbuf_release(&message);
    return code;
}

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
    model_request request;
    tarry_options *given = request_new(o, &message);
    int code;
    if (!given || !file_read(saved_path, &json, &message))
        code = commands_input_error("%s", strbuf_text(&message));
    else if (!again_request(&request, memory, strbuf_text(&json), json.length, &message))
        code = commands_input_error("%s: %s", saved_path, strbuf_text(&message));
    else {
        if (o->atomic) {
            request.options.atomic = given->request.options.atomic;
            request.options.atomic_name = o->atomic;
        }
        code = read_and_check(model_path, &request, saved_path, &json, given, confirm);
    }
    if (given)
        tarry_options_free(given);
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
