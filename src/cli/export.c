/* export.c: the command `export`. */
#include <stdio.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/graphviz.h"
#include "cli/request.h"
#include "library/file.h"

/* Prints the text; a drawing that is to be a picture goes through Graphviz. */
static int print_made(const char *made, bool is_picture)
{
    strbuf drawing = {0}, svg = {0}, error = {0};
    int code = EXIT_HOLDS;
    strbuf_add(&drawing, made);
    if (is_picture && !graphviz_svg(&drawing, &svg, &error))
        code = commands_input_error("%s", strbuf_text(&error));
    else
        fputs(is_picture ? strbuf_text(&svg) : made, stdout);
    strbuf_release(&drawing);
    strbuf_release(&svg);
    strbuf_release(&error);
    return code;
}

static int export_text(const options *o, const char *to, bool is_picture, const strbuf *text, tarry_options *asked)
{
    const char *drawn = o->ltl.count ? o->ltl.data[0] : NULL;
    char *messages, *made = tarry_export(o->operands.data[0], strbuf_text(text), text->length, to, drawn, asked, &messages);
    request_print(messages);
    int code = made ? print_made(made, is_picture) : EXIT_INPUT;
    tarry_text_free(messages);
    tarry_text_free(made);
    return code;
}

/* In the order of --graph. */
enum { GRAPH_AUTO, GRAPH_PROGRAM, GRAPH_FORMULA, GRAPH_STATES, GRAPH_BUFFERS };

static const char *misuse(const options *o, bool draws)
{
    if (o->operands.count != 1)
        return draws ? "export needs one file: tarry export --to dot FILE" : "export needs one file: tarry export --to c FILE.litmus, --to promela FILE";
    if (!draws && o->graph != GRAPH_AUTO)
        return "--graph is for drawings: --to dot or --to svg";
    if (draws && (o->ltl.count > 1 || (o->graph == GRAPH_FORMULA && !o->ltl.count)))
        return "the automaton of one formula is drawn: tarry export --to dot --ltl F FILE";
    if (draws && o->ltl.count && o->graph != GRAPH_AUTO && o->graph != GRAPH_FORMULA)
        return "--ltl is for --graph formula";
    return NULL;
}

int command_export(const options *o)
{
    strbuf to = {0}, text = {0}, error = {0};
    tarry_options *asked = NULL;
    option_choice_text(OPTION_to, o->to, &to);
    bool is_picture = !strcmp(strbuf_text(&to), "svg"), draws = is_picture || !strcmp(strbuf_text(&to), "dot");
    const char *wrong = misuse(o, draws), *made = o->graph == GRAPH_STATES ? "dot-states" : o->graph == GRAPH_BUFFERS ? "dot-buffers" : draws ? "dot" : strbuf_text(&to);
    int code;
    if (wrong)
        code = commands_input_error("%s", wrong);
    else if ((is_picture && !graphviz_is_there("--to svg", &error)) || !(asked = request_new(o, &error)) || !file_read(o->operands.data[0], &text, &error))
        code = commands_input_error("%s", strbuf_text(&error));
    else
        code = export_text(o, made, is_picture, &text, asked);
    if (asked)
        tarry_options_free(asked);
    strbuf_release(&to);
    strbuf_release(&text);
    strbuf_release(&error);
    return code;
}
