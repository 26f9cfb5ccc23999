/* export.c: the command `export`. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/graphviz.h"
#include "cli/pins.h"
#include "cli/request.h"
#include "library/file.h"

/* To the file, or where that is NULL to standard output. */
static bool write_out(const strbuf *text, const char *path, strbuf *error)
{
    FILE *out = path ? fopen(path, "wb") : stdout;
    bool good = out && fwrite(strbuf_text(text), 1, text->length, out) == text->length;
    if (path && out)
        good &= fclose(out) == 0;
    if (!good)
        strbuf_printf(error, "cannot write %s: %s", path ? path : "to standard output", strerror(errno));
    return good;
}

static bool ends_in(const char *path, const char *ending)
{
    size_t length = strlen(path), tail = strlen(ending);
    return length > tail && !strcmp(path + length - tail, ending);
}

/* Writes the text; a drawing that is to be a picture goes through Graphviz, a model for LTSmin behind the plugin. */
static int write_made(const options *o, const char *to, const char *made, bool is_picture)
{
    strbuf text = {0}, result = {0}, error = {0};
    bool is_plugin = !strcmp(to, "pins") && o->output && ends_in(o->output, ".so");
    strbuf_add(&text, made);
    bool good = is_picture ? graphviz_svg(&text, &result, &error) : !is_plugin || pins_plugin_with(made, &result, &error);
    good = good && write_out(is_picture || is_plugin ? &result : &text, o->output, &error);
    int code = good ? EXIT_HOLDS : commands_input_error("%s", strbuf_text(&error));
    strbuf_release(&text);
    strbuf_release(&result);
    strbuf_release(&error);
    return code;
}

static int export_text(const options *o, const char *to, bool is_picture, const strbuf *text, tarry_options *asked)
{
    const char *drawn = o->ltl.count ? o->ltl.data[0] : NULL;
    char *messages, *made = tarry_export(o->operands.data[0], strbuf_text(text), text->length, to, drawn, asked, &messages);
    request_print(messages);
    int code = made ? write_made(o, to, made, is_picture) : EXIT_INPUT;
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
