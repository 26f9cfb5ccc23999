/* export.c: the command `export`. */
#include <stdio.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/request.h"
#include "library/file.h"

static int export_text(const char *path, const strbuf *text, const char *to, const char *formula_text, const tarry_options *asked)
{
    char *messages, *made = tarry_export(path, strbuf_text(text), text->length, to, formula_text, asked, &messages);
    request_print(messages);
    if (made)
        fputs(made, stdout);
    int code = made ? EXIT_HOLDS : EXIT_INPUT;
    tarry_text_free(messages);
    tarry_text_free(made);
    return code;
}

int command_export(const options *o)
{
    strbuf to = {0}, text = {0}, error = {0};
    tarry_options *asked = NULL;
    int code;
    option_choice_text(OPTION_to, o->to, &to);
    bool draws = !strcmp(strbuf_text(&to), "dot");
    if (draws && (o->operands.count != 1 || o->ltl.count != 1))
        code = commands_input_error("export --to dot draws the automaton of one formula: tarry export --to dot --ltl F FILE");
    else if (o->operands.count != 1)
        code = commands_input_error("export needs one file: tarry export --to c FILE.litmus, --to promela FILE");
    else if (!(asked = request_new(o, &error)) || !file_read(o->operands.data[0], &text, &error))
        code = commands_input_error("%s", strbuf_text(&error));
    else
        code = export_text(o->operands.data[0], &text, strbuf_text(&to), draws ? o->ltl.data[0] : NULL, asked);
    if (asked)
        tarry_options_free(asked);
    strbuf_release(&to);
    strbuf_release(&text);
    strbuf_release(&error);
    return code;
}
