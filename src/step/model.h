/* model.h: how a state of the program becomes a row of slots, and the row a few words of bits.
 *
 * A *shape* is the stack of processes that exist; it fixes which slots there are: globals, channels, then for each process its control
 * location, locals, own channels and store buffer. Pushing a process only appends slots. Every slot belongs to a *class* (a
 * variable, a channel field, ...); a class is given as many bits as the values seen so far need, none while it has only ever had one
 * value. When a value does not fit, the class is widened and the layout built anew: see model_relayout.
 *
 * A store buffer has many slots, but few of its contents occur, and what reads one slot of it reads most of them. So its slots are a *bundle*, which
 * a packed state keeps as one number: that of their contents among all met so far. */
#ifndef STEP_MODEL_H
#define STEP_MODEL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/intern.h"
#include "base/vec.h"
#include "memory/memory.h"
#include "program/program.h"
#include "program/step.h"

enum { MODEL_MAX_WORDS = 4096 };

/* The values of a class: one constant, or all that fit into `width` bits. */
typedef struct value_class {
    bool has_value; /* a value was seen at all */
    bool is_signed;
    uint8_t width;  /* 0: only `constant` was seen */
    int32_t constant;
} value_class;

/* Where a slot lies in a packed state. */
typedef struct field {
    uint16_t word;
    uint8_t shift, width;
    bool is_signed;
    int32_t constant;
} field;

typedef struct process_slots {
    uint32_t type;
    uint32_t pc, locals, buffer; /* first slots */
    uint32_t first_channel;      /* number of its first own channel */
} process_slots;

typedef struct channel_slots {
    const channel *declaration;
    uint32_t first; /* the length, then capacity messages of field_count values; nothing for a rendezvous channel */
} channel_slots;

/* Slots that a packed state keeps as one number: it takes the class, and the field, of the first. Contents of zeros only have number 0. */
typedef struct bundle {
    uint32_t first, count;
    intern *pool; /* contents, without the zeros at the end; all bundles of one class share it */
} bundle;

/* What the steps of one process depend on, as found so far: see memo.h. */
typedef struct unit {
    uint32_t id, version;
    uint64_t *mask; /* words of bits read; NULL until first used */
} unit;

typedef struct shape shape;
struct shape {
    uint32_t id;
    shape *parent;
    shape **child; /* by process type */
    uint32_t process_count, channel_count, slot_count, bundle_count, carrier_count;
    const process_slots *process;
    const channel_slots *channel;
    const uint32_t *class; /* of each slot */
    const bundle *bundles;
    const uint32_t *bundle_of; /* of each slot: its bundle plus one; 0: none */
    const uint32_t *carriers;  /* the slots whose fields make up a packed state: those of no bundle, and the first of each */
    field *fields;         /* of each slot, in the current layout; the slots of a bundle have the same */
    unit **steps;          /* [process][node] */
    unit *commits;         /* [process] */
    unit condition;
    uint64_t *pending;     /* bits that are 0 when all buffers are empty, one row of words a process */
};

/* What one process type does with relaxed memory. */
typedef struct type_stores {
    uint32_t count;          /* locations that it may store to through a buffer */
    const uint32_t *element; /* their global elements */
    const int32_t *location; /* of each global element: its position in `element`, or -1 */
    int32_t barrier;         /* where words of stores are kept: the last location, which stands for barriers (element global_count); -1: none */
} type_stores;

typedef struct model {
    arena *memory;
    const program *program;
    machine machine;
    const memory_model *buffers;
    uint32_t bound;            /* stores a buffer */
    bool cuts;                 /* a run in which a store meets the bound is given up there, as if it had gone on elsewhere */
    const bool *unbuffered;    /* global elements whose stores go to memory at once */
    const type_stores *stores; /* by process type */
    value_list **values;       /* by process type and location: for buffers that are sets of values */
    VEC(value_class) classes;
    bool bundles;              /* false: the slots of buffers have bits of their own, as all others */
    VEC(intern *) pools;       /* by class; NULL: no bundle has it */
    VEC(shape *) shapes;
    uint32_t unit_count;
    uint32_t words;      /* of a packed state */
    uint32_t shape_bits; /* lowest bits of word 0: the shape */
    bool stale;          /* a class was widened or a shape does not fit: model_relayout is due */
    bool too_large;      /* a state takes more than MODEL_MAX_WORDS words: give up */
    bool has_timeout;
    uint32_t *class_of_global;       /* first classes */
    VEC(uint32_t) class_of_process;  /* by place and type; UINT32_MAX: none yet */
    uint32_t class_of_channels;
} model;

/* `buffers` says how pending stores are kept; its bound is the machine's. */
model *model_new(const program *p, machine on, const memory_model *buffers, const bool *unbuffered);
void model_free(model *m);

/* The shape of no process, and that of a stack with one process more. */
shape *model_root(model *m);
shape *model_push(model *m, shape *s, uint32_t type);

/* Gives every shape fields for the classes as they are now; forgets all masks of units. */
void model_relayout(model *m);

static inline int32_t field_get(const field *f, const uint64_t *words)
{
    if (f->width == 0)
        return f->constant;
    uint64_t bits = words[f->word] >> f->shift & ((1ull << f->width) - 1);
    if (f->is_signed && bits >> (f->width - 1))
        bits |= ~0ull << f->width;
    return (int32_t)(uint32_t)bits;
}

static inline uint64_t field_mask(const field *f)
{
    return f->width ? ((1ull << f->width) - 1) << f->shift : 0;
}

static inline bool field_fits(const field *f, int32_t value)
{
    if (f->width == 0)
        return value == f->constant;
    if (f->width == 32)
        return true;
    if (f->is_signed)
        return value >= -(1 << (f->width - 1)) && value < 1 << (f->width - 1);
    return (uint32_t)value < 1u << f->width;
}

static inline uint64_t field_bits(const field *f, int32_t value)
{
    return f->width ? ((uint64_t)(uint32_t)value & ((1ull << f->width) - 1)) << f->shift : 0;
}

static inline shape *model_shape_of(const model *m, const uint64_t *words)
{
    return m->shapes.data[words[0] & ((1ull << m->shape_bits) - 1)];
}

void model_unpack(const shape *s, const uint64_t *words, int32_t *slots);
/* The value of one slot. */
int32_t model_value(const shape *s, uint32_t slot, const uint64_t *words);
/* What the slot's field is to hold: the slot's value, or the number of its bundle's contents. */
int32_t model_carried(const shape *s, uint32_t slot, const int32_t *slots);
/* From the layout of `old`, a copy of the shape made before, to the present one. */
void model_convert(const shape *s, const shape *old, const uint64_t *from, uint32_t word_count, uint64_t *to);
/* False when a value did not fit: its class has been widened and the model is stale. */
bool model_pack(model *m, const shape *s, const int32_t *slots, uint64_t *words);
/* Makes the slot's class hold what its field is to hold; the model is stale if it did not before. */
void model_widen(model *m, const shape *s, uint32_t slot, int32_t carried);
/* Memory of the contents of bundles. */
size_t model_bytes(const model *m);
/* Where nearly every state has contents of its own, bundles only cost: their slots get bits of their own. The model is stale; contents can be
 * read, in the old layout, until they are dropped. */
void model_dissolve(model *m);
void model_drop_contents(model *m);
/* Which of a new shape's slots have fields of their own. */
void model_find_carriers(const model *m, shape *s);

#endif
