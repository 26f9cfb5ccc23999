/* replay.c: the commands that check saved answers again: traces and certificates. */
#include <stdio.h>
#include <string.h>

#include "cli/batch.h"
#include "cli/commands.h"
#include "cli/progress.h"
#include "cli/request.h"
#include "library/again.h"
#include "library/file.h"

static const int exit_of_answer[] = {
    [TARRY_CONFIRMED] = EXIT_HOLDS, [TARRY_REJECTED] = EXIT_VIOLATED, [TARRY_UNREADABLE] = EXIT_INPUT, [TARRY_UNDECIDED] = EXIT_UNKNOWN};
static const char *const answer_names[] = {[TARRY_CONFIRMED] = "confirmed", [TARRY_REJECTED] = "rejected", [TARRY_UNDECIDED] = "unknown"};

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
    model_read(&m->model, path, strbuf_text(&text), text.length, request);
    request_print_messages(&m->model.diag);
    if (tarry_model_is_good(m)) {
        progress shown;
        bool is_replay = confirm == again_replay;
        progress_watch_again(&shown, within, is_replay ? "replay" : "certify", is_replay ? "steps" : "states");
        tarry_answer answer = confirm(m, strbuf_text(json), json->length, within, &message);
        progress_end(&shown);
        tell(answer, saved_path, &message);
        code = exit_of_answer[answer];
    }
    tarry_model_free(m);
    strbuf_release(&text);
    strbuf_release(&message);
    return code;
}

/* One saved answer. */
static int check_saved(const options *o, tarry_options *given, const strbuf *json, again_check *confirm)
{
    const char *saved_path = o->operands.data[1];
    arena *memory = arena_new();
    strbuf message = {0};
    model_request request;
    int code;
    if (!again_request(&request, memory, strbuf_text(json), json->length, &message)) {
        code = commands_input_error("%s: %s", saved_path, strbuf_text(&message));
    } else {
        if (o->atomic) {
            request.options.atomic = given->request.options.atomic;
            request.options.atomic_name = o->atomic;
        }
        code = read_and_check(o->operands.data[0], &request, saved_path, json, given, confirm);
    }
    strbuf_release(&message);
    arena_free(memory);
    return code;
}

/* ---- Reports on several files or memory models ---- */
/* All answers are on one file, or some on this one: they are the ones to check. */
static bool is_meant(const report_parts *parts, size_t at, const char *model_path)
{
    bool one_file = true;
    for (size_t i = 0; i < parts->count; i++)
        one_file = one_file && !strcmp(parts->data[i].file, parts->data[0].file);
    return one_file || !strcmp(parts->data[at].file, model_path);
}

static int check_parts(const options *o, tarry_options *given, const report_parts *parts, again_check *confirm)
{
    const char *model_path = o->operands.data[0];
    size_t meant = 0, confirmed = 0;
    int code = EXIT_HOLDS;
    for (size_t i = 0; i < parts->count; i++) {
        const report_part *part = &parts->data[i];
        if (!is_meant(parts, i, model_path))
            continue;
        meant++;
        if (!part->has_traces) {
            printf("no trace: %s under %s\n", part->verdict, part->memory);
            continue;
        }
        strbuf json = {0};
        strbuf_add(&json, part->json);
        code = batch_worse(code, check_saved(o, given, &json, confirm));
        confirmed++;
        strbuf_release(&json);
    }
    if (!meant)
        return commands_input_error("%s: this is a report on several files, and %s is none of them", o->operands.data[1], model_path);
    return confirmed ? code : commands_input_error("%s: the report has no trace of %s", o->operands.data[1], model_path);
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
    report_parts parts = {0};
    tarry_options *given = request_new(o, &message);
    int code;
    if (!given || !file_read(saved_path, &json, &message)) {
        code = commands_input_error("%s", strbuf_text(&message));
    } else {
        if (o->command == COMMAND_REPLAY)
            report_split(memory, strbuf_text(&json), json.length, &parts);
        code = parts.count && !strcmp(model_path, "-") ? commands_input_error("a report on several files or memory models needs the model as a file")
               : parts.count                           ? check_parts(o, given, &parts, confirm)
                                                       : check_saved(o, given, &json, confirm);
    }
    if (given)
        tarry_options_free(given);
    vec_release(&parts);
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
