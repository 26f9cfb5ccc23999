/* step_commands.c: what the commands of a walk do. */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/check.h"
#include "cli/commands.h"
#include "cli/step.h"
#include "library/file.h"
#include "report/state.h"
#include "report/table.h"
#include "report/wrap.h"

enum { MOST_BY_CHANCE = 100000, SHOWN_STEPS = 20, SHOWN_LINES = 3 };

/* ---- Reading ---- */
/* A whole number at *text, which then stands behind it and the blanks there; false: there is none. */
static bool take_number(const char **text, uint64_t *out)
{
    char *end;
    if (!isdigit((unsigned char)**text))
        return false;
    errno = 0;
    *out = strtoull(*text, &end, 10);
    if (errno || (*end && !isspace((unsigned char)*end)))
        return false;
    *text = end + strspn(end, " \t");
    return true;
}

/* The only argument, or `usual` where there is none; false, with a sentence in w->error, where it is no number. */
static bool read_number(walk *w, const char *arguments, uint64_t usual, uint64_t *out)
{
    *out = usual;
    if (!*arguments || (take_number(&arguments, out) && !*arguments))
        return true;
    strbuf_printf(&w->error, "'%s' is no whole number", arguments);
    return false;
}

/* ---- Showing ---- */
void walk_show(walk *w)
{
    stepper_write(w->stepper, w->look, &w->out);
}

/* The steps since that one, but for the last, which is shown with its state; of many the last ones. */
static void show_since(walk *w, size_t before)
{
    size_t at = tarry_stepper_at(w->stepper), first = before + 1;
    if (at > first + SHOWN_STEPS) {
        first = at - SHOWN_STEPS;
        strbuf_printf(&w->out, "... %zu steps not shown ...\n", first - before - 1);
    }
    for (size_t i = first; i < at; i++)
        report_step_heading(w->stepper->shown, (uint32_t)i, &w->stepper->model->model.diag, &w->out);
    walk_show(w);
}

static void act_state(walk *w, const char *arguments)
{
    (void)arguments;
    walk_show(w);
}

static void act_list(walk *w, const char *arguments)
{
    uint64_t around;
    if (read_number(w, arguments, SHOWN_LINES, &around))
        report_source(w->stepper->shown, w->stepper->shown->step_count, &w->stepper->model->model.diag, around > 10000 ? 10000 : (uint32_t)around, &w->out);
}

static void act_view(walk *w, const char *arguments)
{
    (void)arguments;
    stepper_write_run(w->stepper, w->look, &w->out);
}

static void act_check(walk *w, const char *arguments)
{
    (void)arguments;
    stepper_write_properties(w->stepper, w->look, &w->out);
}

static void act_id(walk *w, const char *arguments)
{
    (void)arguments;
    strbuf_printf(&w->out, "%016" PRIx64 "\n", tarry_stepper_state(w->stepper));
}

static void act_echo(walk *w, const char *arguments)
{
    strbuf_printf(&w->out, "%s\n", arguments);
}

static void act_help(walk *w, const char *arguments)
{
    (void)arguments;
    uint32_t width = report_width(w->look);
    report_add_paragraph("A number takes that step. An empty line repeats undo, redo, next, prev, random, until.", 0, width, &w->out);
    for (const walk_command *c = walk_commands; c->name; c++) {
        strbuf lead = {0};
        strbuf_printf(&lead, "  %c %-6s %-18s", c->letter ? c->letter : ' ', c->name, c->arguments);
        report_add_row(strbuf_text(&lead), &(wrap_cell){c->help, width - report_columns(strbuf_text(&lead)) - 2}, 1, 2, &w->out);
        strbuf_release(&lead);
    }
}

static void act_quit(walk *w, const char *arguments)
{
    (void)arguments;
    w->has_ended = true;
}

/* ---- One step ---- */
static void take(walk *w, size_t choice)
{
    tarry_stepper_take(w->stepper, choice);
    walk_show(w);
}

/* Is it a step of the process that the arguments begin with? *rest is what follows its name, which may have blanks in it. */
static bool is_of(const stepper_choice *c, const char *arguments, const char **rest)
{
    size_t length = strlen(c->process);
    *rest = arguments + length;
    if (strncmp(arguments, c->process, length) || (**rest && **rest != ' '))
        return false;
    *rest += strspn(*rest, " ");
    return true;
}

/* Of commits: is it that of the location, or is none named? Of other steps nothing more may be said. */
static bool is_meant(const stepper_choice *c, bool commits, const char *location)
{
    size_t length = strlen(location);
    const char *name = c->text + strlen("commit ");
    if ((c->step.kind == STEP_COMMIT) != commits || !length)
        return (c->step.kind == STEP_COMMIT) == commits;
    return commits && !strncmp(name, location, length) && !strncmp(name + length, " = ", strlen(" = "));
}

/* The only such step. */
static void take_only(walk *w, const char *arguments, bool commits)
{
    size_t found = 0, count = 0;
    for (size_t i = 0; i < w->stepper->choices.count; i++) {
        const stepper_choice *c = &w->stepper->choices.data[i];
        const char *rest;
        if (is_of(c, arguments, &rest) && is_meant(c, commits, rest) && !count++)
            found = i;
    }
    if (count == 1)
        take(w, found);
    else if (count)
        strbuf_printf(&w->error, "%s has %zu %s to choose from: take one by its number", arguments, count, commits ? "stores" : "steps");
    else
        strbuf_printf(&w->error, "%s has %s now", arguments, commits ? "no such store to commit" : "no statement to execute");
}

void walk_take(walk *w, const char *arguments)
{
    uint64_t number;
    if (!isdigit((unsigned char)*arguments)) {
        take_only(w, arguments, false);
        return;
    }
    if (!read_number(w, arguments, 0, &number))
        return;
    size_t count = tarry_stepper_count(w->stepper);
    if (number && number <= count)
        take(w, (size_t)number - 1);
    else
        strbuf_printf(&w->error, count ? "there is no step %s now: choose one of 1 to %zu" : "there is no step %s now: none is possible", arguments, count);
}

static void act_take(walk *w, const char *arguments)
{
    walk_take(w, arguments);
}

static void act_commit(walk *w, const char *arguments)
{
    take_only(w, arguments, true);
}

/* ---- Along the run ---- */
static void go(walk *w, size_t at)
{
    size_t before = tarry_stepper_at(w->stepper);
    tarry_stepper_go(w->stepper, at);
    if (at > before)
        show_since(w, before);
    else
        walk_show(w);
}

static void act_undo(walk *w, const char *arguments)
{
    uint64_t count;
    size_t at = tarry_stepper_at(w->stepper);
    if (!read_number(w, arguments, 1, &count))
        return;
    if (!at)
        strbuf_add(&w->out, "this is the start\n");
    else
        go(w, count < at ? at - (size_t)count : 0);
}

static void act_redo(walk *w, const char *arguments)
{
    uint64_t count;
    size_t at = tarry_stepper_at(w->stepper), ahead = tarry_stepper_length(w->stepper) - at;
    if (!read_number(w, arguments, 1, &count))
        return;
    if (!ahead)
        strbuf_add(&w->out, "nothing is ahead\n");
    else
        go(w, count < ahead ? at + (size_t)count : at + ahead);
}

static void act_next(walk *w, const char *arguments)
{
    act_redo(w, arguments);
}

static void act_prev(walk *w, const char *arguments)
{
    act_undo(w, arguments);
}

static void act_goto(walk *w, const char *arguments)
{
    uint64_t at;
    size_t length = tarry_stepper_length(w->stepper);
    if (!read_number(w, arguments, 0, &at))
        return;
    if (at > length)
        strbuf_printf(&w->error, "the run has %zu step%s", length, length == 1 ? "" : "s");
    else
        go(w, (size_t)at);
}

static void act_end(walk *w, const char *arguments)
{
    (void)arguments;
    go(w, tarry_stepper_length(w->stepper));
}

/* ---- Several steps ---- */
static void act_random(walk *w, const char *arguments)
{
    uint64_t count = 1, seed;
    const char *at = arguments;
    size_t before = tarry_stepper_at(w->stepper);
    take_number(&at, &count);
    if (!strncmp(at, "seed ", strlen("seed "))) {
        at += strlen("seed ") + strspn(at + strlen("seed "), " ");
        if (take_number(&at, &seed))
            tarry_stepper_seed(w->stepper, seed);
    }
    if (*at) {
        strbuf_printf(&w->error, "random takes numbers: random [N] [seed S], not '%s'", arguments);
        return;
    }
    tarry_stop stopped = tarry_stepper_random(w->stepper, (size_t)count);
    show_since(w, before);
    if (stopped == TARRY_INTERRUPTED)
        strbuf_add(&w->out, "interrupted\n");
}

static void act_until(walk *w, const char *condition)
{
    char *message;
    size_t before = tarry_stepper_at(w->stepper);
    tarry_stop stopped = tarry_stepper_until(w->stepper, condition, MOST_BY_CHANCE, &message);
    if (stopped == TARRY_REFUSED)
        strbuf_add(&w->error, message);
    else
        show_since(w, before);
    switch (stopped) {
    case TARRY_MET: strbuf_printf(&w->out, "met: %s\n", condition); break;
    case TARRY_DONE: strbuf_printf(&w->out, "not met in %d steps\n", MOST_BY_CHANCE); break;
    case TARRY_BROKEN:
    case TARRY_STUCK: strbuf_add(&w->out, "not met: the walk ends here\n"); break;
    case TARRY_INTERRUPTED: strbuf_add(&w->out, "interrupted\n"); break;
    case TARRY_REFUSED: break;
    }
    tarry_text_free(message);
}

static void act_reach(walk *w, const char *condition)
{
    char *message;
    bool refused;
    tarry_verdict found = tarry_stepper_reach(w->stepper, condition, &refused, &message);
    strbuf_printf(refused ? &w->error : &w->out, refused ? "%s" : "%s\n", message);
    tarry_text_free(message);
    if (found != TARRY_VIOLATED)
        return;
    stepper_write_run(w->stepper, w->look, &w->out);
    walk_show(w);
}

/* ---- Saved runs ---- */
static void act_load(walk *w, const char *arguments)
{
    char *path = strdup(arguments), *space = path ? strrchr(path, ' ') : NULL, *message = NULL;
    const char *number = space ? space + 1 : "";
    uint64_t which = 0;
    strbuf json = {0};
    if (*number && take_number(&number, &which) && !*number)
        *space = '\0';
    if (path && file_read(path, &json, &w->error)) {
        if (tarry_stepper_load(w->stepper, strbuf_text(&json), json.length, (size_t)which, &message))
            walk_show(w);
        else
            strbuf_printf(&w->error, "%s: %s", path, message);
    }
    tarry_text_free(message);
    strbuf_release(&json);
    free(path);
}

static void act_back(walk *w, const char *arguments)
{
    (void)arguments;
    tarry_stepper_swap(w->stepper);
    walk_show(w);
}

static void act_save(walk *w, const char *path)
{
    strbuf text = {0};
    if (check_can_be_written("save", path, &w->options->operands, &w->error)) {
        strbuf_add(&text, tarry_stepper_json(w->stepper));
        if (check_write_file(path, &text))
            strbuf_printf(&w->error, "%s was not written", path);
        else
            strbuf_printf(&w->out, "%zu step%s saved in %s\n", tarry_stepper_at(w->stepper), tarry_stepper_at(w->stepper) == 1 ? "" : "s", path);
    }
    strbuf_release(&text);
}

const walk_command walk_commands[] = {
#define WALK(name, letter, arguments, repeats, help) {#name, letter, arguments, repeats, help, act_##name},
#include "cli/step.def"
    {0}};
