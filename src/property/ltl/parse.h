/* parse.h: formulas as people write them.
 *
 * SPIN's operators, as signs and as words: [] <> X ! && || -> <-> U W V R, always eventually next not and or implies equivalent until weakuntil release. They bind
 * as in SPIN: unary ones most tightly, then U W V R, then &&, then ||, then -> and <->; equal ones from the left. Whatever is a condition in the
 * language of the program is one atom; what is none is split at the operators above. */
#ifndef PROPERTY_LTL_PARSE_H
#define PROPERTY_LTL_PARSE_H

#include <stdbool.h>
#include <stddef.h>

#include "property/ltl/formula.h"

typedef struct formula_reader {
    /* Whether the length characters from offset on are a condition: nothing is said where they are none. */
    bool (*is_condition)(void *data, size_t offset, size_t length);
    /* Reads the atom that is length characters from offset on; false after a message to the user. Equal conditions should get equal numbers. */
    bool (*atom)(void *data, size_t offset, size_t length, uint32_t *atom_out);
    /* Tells the user what is wrong at an offset. */
    void (*error)(void *data, size_t offset, const char *message);
    void *data;
} formula_reader;

/* False after messages. */
bool formula_parse(formula_pool *pool, const char *text, const formula_reader *reader, formula *out);

#endif
