/* layout.h: a row of slots as a few limbs of 64 bits.
 *
 * Every slot belongs to a *class* (a variable, a channel field, ...); a class is given as many bits as the values seen so far need, none while it
 * has only ever had one value. When a value does not fit, the class is widened and the layout built anew: see layout_renew.
 *
 * A store buffer has many slots, but few of its contents occur, and what reads one slot of it reads most of them. So its slots are a *bundle*, which
 * a packed state keeps as one number: that of their contents among all met so far. */
#ifndef ENGINE_EXPLICIT_LAYOUT_H
#define ENGINE_EXPLICIT_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/intern.h"
#include "base/memory.h"
#include "step/rows.h"
#include "step/successors.h"

enum { LAYOUT_MAX_LIMBS = 4096, NO_CLASS = UINT32_MAX };

/* The values of a class: one constant, or all that fit into `width` bits. */
typedef struct value_class {
    bool has_value; /* a value was seen at all */
    bool is_signed;
    uint8_t width;  /* 0: only `constant` was seen */
    uint8_t most;   /* bits that are ever needed */
    uint32_t alike; /* the first class of the same variable of a process of the same type at another position */
    int32_t constant;
} value_class;

/* Where a slot lies in a packed state. */
typedef struct field {
    uint16_t limb;
    uint8_t shift, width;
    bool is_signed;
    int32_t constant;
} field;

/* Slots that a packed state keeps as one number: it takes the class, and the field, of the first. Contents of zeros only have number 0. */
typedef struct bundle {
    uint32_t first, count;
    intern *pool; /* contents, without the zeros at the end; all bundles of one class share it */
} bundle;

/* The steps of one process at one node, or its commits, or the conditions on the whole state: what memo.h remembers together. */
typedef struct unit_ref {
    uint32_t index;
} unit_ref;

/* The states of one shape. */
typedef struct packing {
    shape *shape;
    uint32_t bundle_count, carrier_count;
    const uint32_t *class; /* of each slot */
    const bundle *bundles;
    const uint32_t *bundle_of; /* of each slot: its bundle plus one; 0: none */
    const uint32_t *carriers;  /* the slots whose fields make up a packed state: those of no bundle, and the first of each */
    field *fields;         /* of each slot, in the current layout; the slots of a bundle have the same */
    unit_ref *first_steps; /* by process: of the steps at its first node; those at the others follow */
    unit_ref *commits;     /* by process */
    unit_ref condition;
    uint64_t *pending;     /* bits that are 0 when all buffers are empty, one row of limbs a process; NULL: the shape has no layout yet */
} packing;

typedef struct layout {
    arena *memory;
    arena *current;            /* what is forgotten with the present layout */
    const rows *rows;
    VEC(value_class) classes;
    bool bundles;              /* false: the slots of buffers have bits of their own, as all others */
    VEC(intern *) pools;       /* by class; NULL: no bundle has it */
    memory_guest *guest;       /* of the scope, so that a jump past us releases the pools */
    VEC(packing *) packings;   /* by the shape's id; NULL where no state has the shape */
    uint32_t renewals;
    bool has_foresight;        /* the layout was renewed too often: classes are widened by more than is needed now */
    uint32_t unit_count;
    uint32_t limbs;      /* of a packed state */
    uint32_t shape_bits; /* lowest bits of limb 0: the shape */
    bool stale;          /* a class was widened or a shape does not fit: layout_renew is due */
    bool too_large;      /* a state takes more than LAYOUT_MAX_LIMBS limbs: give up */
    uint32_t *class_of_global;       /* first classes */
    VEC(uint32_t) class_of_process;  /* by position and type; NO_CLASS: none yet */
    uint32_t class_of_channels, class_of_holder;
} layout;

/* The layout is stale: to be renewed before its first use. */
layout *layout_new(const rows *r);
void layout_free(layout *l);

/* Gives every shape fields for the classes as they are now. */
void layout_renew(layout *l);

static inline int32_t field_get(const field *f, const uint64_t *limbs)
{
    if (f->width == 0)
        return f->constant;
    uint64_t bits = limbs[f->limb] >> f->shift & ((1ull << f->width) - 1);
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

/* That of a packed state. */
static inline packing *layout_of(const layout *l, const uint64_t *limbs)
{
    return l->packings.data[limbs[0] & ((1ull << l->shape_bits) - 1)];
}

/* The packing of a shape; NULL, and the layout is stale, where nobody asked for the shape before the last layout. */
packing *layout_of_shape(layout *l, const shape *s);

void packing_unpack(const packing *s, const uint64_t *limbs, int32_t *slots);
/* The value of one slot. */
int32_t packing_value(const packing *s, uint32_t slot, const uint64_t *limbs);
/* What the slot's field is to hold: the slot's value, or the number of its bundle's contents. */
int32_t packing_carried(const packing *s, uint32_t slot, const int32_t *slots);
/* From the layout of `old`, a copy made before, to the present one. */
void packing_convert(const packing *s, const packing *old, const uint64_t *from, uint32_t limb_count, uint64_t *to);
/* Makes the packed state the row of the handle. */
void packing_load(const packing *s, const uint64_t *limbs, successors *into);
/* False when a value does not fit. Nothing of the layout changes but that contents of bundles may get numbers. */
bool packing_pack(const packing *s, const layout *l, const int32_t *slots, uint64_t *limbs);
/* The same; where a value did not fit its class has been widened, and the layout is stale. */
bool layout_pack(layout *l, const packing *s, const int32_t *slots, uint64_t *limbs);
/* The packing of a shape; NULL where it has none in the present layout. */
static inline packing *layout_find_shape(const layout *l, const shape *s)
{
    packing *of = s->id < l->packings.count ? l->packings.data[s->id] : NULL;
    return of && of->pending ? of : NULL;
}
/* Makes the slot's class hold what its field is to hold; the layout is stale if it did not before. */
void layout_widen(layout *l, const packing *s, uint32_t slot, int32_t carried);
/* Memory of the contents of bundles. */
size_t layout_bytes(const layout *l);
/* Where nearly every state has contents of its own, bundles only cost: their slots get bits of their own. The layout is stale; contents can be
 * read, in the old layout, until they are dropped. */
void layout_dissolve(layout *l);
void layout_drop_contents(layout *l);

/* ---- classes.c ---- */
void classes_init(layout *l);
/* What does not change with the layout: the classes of the shape's slots, its bundles and units. */
packing *classes_of_shape(layout *l, shape *s);
/* Which slots have fields of their own. */
void classes_find_carriers(const layout *l, packing *s);

#endif
