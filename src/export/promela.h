/* promela.h: what the files share that write Promela. */
#ifndef EXPORT_PROMELA_H
#define EXPORT_PROMELA_H

#include "export/export.h"

typedef struct promela_writer {
    const footprints *footprints;
    const program *program;
    const property_list *properties;
    machine machine;
    uint32_t bound;
    diag *diag;
    strbuf *out;
    arena *memory;
    uint32_t self;   /* whose step is written: a position among the processes at the start */
    uint32_t steps;  /* options so far, for their labels */
    bool in_formula; /* where -> is an implication for SPIN, so that there are no conditional expressions */
    bool can_fail;   /* some step can */
    bool has_blocks; /* some step leads into an atomic or d_step block */
    bool is_stuck;   /* the step is one where nothing else is possible: timeout is true */
    hold_kind held;  /* how the process came where the step begins; HOLD_NONE: it is at rest */
} promela_writer;

static inline void promela_refuse(promela_writer *w, source_location where, const char *why)
{
    if (!diag_has_errors(w->diag))
        diag_error(w->diag, where, "export --to promela: %s", why);
}

static inline uint32_t promela_type_number(const promela_writer *w, uint32_t position)
{
    return w->program->start.data[position];
}

static inline const process_type *promela_type_at(const promela_writer *w, uint32_t position)
{
    return &w->program->processes.data[promela_type_number(w, position)];
}

static inline bool promela_is_buffered(const promela_writer *w)
{
    return machine_traits(w->machine)->has_buffers;
}

static inline bool promela_has_words(const promela_writer *w)
{
    return promela_is_buffered(w) && !machine_traits(w->machine)->per_location;
}

static inline bool promela_overwrites(const promela_writer *w)
{
    return machine_traits(w->machine)->overwrites;
}

/* The node number of a process that has been removed. */
static inline uint32_t promela_gone(const process_type *t)
{
    return (uint32_t)t->nodes.count;
}

/* promela_expr.c */
uint32_t promela_channel_number(promela_writer *w, const expr *e);
void promela_write_fits(promela_writer *w, const effect *f, uint32_t number, const char *at);
void promela_write_message_fits(promela_writer *w, const effect *f);
void promela_write_expr(promela_writer *w, const expr *e);
void promela_write_failure(promela_writer *w, const expr *e);
void promela_write_kept(promela_writer *w, value_type type);

/* promela_effect.c */
void promela_write_empty(promela_writer *w, uint32_t k);
void promela_write_assign(promela_writer *w, const place *target);
void promela_write_value(promela_writer *w, const expr *e);
void promela_write_effect(promela_writer *w, const effect *f);

/* promela_step.c */
void promela_begin_step(promela_writer *w);
void promela_write_blocks(promela_writer *w);
void promela_write_steps(promela_writer *w);

/* promela_property.c */
void promela_write_stuck(promela_writer *w);
void promela_write_properties(promela_writer *w);
void promela_write_formulas(promela_writer *w);

#endif
