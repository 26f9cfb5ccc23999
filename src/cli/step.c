/* step.c: `tarry step`: reads commands of a walk, from a terminal or a script. */
#include "cli/step.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/check.h"
#include "cli/commands.h"
#include "cli/progress.h"
#include "cli/request.h"
#include "cli/signals.h"
#include "library/file.h"

/* ---- One line ---- */
/* The command of that name or letter, or the only one that begins so; NULL, with a sentence in w->error. */
static const walk_command *find_command(walk *w, const char *word, size_t length)
{
    const walk_command *found = NULL;
    unsigned count = 0;
    strbuf names = {0};
    for (const walk_command *c = walk_commands; c->name; c++) {
        if ((length == 1 && word[0] == c->letter) || (strlen(c->name) == length && !memcmp(c->name, word, length))) {
            strbuf_release(&names);
            return c;
        }
        if (!strncmp(c->name, word, length)) {
            strbuf_printf(&names, "%s%s", count++ ? ", " : "", c->name);
            found = c;
        }
    }
    if (count > 1)
        strbuf_printf(&w->error, "'%.*s' may be %s", (int)length, word, strbuf_text(&names));
    if (!count)
        strbuf_printf(&w->error, "there is no command '%.*s'; `help` lists them", (int)(length > 60 ? 60 : length), word);
    strbuf_release(&names);
    return count == 1 ? found : NULL;
}

/* Without blanks at its ends. */
static char *trimmed(char *line)
{
    line += strspn(line, " \t\r\n");
    size_t length = strlen(line);
    while (length && isspace((unsigned char)line[length - 1]))
        line[--length] = '\0';
    return line;
}

/* A walk by chance goes on where it is, whatever seed it was started with. */
static void remember(walk *w, const char *line)
{
    const char *seed = strstr(line, " seed ");
    strbuf_clear(&w->again);
    strbuf_add_bytes(&w->again, line, seed ? (size_t)(seed - line) : strlen(line));
}

static void obey(walk *w, const char *line)
{
    size_t length = strcspn(line, " \t");
    if (line[0] == '#')
        return;
    if (isdigit((unsigned char)line[0])) {
        walk_take(w, line);
        return;
    }
    const walk_command *c = find_command(w, line, length);
    const char *arguments = line + length + strspn(line + length, " \t");
    if (c && !*c->arguments && *arguments)
        strbuf_printf(&w->error, "%s takes nothing behind it", c->name);
    else if (c && *c->arguments && c->arguments[0] != '[' && !*arguments)
        strbuf_printf(&w->error, "%s needs more: %s %s", c->name, c->name, c->arguments);
    else if (c)
        c->act(w, arguments);
    if (c && c->repeats && !w->error.length)
        remember(w, line);
}

/* ---- All lines ---- */
static void print(strbuf *text)
{
    fwrite(strbuf_text(text), 1, text->length, stdout);
    fflush(stdout);
    strbuf_clear(text);
}

/* A wrong command: on a terminal one tries again, a script ends. */
static int complain(walk *w, bool is_terminal, size_t number)
{
    int code = EXIT_HOLDS;
    if (is_terminal)
        fprintf(stderr, "%s\n", strbuf_text(&w->error));
    else
        code = commands_input_error("line %zu of the commands: %s", number, strbuf_text(&w->error));
    strbuf_clear(&w->error);
    return code;
}

static void prompt(const walk *w)
{
    printf("%s(step)%s ", w->look.colour ? "\033[1m" : "", w->look.colour ? "\033[0m" : "");
    fflush(stdout);
}

/* False at the end of the input. Ctrl-C throws away what was typed. */
static bool read_line(walk *w, bool is_terminal, char **line, size_t *capacity)
{
    for (;;) {
        if (is_terminal)
            prompt(w);
        errno = 0;
        if (getline(line, capacity, stdin) >= 0)
            return true;
        if (is_terminal)
            putchar('\n');
        if (errno != EINTR)
            return false;
        clearerr(stdin);
        signals_forget();
    }
}

static int read_commands(walk *w, bool is_terminal)
{
    char *line = NULL;
    size_t capacity = 0, number = 0;
    int code = EXIT_HOLDS;
    while (!w->has_ended && !code && read_line(w, is_terminal, &line, &capacity)) {
        char *text = trimmed(line), *again = *text ? NULL : strdup(strbuf_text(&w->again));
        number++;
        if (*text || *again)
            obey(w, *text ? text : again);
        free(again);
        print(&w->out);
        if (w->error.length)
            code = complain(w, is_terminal, number);
        if (signals_interrupted() && !is_terminal && !code)
            code = EXIT_UNKNOWN;
        if (is_terminal)
            signals_forget();
    }
    free(line);
    return code;
}

/* ---- The command ---- */
static bool goes_on(void *data)
{
    (void)data;
    return !signals_interrupted();
}

static int walk_through(const options *o, tarry_options *asked, const char *path, const strbuf *text)
{
    char *messages;
    progress shown;
    bool is_terminal = isatty(STDIN_FILENO);
    walk w = {.options = o, .asked = asked, .look = check_choose_look(o)};
    w.stepper = tarry_stepper_new(path, strbuf_text(text), text->length, asked, &messages);
    request_print(messages);
    tarry_text_free(messages);
    if (!w.stepper)
        return EXIT_INPUT;
    tarry_options_ask(asked, goes_on, NULL);
    progress_watch(&shown, o, asked, "");
    if (is_terminal)
        signals_catch();
    if (is_terminal)
        strbuf_add(&w.out, "help lists the commands, quit ends the walk\n");
    walk_show(&w);
    print(&w.out);
    int code = read_commands(&w, is_terminal);
    tarry_stepper_free(w.stepper);
    strbuf_release(&w.out);
    strbuf_release(&w.error);
    strbuf_release(&w.again);
    return code;
}

int command_step(const options *o)
{
    strbuf text = {0}, error = {0};
    tarry_options *asked = NULL;
    int code;
    if (o->operands.count != 1)
        code = commands_input_error("step needs one file: tarry step FILE");
    else if (!strcmp(o->operands.data[0], "-"))
        code = commands_input_error("step reads its commands from standard input: the model must be a file");
    else if (!(asked = request_new(o, &error)) || !file_read(o->operands.data[0], &text, &error))
        code = commands_input_error("%s", strbuf_text(&error));
    else
        code = walk_through(o, asked, o->operands.data[0], &text);
    if (asked)
        tarry_options_free(asked);
    strbuf_release(&text);
    strbuf_release(&error);
    return code;
}
