#include "cli/commands.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/completion.h"
#include "cli/help.h"
#include "cli/signals.h"
#include "library/version.h"
#include "report/report.h"

int commands_input_error(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fflush(stdout);
    fputs("tarry: error: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    return EXIT_INPUT;
}

static int print(strbuf *text)
{
    fputs(strbuf_text(text), stdout);
    strbuf_release(text);
    return EXIT_HOLDS;
}

static int unknown_command(const char *name)
{
    const char *candidates[COMMAND_COUNT + 2];
    strbuf known = {0};
    for (unsigned i = 0; i < COMMAND_COUNT; i++) {
        candidates[i] = command_table[i].name;
        strbuf_printf(&known, "%s, ", command_table[i].name);
    }
    candidates[COMMAND_COUNT] = "help";
    candidates[COMMAND_COUNT + 1] = NULL;
    const char *nearest = options_nearest(name, candidates);
    if (nearest)
        commands_input_error("unknown command '%s'; did you mean %s? Commands are: %shelp", name, nearest, strbuf_text(&known));
    else if (name[0] == '-')
        commands_input_error("'%s' cannot come first: give the command before its options. Commands are: %shelp", name, strbuf_text(&known));
    else if (!access(name, F_OK))
        commands_input_error("'%s' is no command; to check that file: tarry check %s. Commands are: %shelp", name, name, strbuf_text(&known));
    else
        commands_input_error("unknown command '%s'. Commands are: %shelp", name, strbuf_text(&known));
    strbuf_release(&known);
    return EXIT_INPUT;
}

static int help(const char *topic)
{
    strbuf text = {0};
    command_id id;
    if (!topic)
        help_overview(&text);
    else if (command_find(topic, &id))
        help_command(id, &text);
    else
        return unknown_command(topic);
    return print(&text);
}

static int (*const command_run[COMMAND_COUNT])(const options *o) = {
#define COMMAND(name, NAME, operands, summary, description) command_##name,
#include "cli/commands.def"
};

/* Is JSON wanted on standard output? Asked where the arguments cannot be read as a whole. */
static bool asks_for_json(command_id id, int count, char **arguments)
{
    bool found = false;
    for (int i = 0; i < count && strcmp(arguments[i], "--") != 0; i++)
        found |= !strcmp(arguments[i], "--json=-") || (!strcmp(arguments[i], "--json") && i + 1 < count && !strcmp(arguments[i + 1], "-"));
    return found && option_table[OPTION_json].commands & 1u << id;
}

static int refuse(command_id id, int count, char **arguments, const char *why)
{
    strbuf json = {0};
    commands_input_error("%s", why);
    if (asks_for_json(id, count, arguments)) {
        report_json_failure(TARRY_VERSION, &(report_failure){.why = why}, &json);
        print(&json);
    }
    return EXIT_INPUT;
}

static int run_command(command_id id, int count, char **arguments)
{
    options o;
    strbuf error = {0};
    int code;
    if (!options_parse(&o, id, count, arguments, &error))
        code = refuse(id, count, arguments, strbuf_text(&error));
    else if (o.help)
        code = help(command_table[id].name);
    else
        code = command_run[id](&o);
    strbuf_release(&error);
    options_release(&o);
    return code;
}

/* What the build asks for, to be installed. */
static const struct {
    const char *argument;
    void (*write)(strbuf *out);
} build_texts[] = {
    {"--help=man", help_manual},
    {"--help=bash", completion_bash},
    {"--help=zsh", completion_zsh},
    {"--help=fish", completion_fish},
};

static int dispatch(int argc, char **argv)
{
    strbuf text = {0};
    command_id id;
    if (argc < 2) {
        help_overview(&text);
        fputs(strbuf_text(&text), stderr);
        strbuf_release(&text);
        return EXIT_INPUT;
    }
    const char *first = argv[1];
    if (command_find(first, &id))
        return run_command(id, argc - 2, argv + 2);
    if (!strcmp(first, "help") || !strcmp(first, "--help") || !strcmp(first, "-h"))
        return help(argc > 2 && strcmp(argv[2], "help") ? argv[2] : NULL);
    if (!strcmp(first, "--version")) {
        strbuf_printf(&text, "tarry %s\n", TARRY_VERSION);
        return print(&text);
    }
    for (size_t i = 0; i < sizeof build_texts / sizeof *build_texts; i++)
        if (!strcmp(first, build_texts[i].argument)) {
            build_texts[i].write(&text);
            return print(&text);
        }
    return unknown_command(first);
}

int commands_main(int argc, char **argv)
{
    signals_install();
    int code = dispatch(argc, argv);
    errno = 0;
    if ((fflush(stdout) || ferror(stdout)) && code != EXIT_BUG)
        return commands_input_error("cannot write to standard output%s%s", errno ? ": " : "", errno ? strerror(errno) : "");
    return code;
}
