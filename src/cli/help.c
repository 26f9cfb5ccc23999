#include "cli/help.h"

#include <string.h>

#include "library/version.h"

enum { WIDTH = 96, COLUMN = 26 };

static const char introduction[] =
    "Tarry checks concurrent programs on machines whose stores are delayed: under TSO (x86), PSO, and SC. It reads Promela, searches all runs and all ways "
    "in which store buffers may hold stores back, and shows a run that breaks a property.";

static const char *const exit_codes[] = {
    "0", "holds; replay: confirmed", "1", "violated; replay: rejected",
    "2", "unknown: a limit was met, memory was used up, the search was interrupted, or a property is not supported yet",
    "3", "the input or the call is wrong", "4", "a bug in Tarry", NULL};

/* Words of `text` from `column` on, broken at WIDTH, further lines indented by `indent`; ends the line. */
static void add_wrapped(strbuf *out, const char *text, size_t column, size_t indent)
{
    while (*text) {
        size_t length = strcspn(text, " ");
        if (column > indent && column + 1 + length > WIDTH) {
            strbuf_printf(out, "\n%*s", (int)indent, "");
            column = indent;
        } else if (column > indent) {
            strbuf_add_char(out, ' ');
            column++;
        }
        strbuf_add_bytes(out, text, length);
        column += length;
        text += length + strspn(text + length, " ");
    }
    strbuf_add_char(out, '\n');
}

/* "Help text (a, b; default a)". */
static void option_text(const option_info *info, strbuf *out)
{
    strbuf_add(out, info->help);
    if (!*info->values && !info->initial && info->kind != KIND_LIST)
        return;
    strbuf_add(out, " (");
    const char *gap = "";
    if (info->kind == KIND_CHOICE || info->kind == KIND_CHOICES) {
        for (const char *c = info->values; *c; c++)
            *c == '|' ? strbuf_add(out, ", ") : strbuf_add_char(out, *c);
        gap = "; ";
    } else if (info->kind == KIND_COUNT) {
        const char *bar = strchr(info->values, '|');
        if (bar)
            strbuf_printf(out, "%.*s, or ", (int)(bar - info->values), info->values);
        strbuf_add(out, bar ? bar + 1 : info->values);
        gap = "; ";
    } else if (info->kind == KIND_LIST) {
        strbuf_add(out, "may be repeated");
        gap = "; ";
    }
    if (info->initial)
        strbuf_printf(out, "%sdefault %s", gap, info->initial);
    strbuf_add_char(out, ')');
}

static void add_option(const option_info *info, strbuf *out)
{
    size_t start = out->length;
    strbuf_add(out, "  ");
    option_spelling(info, out);
    if (info->argument)
        strbuf_printf(out, " %s", info->argument);
    size_t column = out->length - start;
    if (column + 2 > COLUMN) {
        strbuf_printf(out, "\n%*s", COLUMN, "");
    } else {
        strbuf_printf(out, "%*s", (int)(COLUMN - column), "");
    }
    strbuf text = {0};
    option_text(info, &text);
    add_wrapped(out, strbuf_text(&text), COLUMN, COLUMN);
    strbuf_release(&text);
}

void help_overview(strbuf *out)
{
    add_wrapped(out, introduction, 0, 0);
    strbuf_add(out, "\nUsage:\n");
    for (unsigned i = 0; i < COMMAND_COUNT; i++) {
        const command_info *c = &command_table[i];
        size_t start = out->length;
        strbuf_printf(out, "  tarry %s %s [options]", c->name, c->operands);
        strbuf_printf(out, "%*s%s\n", (int)(46 - (out->length - start)), "", c->summary);
    }
    strbuf_printf(out, "  %-44s%s\n", "tarry help COMMAND", "what a command takes");
    strbuf_printf(out, "  %-44s%s\n", "tarry --version", "the version");
    strbuf_add(out, "\nExit codes:\n");
    for (const char *const *code = exit_codes; *code; code += 2) {
        strbuf_printf(out, "  %s  ", code[0]);
        add_wrapped(out, code[1], 5, 5);
    }
}

void help_command(command_id id, strbuf *out)
{
    const command_info *c = &command_table[id];
    strbuf_printf(out, "Usage: tarry %s %s [options]\n\n", c->name, c->operands);
    add_wrapped(out, c->description, 0, 0);
    strbuf_add(out, "\nOptions:\n");
    for (unsigned i = 0; i < OPTION_COUNT; i++)
        if (option_table[i].commands & 1u << id)
            add_option(&option_table[i], out);
    strbuf_printf(out, "  %-*s%s\n", COLUMN - 2, "-h, --help", "this text");
    strbuf_printf(out, "  %-*s%s\n", COLUMN - 2, "--", "what follows is no option");
}

/* ---- The manual page ---- */
/* Text for troff: dashes and backslashes stay what they are, no line starts with a control character. */
static void add_troff(strbuf *out, const char *text)
{
    bool line_start = true;
    for (; *text; text++) {
        if (line_start && (*text == '.' || *text == '\''))
            strbuf_add(out, "\\&");
        if (*text == '-')
            strbuf_add(out, "\\-");
        else if (*text == '\\')
            strbuf_add(out, "\\e");
        else if (*text == '`')
            strbuf_add(out, "\\(ga");
        else
            strbuf_add_char(out, *text);
        line_start = *text == '\n';
    }
}

static void add_troff_line(strbuf *out, const char *text)
{
    add_troff(out, text);
    strbuf_add_char(out, '\n');
}

static void manual_option(const option_info *info, strbuf *out)
{
    strbuf spelling = {0}, text = {0};
    option_spelling(info, &spelling);
    option_text(info, &text);
    strbuf_add(out, ".TP\n\\fB");
    add_troff(out, strbuf_text(&spelling));
    strbuf_add(out, "\\fR");
    if (info->argument)
        strbuf_printf(out, " \\fI%s\\fR", info->argument);
    strbuf_add_char(out, '\n');
    add_troff_line(out, strbuf_text(&text));
    strbuf_release(&spelling);
    strbuf_release(&text);
}

static void manual_commands(strbuf *out)
{
    for (unsigned id = 0; id < COMMAND_COUNT; id++) {
        const command_info *c = &command_table[id];
        strbuf_printf(out, ".SS tarry %s %s\n", c->name, c->operands);
        add_troff_line(out, c->description);
        for (unsigned i = 0; i < OPTION_COUNT; i++)
            if (option_table[i].commands & 1u << id)
                manual_option(&option_table[i], out);
    }
}

static void manual_statistics(strbuf *out)
{
    strbuf_add(out, ".SH STATISTICS\n");
    add_troff_line(out, "What --json has under \"statistics\":");
#define STATISTIC(type, field, shown, meaning)      \
    strbuf_add(out, ".TP\n.B " #field "\n");        \
    add_troff_line(out, meaning);
#include "base/statistics.def"
}

void help_manual(strbuf *out)
{
    strbuf_printf(out, ".TH TARRY 1 \"\" \"tarry %s\" \"User Commands\"\n.SH NAME\n", TARRY_VERSION);
    strbuf_add(out, "tarry \\- model checker for concurrent programs under relaxed memory\n.SH SYNOPSIS\n");
    for (unsigned i = 0; i < COMMAND_COUNT; i++)
        strbuf_printf(out, ".B tarry %s\n.I %s\n[options]\n.br\n", command_table[i].name, command_table[i].operands);
    strbuf_add(out, ".B tarry help\n.I COMMAND\n.br\n.B tarry \\-\\-version\n.SH DESCRIPTION\n");
    add_troff_line(out, introduction);
    strbuf_add(out, ".SH COMMANDS\n");
    add_troff_line(out, "An option's value follows it, or stands behind an equals sign: --memory pso, --memory=pso. Two dashes alone end the options.");
    manual_commands(out);
    strbuf_add(out, ".SH EXIT STATUS\n");
    for (const char *const *code = exit_codes; *code; code += 2) {
        strbuf_printf(out, ".TP\n.B %s\n", code[0]);
        add_troff_line(out, code[1]);
    }
    strbuf_add(out, ".PP\n");
    add_troff_line(out, "With several files the worst of them counts, in the order 4, 3, 1, 2, 0.");
    manual_statistics(out);
    strbuf_add(out, ".SH ENVIRONMENT\n.TP\n.B NO_COLOR\n");
    add_troff_line(out, "When set and not empty, no colours are used on a terminal.");
    strbuf_add(out, ".SH EXAMPLES\n.nf\n");
    add_troff_line(out, "tarry check --memory sc peterson.pml\ntarry check --search bfs --json trace.json peterson.pml\ntarry replay peterson.pml trace.json");
    strbuf_add(out, ".fi\n.SH SEE ALSO\n.BR tarry (5),\n.BR spin (1)\n");
}
