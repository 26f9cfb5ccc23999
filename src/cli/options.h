/* options.h: what the user asked for, read by the tables commands.def and options.def. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/strbuf.h"
#include "base/vec.h"

typedef enum command_id {
#define COMMAND(name, NAME, operands, summary, description) COMMAND_##NAME,
#include "cli/commands.def"
    COMMAND_COUNT
} command_id;

enum {
#define COMMAND(name, NAME, operands, summary, description) ON_##NAME = 1 << COMMAND_##NAME,
#include "cli/commands.def"
    ON_NONE = 0
};

typedef enum option_id {
#define OPTION(field, kind, name, letter, argument, values, later, initial, commands, help) OPTION_##field,
#include "cli/options.def"
    OPTION_COUNT
} option_id;

typedef VEC(const char *) text_list;

typedef enum option_kind { KIND_CHOICE, KIND_CHOICES, KIND_COUNT, KIND_SECONDS, KIND_TEXT, KIND_LIST, KIND_FLAG } option_kind;

enum { MOST_CHOICES = 16 };

/* Several of the values of an option, each once, in the order in which the user gave them. */
typedef struct choice_list {
    bool all;       /* the word all: what it stands for is up to the command; no item is there */
    unsigned count;
    unsigned items[MOST_CHOICES]; /* positions among the values */
} choice_list;

/* The field's type for each kind of the table. */
typedef unsigned option_type_CHOICE;
typedef choice_list option_type_CHOICES;
typedef uint64_t option_type_COUNT;
typedef double option_type_SECONDS;
typedef const char *option_type_TEXT;
typedef text_list option_type_LIST;
typedef bool option_type_FLAG;

typedef struct options {
    command_id command;
    bool help;               /* --help was given: nothing else is checked */
#define OPTION(field, kind, name, letter, argument, values, later, initial, commands, help) option_type_##kind field;
#include "cli/options.def"
    bool given[OPTION_COUNT]; /* by the user */
    int progress_file;        /* of a child of a batch: where it says how far it is; 0: none */
    text_list operands;
} options;

typedef struct option_info {
    option_kind kind;
    const char *name;
    char letter;
    const char *argument, *values, *later, *initial;
    unsigned commands;
    const char *help;
    size_t offset; /* of the field */
} option_info;

typedef struct command_info {
    const char *name, *operands, *summary, *description;
} command_info;

/* Indexed by option_id and command_id. */
extern const option_info option_table[OPTION_COUNT];
extern const command_info command_table[COMMAND_COUNT];

bool command_find(const char *name, command_id *out);

/* Reads the arguments after the command. False with a sentence in `error` when an argument is wrong. Texts point into `arguments`. */
bool options_parse(options *o, command_id command, int count, char **arguments, strbuf *error);
void options_release(options *o);

/* "--memory", "-D". */
void option_spelling(const option_info *info, strbuf *out);

/* " --name value", for each value that the user gave; words as a shell reads them. */
void option_add_given(const options *o, option_id id, strbuf *out);

/* The text of a choice: the position-th of "a|b|c". */
void option_choice_text(option_id id, unsigned position, strbuf *out);

/* More than one was asked for. */
static inline bool choices_are_several(const choice_list *list)
{
    return list->all || list->count > 1;
}

/* The word of `candidates` (NULL-terminated) that is nearest to `word`; NULL when none is near. */
const char *options_nearest(const char *word, const char *const *candidates);

#endif
