/* interface.h: the functions of LTSmin that the plugin calls, as far as a plain exploration needs them. */
#ifndef PINS_INTERFACE_H
#define PINS_INTERFACE_H

#include <stdbool.h>
#include <stddef.h>

#include "plugin/ltsmin.h"

typedef struct bits {
    int rows, columns;
    bool *set; /* row after row */
} bits;

typedef struct names {
    int count;
    char **name;
} names;

struct lts_type_s {
    int format[8], types;
    names slots, labels, edges;
    int *slot_type, *label_type;
    int edge_type;
};

struct grey_box_model {
    void *context;
    lts_type_t type;
    int *initial;
    matrix_t *both, *read, *may_write, *must_write, *label_read;
    next_method_grey_t *next;
    get_label_method_t *label;
    ExitCB *end;
    names actions;
};

const bits *bits_of(const matrix_t *m);
bool is_set(const matrix_t *m, int row, int column);
void *allocate(size_t size);
/* Says what is wrong, and ends. */
_Noreturn void fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
