#include "cli/options.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"

const option_info option_table[OPTION_COUNT] = {
#define OPTION(field, kind, name, letter, argument, values, later, initial, commands, help) \
    {KIND_##kind, name, letter, argument, values, later, initial, commands, help, offsetof(options, field)},
#include "cli/options.def"
};

#define litmus_generate litmus-generate /* what the user writes is no identifier */
#define WORD(name) #name
const command_info command_table[COMMAND_COUNT] = {
#define COMMAND(name, NAME, operands, summary, description) {WORD(name), operands, summary, description},
#include "cli/commands.def"
};

bool command_find(const char *name, command_id *out)
{
    for (unsigned i = 0; i < COMMAND_COUNT; i++)
        if (!strcmp(command_table[i].name, name)) {
            *out = (command_id)i;
            return true;
        }
    return false;
}

void option_spelling(const option_info *info, strbuf *out)
{
    if (info->name)
        strbuf_printf(out, "--%s", info->name);
    else
        strbuf_printf(out, "-%c", info->letter);
}

/* ---- Lists of words "a|b|c" ---- */
static int find_word(const char *words, const char *word)
{
    size_t length = strlen(word);
    for (int position = 0; *words; position++) {
        size_t here = strcspn(words, "|");
        if (length == here && !memcmp(words, word, here))
            return position;
        words += here + (words[here] == '|');
    }
    return -1;
}

void option_choice_text(option_id id, unsigned position, strbuf *out)
{
    const char *words = option_table[id].values;
    for (; position; position--) {
        words += strcspn(words, "|");
        CHECK(*words == '|');
        words++;
    }
    strbuf_add_bytes(out, words, strcspn(words, "|"));
}

static void add_words(strbuf *out, const char *words)
{
    for (; *words; words++)
        if (*words == '|')
            strbuf_add(out, ", ");
        else
            strbuf_add_char(out, *words);
}

/* ---- As the user gave them ---- */
static void add_quoted(const char *text, strbuf *out)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_=.,:/+-";
    if (*text && !text[strspn(text, plain)]) {
        strbuf_add(out, text);
        return;
    }
    strbuf_add_char(out, '\'');
    for (; *text; text++)
        *text == '\'' ? strbuf_add(out, "'\\''") : strbuf_add_char(out, *text);
    strbuf_add_char(out, '\'');
}

static void add_choices(option_id id, const choice_list *list, strbuf *out)
{
    strbuf_add(out, list->all ? "all" : "");
    for (unsigned i = 0; i < list->count; i++) {
        strbuf_add(out, i ? "," : "");
        option_choice_text(id, list->items[i], out);
    }
}

void option_add_given(const options *o, option_id id, strbuf *out)
{
    const option_info *info = &option_table[id];
    const void *field = (const char *)o + info->offset;
    const text_list *list = field;
    size_t count = !o->given[id] ? 0 : info->kind == KIND_LIST ? list->count : 1;
    for (size_t i = 0; i < count; i++) {
        strbuf_add_char(out, ' ');
        option_spelling(info, out);
        strbuf_add(out, info->kind == KIND_FLAG ? "" : " ");
        switch (info->kind) {
        case KIND_FLAG: break;
        case KIND_CHOICE: option_choice_text(id, *(const unsigned *)field, out); break;
        case KIND_CHOICES: add_choices(id, field, out); break;
        case KIND_COUNT: strbuf_printf(out, "%" PRIu64, *(const uint64_t *)field); break; /* 0: the word before the range */
        case KIND_SECONDS: strbuf_printf(out, "%.17g", *(const double *)field); break;
        case KIND_TEXT: add_quoted(*(const char *const *)field, out); break;
        case KIND_LIST: add_quoted(list->data[i], out); break;
        }
    }
}

/* ---- Nearest name ---- */
enum { NEAREST_MAX = 31 };

/* Letters to insert, delete or replace to turn a into b; both at most NEAREST_MAX long. */
static size_t edit_distance(const char *a, const char *b)
{
    size_t row[NEAREST_MAX + 1], length = strlen(b);
    for (size_t j = 0; j <= length; j++)
        row[j] = j;
    for (size_t i = 1; a[i - 1]; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= length; j++) {
            size_t best = diagonal + (a[i - 1] != b[j - 1]);
            if (row[j] + 1 < best)
                best = row[j] + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            diagonal = row[j];
            row[j] = best;
        }
    }
    return row[length];
}

const char *options_nearest(const char *word, const char *const *candidates)
{
    size_t length = strlen(word), best = length < 5 ? 2 : 3; /* further away is no help */
    const char *nearest = NULL;
    if (length < 2 || length > NEAREST_MAX)
        return NULL;
    for (; *candidates; candidates++) {
        size_t candidate_length = strlen(*candidates);
        bool is_start = candidate_length > length && !strncmp(*candidates, word, length);
        size_t distance = is_start ? 0 : candidate_length > NEAREST_MAX ? best : edit_distance(word, *candidates);
        if (distance < best) {
            best = distance;
            nearest = *candidates;
        }
    }
    return nearest;
}

/* ---- Values ---- */
/* The word before a range ("unbounded|1..9") in *word_length, and the range. */
static void read_range(const char *values, size_t *word_length, uint64_t *low, uint64_t *high)
{
    const char *bar = strchr(values, '|');
    *word_length = bar ? (size_t)(bar - values) : 0;
    char *end;
    *low = strtoull(bar ? bar + 1 : values, &end, 10);
    CHECK(end[0] == '.' && end[1] == '.');
    *high = strtoull(end + 2, &end, 10);
    CHECK(!*end);
}

static bool set_number(const option_info *info, uint64_t *field, const char *text, strbuf *error)
{
    size_t word_length;
    uint64_t low, high;
    read_range(info->values, &word_length, &low, &high);
    if (word_length && strlen(text) == word_length && !memcmp(text, info->values, word_length)) {
        *field = 0;
        return true;
    }
    char *end;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    if (isdigit((unsigned char)text[0]) && !*end && !errno && value >= low && value <= high) {
        *field = value;
        return true;
    }
    option_spelling(info, error);
    strbuf_printf(error, " takes a whole number from %llu to %llu", (unsigned long long)low, (unsigned long long)high);
    if (word_length)
        strbuf_printf(error, " or the word %.*s", (int)word_length, info->values);
    strbuf_printf(error, ", not '%s'", text);
    return false;
}

static bool set_seconds(const option_info *info, double *field, const char *text, strbuf *error)
{
    char *end;
    *field = strtod(text, &end);
    if ((isdigit((unsigned char)text[0]) || text[0] == '.') && end != text && !*end && isfinite(*field) && *field > 0)
        return true;
    option_spelling(info, error);
    strbuf_printf(error, " takes a number of seconds above 0, not '%s'", text);
    return false;
}

static bool no_such_choice(const option_info *info, const char *text, strbuf *error)
{
    option_spelling(info, error);
    if (find_word(info->later, text) >= 0)
        strbuf_printf(error, " %s is not supported yet; choose one of: ", text);
    else
        strbuf_printf(error, " cannot be '%s'; choose one of: ", text);
    add_words(error, info->values);
    return false;
}

static bool set_choice(const option_info *info, unsigned *field, const char *text, strbuf *error)
{
    int position = find_word(info->values, text);
    if (position < 0)
        return no_such_choice(info, text, error);
    *field = (unsigned)position;
    return true;
}

static bool add_choice(const option_info *info, choice_list *list, const char *word, strbuf *error)
{
    unsigned position = 0;
    if (!set_choice(info, &position, word, error))
        return false;
    for (unsigned i = 0; i < list->count; i++)
        if (list->items[i] == position) {
            option_spelling(info, error);
            strbuf_printf(error, " names %s twice", word);
            return false;
        }
    CHECK(list->count < MOST_CHOICES);
    list->items[list->count++] = position;
    return true;
}

/* "a,b", or "all". */
static bool set_choices(const option_info *info, choice_list *list, const char *text, strbuf *error)
{
    *list = (choice_list){.all = !strcmp(text, "all")};
    strbuf word = {0};
    bool good = true;
    for (bool ends = list->all; !ends && good;) {
        size_t length = strcspn(text, ",");
        strbuf_clear(&word);
        strbuf_add_bytes(&word, text, length);
        good = add_choice(info, list, strbuf_text(&word), error);
        ends = !text[length];
        text += length + 1;
    }
    strbuf_release(&word);
    return good;
}

static bool set_value(options *o, const option_info *info, const char *text, strbuf *error)
{
    void *field = (char *)o + info->offset;
    switch (info->kind) {
    case KIND_CHOICE: return set_choice(info, field, text, error);
    case KIND_CHOICES: return set_choices(info, field, text, error);
    case KIND_COUNT: return set_number(info, field, text, error);
    case KIND_SECONDS: return set_seconds(info, field, text, error);
    case KIND_FLAG: *(bool *)field = true; return true;
    case KIND_TEXT:
    case KIND_LIST: break;
    }
    if (!*text) {
        option_spelling(info, error);
        strbuf_add(error, " needs a value that is not empty");
        return false;
    }
    if (info->kind == KIND_TEXT)
        *(const char **)field = text;
    else
        vec_push((text_list *)field, text);
    return true;
}

/* ---- Arguments ---- */
typedef struct cursor {
    int next, count;
    char **arguments;
} cursor;

static const option_info *find_long(const char *name, size_t length)
{
    for (unsigned i = 0; i < OPTION_COUNT; i++) {
        const char *known = option_table[i].name;
        if (known && strlen(known) == length && !memcmp(known, name, length))
            return &option_table[i];
    }
    return NULL;
}

static const option_info *find_letter(char letter)
{
    for (unsigned i = 0; letter && i < OPTION_COUNT; i++)
        if (option_table[i].letter == letter)
            return &option_table[i];
    return NULL;
}

static bool unknown_option(command_id command, const char *argument, strbuf *error)
{
    const char *candidates[OPTION_COUNT + 2];
    size_t count = 0;
    for (unsigned i = 0; i < OPTION_COUNT; i++)
        if (option_table[i].name && option_table[i].commands & 1u << command)
            candidates[count++] = option_table[i].name;
    candidates[count++] = "help";
    candidates[count] = NULL;
    size_t length = strcspn(argument, "=");
    strbuf_printf(error, "unknown option '%.*s'", (int)(length > 60 ? 60 : length), argument);
    strbuf word = {0};
    strbuf_add_bytes(&word, argument, length);
    const char *bare = strbuf_text(&word);
    const char *nearest = options_nearest(bare + strspn(bare, "-"), candidates);
    if (nearest)
        strbuf_printf(error, "; did you mean --%s?", nearest);
    else
        strbuf_printf(error, "; `tarry %s --help` lists those there are", command_table[command].name);
    strbuf_release(&word);
    return false;
}

/* One option: `value` is what followed its = or its letter, NULL where nothing did. */
static bool take_option(options *o, const option_info *info, const char *value, cursor *at, strbuf *error)
{
    if (!(info->commands & 1u << o->command)) {
        option_spelling(info, error);
        strbuf_printf(error, " is not an option of `tarry %s`", command_table[o->command].name);
        return false;
    }
    if (info->kind == KIND_FLAG && value) {
        option_spelling(info, error);
        strbuf_add(error, " takes no value");
        return false;
    }
    if (info->kind != KIND_FLAG && !value) {
        if (at->next >= at->count) {
            option_spelling(info, error);
            strbuf_printf(error, " needs a value (%s)", info->argument);
            return false;
        }
        value = at->arguments[at->next++];
    }
    o->given[info - option_table] = true;
    return set_value(o, info, value ? value : "", error);
}

static bool take_argument(options *o, const char *argument, cursor *at, strbuf *error)
{
    if (!strcmp(argument, "--help") || !strcmp(argument, "-h")) {
        o->help = true;
        return true;
    }
    if (!strncmp(argument, "--", 2)) {
        size_t length = strcspn(argument + 2, "=");
        const option_info *info = find_long(argument + 2, length);
        const char *value = argument[2 + length] ? argument + 2 + length + 1 : NULL;
        return info ? take_option(o, info, value, at, error) : unknown_option(o->command, argument, error);
    }
    const option_info *info = find_letter(argument[1]);
    return info ? take_option(o, info, argument[2] ? argument + 2 : NULL, at, error) : unknown_option(o->command, argument, error);
}

bool options_parse(options *o, command_id command, int count, char **arguments, strbuf *error)
{
    *o = (options){.command = command};
    for (unsigned i = 0; i < OPTION_COUNT; i++)
        if (option_table[i].initial)
            CHECK(set_value(o, &option_table[i], option_table[i].initial, error));
    cursor at = {.count = count, .arguments = arguments};
    bool options_end = false;
    while (at.next < count && !o->help) {
        const char *argument = arguments[at.next++];
        if (options_end || argument[0] != '-' || !argument[1])
            vec_push(&o->operands, argument);
        else if (!strcmp(argument, "--"))
            options_end = true;
        else if (!take_argument(o, argument, &at, error))
            return false;
    }
    return true;
}

void options_release(options *o)
{
    for (unsigned i = 0; i < OPTION_COUNT; i++)
        if (option_table[i].kind == KIND_LIST)
            vec_release((text_list *)(void *)((char *)o + option_table[i].offset));
    vec_release(&o->operands);
}
