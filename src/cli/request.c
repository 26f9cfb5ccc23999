#include "cli/request.h"

#include <inttypes.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>

/* The options that the library knows too, by the same names and with the same values. */
static const option_id asked_ids[] = {
    OPTION_memory,   OPTION_buffer,    OPTION_overflow,  OPTION_overflow_values, OPTION_atomic,  OPTION_engine,     OPTION_search,     OPTION_ties,  OPTION_reduction, OPTION_symmetry,
    OPTION_acceleration, OPTION_errors, OPTION_never,      OPTION_always,     OPTION_mutex,      OPTION_ghost, OPTION_define, OPTION_ltl,  OPTION_fairness,
    OPTION_include,  OPTION_language,  OPTION_no_deadlock, OPTION_split_loads, OPTION_time_limit, OPTION_memory_limit, OPTION_max_states, OPTION_threads,
    OPTION_with,     OPTION_cost,      OPTION_all,       OPTION_keep};

enum { TO_PROMELA = 3, TO_PINS = 5 }; /* in the order of --to */

static const char *name_of(option_id id)
{
    return id == OPTION_define ? "define" : id == OPTION_include ? "include" : option_table[id].name;
}

static const char *set_list(tarry_options *asked, const char *name, const text_list *values)
{
    const char *why = NULL;
    for (size_t i = 0; i < values->count && !why; i++)
        why = tarry_options_set(asked, name, values->data[i]);
    return why;
}

/* A count of 0 is the word before the range. */
static void write_count(const option_info *info, uint64_t value, strbuf *out)
{
    if (value)
        strbuf_printf(out, "%" PRIu64, value);
    else
        strbuf_add_bytes(out, info->values, strcspn(info->values, "|"));
}

static const char *set(tarry_options *asked, const options *o, option_id id)
{
    const option_info *info = &option_table[id];
    const void *field = (const char *)o + info->offset;
    const char *name = name_of(id), *why;
    strbuf value = {0};
    switch (info->kind) {
    case KIND_FLAG: return tarry_options_set(asked, name, NULL);
    case KIND_TEXT: return tarry_options_set(asked, name, *(const char *const *)field);
    case KIND_LIST: return set_list(asked, name, field);
    case KIND_CHOICE: option_choice_text(id, *(const unsigned *)field, &value); break;
    case KIND_CHOICES: /* the first; what `all` is, the command knows */
        if (((const choice_list *)field)->all)
            return NULL;
        option_choice_text(id, ((const choice_list *)field)->items[0], &value);
        break;
    case KIND_COUNT: write_count(info, *(const uint64_t *)field, &value); break;
    case KIND_SECONDS: strbuf_printf(&value, "%.17g", *(const double *)field); break;
    }
    why = tarry_options_set(asked, name, strbuf_text(&value));
    strbuf_release(&value);
    return why;
}

/* All cores, shared among the files that are checked at a time. */
static const char *share_cores(tarry_options *asked, const options *o)
{
    enum { MOST = 64 };
    cpu_set_t cores;
    int all = sched_getaffinity(0, sizeof cores, &cores) ? 1 : CPU_COUNT(&cores);
    uint64_t share = (uint64_t)all / (o->jobs ? o->jobs : 1);
    strbuf value = {0};
    strbuf_printf(&value, "%" PRIu64, share < 1 ? 1 : share > MOST ? MOST : share);
    const char *why = tarry_options_set(asked, "threads", strbuf_text(&value));
    strbuf_release(&value);
    return why;
}

tarry_options *request_new(const options *o, strbuf *error)
{
    if (choices_are_several(&o->memory) && o->command != COMMAND_CHECK) {
        strbuf_printf(error, "`tarry %s` takes one memory model at a time; `tarry check` takes several", command_table[o->command].name);
        return NULL;
    }
    tarry_options *asked = tarry_options_new();
    const char *why = NULL;
    for (size_t i = 0; i < sizeof asked_ids / sizeof *asked_ids && !why; i++)
        if (o->given[asked_ids[i]] && !(asked_ids[i] == OPTION_ltl && o->command == COMMAND_EXPORT && o->to != TO_PROMELA && o->to != TO_PINS)) /* a drawing shows the formula itself */
            why = set(asked, o, asked_ids[i]);
    if (!why && o->certificate && o->command == COMMAND_CHECK) /* `fence` proves something else */
        why = tarry_options_set(asked, "certificate", NULL);
    if (!why && !o->given[OPTION_threads])
        why = share_cores(asked, o);
    if (!why)
        return asked;
    strbuf_printf(error, "--%s", why);
    tarry_options_free(asked);
    return NULL;
}

/* ---- Reading ---- */
void request_print(const char *messages)
{
    fflush(stdout);
    fputs(messages, stderr);
}

void request_print_messages(const diag *d)
{
    strbuf text = {0};
    diag_print(d, &text);
    fflush(stdout);
    fwrite(strbuf_text(&text), 1, text.length, stderr);
    strbuf_release(&text);
}
