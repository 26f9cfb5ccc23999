/* export.c: the command `export`. */
#include <stdio.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/export_formula.h"
#include "cli/input.h"
#include "cli/request.h"
#include "frontend/frontend.h"
#include "frontend/litmus/export.h"

static bool export_text(const char *path, const strbuf *text)
{
    diag d;
    diag_init(&d);
    strbuf out = {0};
    frontend_input input = {.file_name = path, .text = strbuf_text(text), .length = text->length};
    bool good = litmus_export_c(&input, &d, &out);
    if (good)
        fputs(strbuf_text(&out), stdout);
    request_print_messages(&d);
    strbuf_release(&out);
    diag_release(&d);
    return good;
}

int command_export(const options *o)
{
    strbuf to = {0};
    option_choice_text(OPTION_to, o->to, &to);
    bool draws = !strcmp(strbuf_text(&to), "dot");
    strbuf_release(&to);
    if (draws)
        return export_formula(o);
    if (o->operands.count != 1)
        return commands_input_error("export needs one file: tarry export --to c FILE.litmus");
    const char *path = o->operands.data[0];
    const char *language = !o->language && !strcmp(path, "-") ? "litmus" : o->language;
    if (frontend_find(language, path) != &frontend_litmus)
        return commands_input_error("export --to c takes litmus tests only (.litmus, or --language litmus)");
    strbuf text = {0}, error = {0};
    int code = EXIT_HOLDS;
    if (!input_read(path, &text, &error))
        code = commands_input_error("%s", strbuf_text(&error));
    else if (!export_text(path, &text))
        code = EXIT_INPUT;
    strbuf_release(&text);
    strbuf_release(&error);
    return code;
}
