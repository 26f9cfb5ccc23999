/* symmetry_internal.h: what symmetry.c and symmetry_kinds.c share. */
#ifndef PROGRAM_SYMMETRY_INTERNAL_H
#define PROGRAM_SYMMETRY_INTERNAL_H

#include "program/symmetry.h"

enum { KIND_CONSTANTS = 4 };

/* What values an expression or a slot may have: any at all (is_plain), numbers of processes of some groups (as number_kind), and these constants. */
typedef struct value_kind {
    bool is_plain;
    number_kind number;
    uint32_t constant_count;
    int32_t constants[KIND_CONSTANTS];
} value_kind;

typedef struct kind_slot {
    value_kind kind;
    bool is_owned, is_named; /* it is reached by the number of its process; by a constant or by any index */
    int32_t first;           /* as in cell_kind */
} kind_slot;

/* Kinds grow until all statements and conditions agree with them, or one shows that the processes of some groups are not alike. */
typedef struct inference {
    const program *program;
    const footprints *footprints;
    arena *memory;
    symmetry_group groups[SYMMETRY_MAX_GROUPS];
    uint32_t group_count;
    const uint8_t *group_of;  /* by position */
    const uint32_t *instances; /* by type: processes at the start */
    kind_slot *globals;       /* by element */
    kind_slot **locals;       /* by type and local element */
    kind_slot *channels;      /* by channel number: 0 is none */
    kind_slot **fields;       /* by channel and field */
    bool **starts_unread;     /* by type and local: its first value is never read */
    const process_type *type; /* whose statements are being looked at; NULL: conditions */
    bool changed;
    uint32_t failed;          /* the groups that are none after all, a bit each */
    const char *why;
    bool *named;              /* NULL, or by position: an atom names the process, or all of its group. Kinds do not change any more then, and nothing fails */
} inference;

/* One look at all statements, initial values and conditions. */
void inference_pass(inference *f, const expr *const *conditions, size_t condition_count, bool with_initials);
/* Sets `named` for the atom: the kinds are known. */
void inference_name(inference *f, const expr *atom);

#endif
