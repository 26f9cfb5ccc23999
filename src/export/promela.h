/* promela.h: what the files share that write Promela.
 *
 * Each position in the stack of processes has variables of its own, which serve one process after another where numbers are used again: pc (nodes are numbered through all
 * types, so that it tells the type too), loc (locals) and a buffer. */
#ifndef EXPORT_PROMELA_H
#define EXPORT_PROMELA_H

#include "export/export.h"

enum { PROMELA_NOBODY = UINT32_MAX };

/* A channel of the program, or one of those of a process of some type at some position. */
typedef struct promela_channel {
    const channel *declaration;
    uint32_t owner, type; /* a position, or PROMELA_NOBODY */
    uint32_t index;       /* among those of its owner */
} promela_channel;

/* What an earlier effect of the same step has written, where one asks before the step what a later effect will meet. */
typedef enum change_kind { CHANGE_LOCAL, CHANGE_PENDING, CHANGE_MEMORY } change_kind;

typedef struct promela_change {
    change_kind kind;
    uint32_t owner, variable;
    const char *at, *value; /* in terms of the state before the step */
    const struct promela_change *older;
} promela_change;

typedef struct promela_writer {
    const footprints *footprints;
    const program *program;
    const property_list *properties;
    machine machine;
    uint32_t bound;
    diag *diag;
    strbuf *out;
    arena *memory;
    uint32_t position_count;
    const bool *may_be; /* by position and type: such a process may be there */
    VEC(promela_channel) channels; /* named by their index here plus one; for those of the program this is their number */
    uint32_t self, type; /* whose step is written: position and type */
    uint32_t channel;    /* the one that the step sends to or receives from; 0: none */
    uint32_t steps;      /* options so far, for their labels */
    bool in_formula;     /* where -> is an implication for SPIN, so that there are no conditional expressions */
    bool can_fail;       /* some step can */
    bool has_blocks;     /* some step leads into an atomic or d_step block */
    bool is_stuck;       /* the step is one where nothing else is possible: timeout is true */
    hold_kind held;      /* how the process came where the step begins; HOLD_NONE: it is at rest */
    const promela_change *changes; /* newest first */
    bool has_flushed, has_sent;    /* an earlier effect of the step has written out a buffer, changed a channel */
} promela_writer;

static inline void promela_refuse(promela_writer *w, source_location where, const char *why)
{
    if (!diag_has_errors(w->diag))
        diag_error(w->diag, where, "export --to promela: %s", why);
}

static inline const process_type *promela_type(const promela_writer *w)
{
    return &w->program->processes.data[w->type];
}

static inline bool promela_may_be(const promela_writer *w, uint32_t position, uint32_t type)
{
    return w->may_be[position * w->program->processes.count + type];
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

/* Each pending store has a stage: see memory/pso_barriers.c. */
static inline bool promela_has_stages(const promela_writer *w)
{
    return promela_is_buffered(w) && !promela_has_words(w) && !promela_overwrites(w) && w->footprints->all.has_barrier;
}

/* What the edge sends or receives: at a rendezvous its first effect. NULL: nothing. */
static inline const effect *promela_message(const edge *e)
{
    for (uint32_t i = 0; i < e->effect_count; i++)
        if (e->effects[i].kind == EFFECT_SEND || e->effects[i].kind == EFFECT_RECEIVE)
            return &e->effects[i];
    return NULL;
}

static inline const char *promela_either(promela_writer *w, const char *a, const char *b)
{
    return !a ? b : !b ? a : arena_printf(w->memory, "(%s || %s)", a, b);
}

/* promela_position.c */
bool promela_find_positions(promela_writer *w, const export_stacks *stacks);
/* The value of a position's pc: at that node, or that nobody is there. */
uint32_t promela_node(const promela_writer *w, uint32_t type, uint32_t number);
uint32_t promela_gone(const promela_writer *w);
/* A process of the type is there. */
const char *promela_is(promela_writer *w, uint32_t position, uint32_t type);
/* Goes from PROMELA_NOBODY on through all positions and the types that may be there. */
bool promela_next_process(promela_writer *w);
bool promela_position_stores(const promela_writer *w, uint32_t position, uint32_t element);
void promela_find_channels(promela_writer *w);
/* The first one of the process whose step is written, which has some. */
uint32_t promela_first_channel(const promela_writer *w);
const char *promela_channel_number(promela_writer *w, uint32_t of);
/* The number is that of the channel, which exists. */
const char *promela_is_channel(promela_writer *w, const char *number, uint32_t of);
/* The channel that an expression names where nobody may change it; 0: it is known only at run time. */
uint32_t promela_known_channel(promela_writer *w, const expr *e);

/* promela_expr.c */
void promela_write_expr(promela_writer *w, const expr *e);
const char *promela_text(promela_writer *w, const expr *e);
/* Where evaluating e fails; NULL: it never does. */
const char *promela_fails(promela_writer *w, const expr *e);
/* "7 + i": the element of a global or of a local. */
const char *promela_element(promela_writer *w, const variable *v, const expr *index);
/* What the process at that position reads there, and what memory holds. */
const char *promela_view(promela_writer *w, uint32_t position, uint32_t global, const char *at);
const char *promela_memory(promela_writer *w, uint32_t global, const char *at);

/* promela_message.c */
const char *promela_no_channel(promela_writer *w, const char *number);
const char *promela_length(promela_writer *w, const expr *e);
/* Whether the receive takes the message at that position of the channel; whether comparing with it fails, or NULL. */
const char *promela_fits(promela_writer *w, const effect *f, uint32_t number, const char *at);
const char *promela_comparing_fails(promela_writer *w, const effect *f, uint32_t number, const char *at);
/* Whether there is a message that the receive takes, or a comparison fails before one is found. */
const char *promela_message_there(promela_writer *w, const effect *f, uint32_t number);
/* Where a comparison fails before a message is found that fits; NULL: nowhere. */
const char *promela_search_fails(promela_writer *w, const effect *f, uint32_t number);
const char *promela_poll(promela_writer *w, const effect *f);
const char *promela_poll_fails(promela_writer *w, const effect *f);
/* A field of the message that the receive takes. */
const char *promela_received(promela_writer *w, const effect *f, uint32_t number, uint32_t field);
/* Everything of it is 0. */
void promela_write_no_channel(promela_writer *w, uint32_t number);
void promela_write_send(promela_writer *w, const effect *f);
void promela_write_receive(promela_writer *w, const effect *f);

/* promela_buffer.c */
void promela_write_buffer(promela_writer *w, uint32_t position);
void promela_write_no_buffer(promela_writer *w, uint32_t position);
/* " && n2 == 0" */
void promela_write_empty(promela_writer *w, uint32_t position);
void promela_write_flush(promela_writer *w);
void promela_write_store(promela_writer *w, bool is_atomic);
void promela_write_barrier(promela_writer *w);
void promela_write_commits(promela_writer *w, uint32_t position);

/* promela_ready.c */
/* Where the process is, its guard, and what its effects wait for; for a rendezvous both sides. */
void promela_write_ready(promela_writer *w, const edge *e);
/* Where the edge fails before there is a partner for its rendezvous; false: nowhere. */
bool promela_write_fails_alone(promela_writer *w, const edge *e);
void promela_write_meeting_ready(promela_writer *w, const edge *send, uint32_t receiver, uint32_t receiving_type, const edge *receive);

/* promela_effect.c */
void promela_write_failure(promela_writer *w, const char *fails);
void promela_write_kept(promela_writer *w, value_type type);
const char *promela_kept(promela_writer *w, value_type type, const char *value);
const char *promela_misfits(promela_writer *w, value_type type, const char *value);
void promela_write_assign(promela_writer *w, const place *target);
void promela_write_value(promela_writer *w, const expr *e);
void promela_write_effect(promela_writer *w, const effect *f);

/* promela_step.c */
void promela_begin_step(promela_writer *w);
void promela_end_step(promela_writer *w, const char *then);
void promela_write_blocks(promela_writer *w);
void promela_write_steps(promela_writer *w);

/* promela_property.c */
void promela_write_stuck(promela_writer *w);
void promela_write_properties(promela_writer *w);
void promela_write_formulas(promela_writer *w);

#endif
