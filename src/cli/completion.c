/* completion.c: what a shell offers after `tarry`: the commands, then the options of the command and the values of an option.
 *
 * Bash gets words; zsh and fish also get what they mean, the first clause of the help. */
#include "cli/completion.h"

#include <string.h>

#include "cli/options.h"

/* ---- What the three have in common ---- */
static bool takes(unsigned command, const option_info *info)
{
    return info->commands & 1u << command;
}

/* "a|b|c" with `gap` in place of the bars; of a number's "word|1..9" the word. Nothing where any text will do. A backslash stands before `special`. */
static void add_values(strbuf *out, const option_info *info, const char *gap, char special)
{
    bool is_number = info->kind == KIND_COUNT;
    size_t length = is_number ? strcspn(info->values, "|") : strlen(info->values);
    if (is_number && !info->values[length])
        return;
    for (size_t i = 0; i < length; i++) {
        if (info->values[i] == '|') {
            strbuf_add(out, gap);
            continue;
        }
        if (special && info->values[i] == special)
            strbuf_add_char(out, '\\');
        strbuf_add_char(out, info->values[i]);
    }
}

static bool has_values(const option_info *info)
{
    return *info->values && (info->kind != KIND_COUNT || strchr(info->values, '|'));
}

static bool names_folder(const option_info *info)
{
    return info->argument && !strcmp(info->argument, "DIR");
}

static bool names_file(const option_info *info)
{
    return info->argument && (!strcmp(info->argument, "FILE") || !strcmp(info->argument, "PATH") || names_folder(info));
}

static bool operands_are_files(const command_info *c)
{
    return !strstr(c->operands, "EDGE");
}

/* The first clause of a help text, between single quotes of a shell; a backslash stands before each of `special`. */
static void add_clause(strbuf *out, const char *help, const char *special)
{
    size_t length = strcspn(help, ":;(");
    while (length && help[length - 1] == ' ')
        length--;
    for (size_t i = 0; i < length; i++) {
        if (strchr(special, help[i]))
            strbuf_add_char(out, '\\');
        strbuf_add_char(out, help[i] == '\'' || help[i] == '`' ? '"' : help[i]);
    }
}

/* ---- bash ---- */
static void add_bash_commands(strbuf *out)
{
    for (unsigned i = 0; i < COMMAND_COUNT; i++)
        strbuf_printf(out, "%s ", command_table[i].name);
}

/* Bash splits words at = and : too and replaces only the last part, which `behind` cuts from what is offered. Behind a comma the next of a list begins. */
static const char bash_head[] =
    "# bash completion for tarry\n"
    "_tarry()\n{\n"
    "    local line=${COMP_LINE:0:COMP_POINT} part=${COMP_WORDS[COMP_CWORD]} words= list= word before behind\n"
    "    word=${line##*[[:space:]]}\n"
    "    before=${line%\"$word\"}\n"
    "    before=${before%\"${before##*[![:space:]]}\"}\n"
    "    before=${before##*[[:space:]]}\n"
    "    case $part in = | :) part= ;; esac\n"
    "    behind=${word%\"$part\"}\n"
    "    case $word in --*=*) before=${word%%=*} word=${word#*=} behind=${behind#*=} ;; esac\n";

static const char bash_end[] =
    "    COMPREPLY=($(compgen -P \"$list\" -W \"$words\" -- \"${word#\"$list\"}\"))\n"
    "    COMPREPLY=(\"${COMPREPLY[@]#\"$behind\"}\")\n"
    "}\ncomplete -o default -F _tarry tarry\n";

void completion_bash(strbuf *out)
{
    strbuf_add(out, bash_head);
    strbuf_add(out, "    if [ \"$COMP_CWORD\" = 1 ]; then\n        words=\"");
    add_bash_commands(out);
    strbuf_add(out, "help --help --version\"\n    else\n        case $before in\n");
    for (unsigned i = 0; i < OPTION_COUNT; i++) {
        const option_info *info = &option_table[i];
        if (!has_values(info))
            continue;
        strbuf_printf(out, "        --%s) words=\"%s", info->name, info->kind == KIND_CHOICES ? "all " : "");
        add_values(out, info, " ", 0);
        strbuf_add(out, info->kind == KIND_CHOICES ? "\" list=${word%\"${word##*,}\"} ;;\n" : "\" ;;\n");
    }
    strbuf_add(out, "        help) words=\"");
    add_bash_commands(out);
    strbuf_add(out, "\" ;;\n        *) case ${COMP_WORDS[1]}$word in\n");
    for (unsigned id = 0; id < COMMAND_COUNT; id++) {
        strbuf_printf(out, "           %s-*) words=\"", command_table[id].name);
        for (unsigned i = 0; i < OPTION_COUNT; i++)
            if (takes(id, &option_table[i])) {
                option_spelling(&option_table[i], out);
                strbuf_add_char(out, ' ');
            }
        strbuf_add(out, "--help\" ;;\n");
    }
    strbuf_add(out, "           esac ;;\n        esac\n    fi\n");
    strbuf_add(out, bash_end);
}

/* ---- zsh ---- */
static void add_zsh_option(strbuf *out, const option_info *info)
{
    const char *many = info->kind == KIND_LIST ? "*" : "";
    strbuf_printf(out, "            '%s", many);
    option_spelling(info, out);
    strbuf_add(out, info->kind == KIND_FLAG ? "[" : info->name ? "=[" : "+[");
    add_clause(out, info->help, "[]\\");
    strbuf_add_char(out, ']');
    if (info->kind == KIND_FLAG) {
        strbuf_add(out, "'\n");
        return;
    }
    strbuf_printf(out, ":%s:", info->argument);
    if (info->kind == KIND_CHOICES) {
        strbuf_add(out, "_sequence compadd - all ");
        add_values(out, info, " ", ':');
    } else if (has_values(info)) {
        strbuf_add_char(out, '(');
        add_values(out, info, " ", ':');
        strbuf_add_char(out, ')');
    } else {
        strbuf_add(out, names_folder(info) ? "_files -/" : names_file(info) ? "_files" : " ");
    }
    strbuf_add(out, "'\n");
}

void completion_zsh(strbuf *out)
{
    strbuf_add(out, "#compdef tarry\n_tarry() {\n    local -a commands=(\n");
    for (unsigned id = 0; id < COMMAND_COUNT; id++) {
        strbuf_printf(out, "        '%s:", command_table[id].name);
        add_clause(out, command_table[id].summary, ":\\");
        strbuf_add(out, "'\n");
    }
    strbuf_add(out, "        'help:what a command takes'\n    )\n");
    strbuf_add(out, "    if (( CURRENT == 2 )); then\n        _describe command commands\n        compadd - --help --version\n        return\n    fi\n");
    strbuf_add(out, "    shift words\n    (( CURRENT-- ))\n    local -a takes\n    case $words[1] in\n");
    for (unsigned id = 0; id < COMMAND_COUNT; id++) {
        strbuf_printf(out, "    %s)\n        takes=(\n", command_table[id].name);
        for (unsigned i = 0; i < OPTION_COUNT; i++)
            if (takes(id, &option_table[i]))
                add_zsh_option(out, &option_table[i]);
        strbuf_printf(out, "            '--help[this text]'\n%s        ) ;;\n", operands_are_files(&command_table[id]) ? "            '*:file:_files'\n" : "");
    }
    strbuf_add(out, "    help) _describe command commands; return ;;\n    *) return 1 ;;\n    esac\n    _arguments -S $takes\n}\n_tarry \"$@\"\n");
}

/* ---- fish ---- */
static void add_fish_option(strbuf *out, const option_info *info)
{
    strbuf_add(out, "complete -c tarry -n '__fish_seen_subcommand_from");
    for (unsigned id = 0; id < COMMAND_COUNT; id++)
        if (takes(id, info))
            strbuf_printf(out, " %s", command_table[id].name);
    strbuf_add_char(out, '\'');
    if (info->name)
        strbuf_printf(out, " -l %s", info->name);
    if (info->letter)
        strbuf_printf(out, " -s %c", info->letter);
    if (info->kind != KIND_FLAG)
        strbuf_add(out, names_file(info) ? " -r -F" : " -x");
    if (has_values(info)) {
        strbuf_add(out, info->kind == KIND_CHOICES ? " -a '(__fish_append , all " : " -a '");
        add_values(out, info, " ", 0);
        strbuf_add(out, info->kind == KIND_CHOICES ? ")'" : "'");
    }
    strbuf_add(out, " -d '");
    add_clause(out, info->help, "\\");
    strbuf_add(out, "'\n");
}

void completion_fish(strbuf *out)
{
    strbuf_add(out, "# fish completion for tarry\n");
    for (unsigned id = 0; id < COMMAND_COUNT; id++) {
        strbuf_printf(out, "complete -c tarry -n __fish_use_subcommand -f -a %s -d '", command_table[id].name);
        add_clause(out, command_table[id].summary, "\\");
        strbuf_add(out, "'\n");
        if (!operands_are_files(&command_table[id]))
            strbuf_printf(out, "complete -c tarry -n '__fish_seen_subcommand_from %s' -f\n", command_table[id].name);
    }
    strbuf_add(out, "complete -c tarry -n __fish_use_subcommand -f -a help -d 'what a command takes'\n");
    strbuf_add(out, "complete -c tarry -n __fish_use_subcommand -f -l version -d 'the version'\ncomplete -c tarry -f -l help -d 'what the command takes'\n");
    strbuf_add(out, "complete -c tarry -n '__fish_seen_subcommand_from help' -f -a '");
    for (unsigned id = 0; id < COMMAND_COUNT; id++)
        strbuf_printf(out, "%s%s", id ? " " : "", command_table[id].name);
    strbuf_add(out, "'\n");
    for (unsigned i = 0; i < OPTION_COUNT; i++)
        add_fish_option(out, &option_table[i]);
}
