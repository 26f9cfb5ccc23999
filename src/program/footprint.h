/* footprint.h: what a statement, a process type, a program or a property looks at and what it may change.
 *
 * Filled once, by the walk of visit.h, for a program and the list of what is asked about it. Whatever a search or a reduction assumes ("nobody else reads
 * this", "this step cannot fail") is a question to it. Every doubt is settled towards "it does": an index that is no constant may be each one. */
#ifndef PROGRAM_FOOTPRINT_H
#define PROGRAM_FOOTPRINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "program/machine.h"
#include "program/program.h"
#include "program/visit.h"

/* A set of numbers: bits of the limbs first_limb, first_limb + 1, ... All others are not in it. */
typedef struct index_set {
    uint64_t *limbs;
    uint32_t first_limb, limb_count;
} index_set;

static inline bool index_set_has(const index_set *s, uint32_t number)
{
    uint32_t limb = number / 64 - s->first_limb; /* far too large where the number lies below the set's first limb */
    return limb < s->limb_count && s->limbs[limb] >> number % 64 & 1;
}

bool index_set_is_empty(const index_set *s);

typedef struct footprint {
    /* Global elements. */
    index_set loads;    /* read in the own view; also what a locked operation reads */
    index_set peeks;    /* read in memory, past the own buffer; a condition has no other way */
    index_set views;    /* read in the view of another process */
    index_set printed;  /* only shown, to nobody's use */
    index_set stores;   /* relaxed, assigned: through the own buffer, where the element has one */
    index_set writes;   /* written at once: ghosts, and by locked operations */
    index_set pokes;    /* written in memory past the own buffer */
    /* Others, or the process itself from outside. */
    index_set controls; /* nodes (see footprints.first_node) of which is asked whether some process is there */
    index_set remotes;  /* process types whose locals are read from outside */
    index_set missed;   /* those of them whose locals are 0 where there is no such process */
    index_set viewed;   /* process types whose view is taken */
    index_set created;  /* process types of which a process is created */
    bool counts_processes;  /* how many processes there are */
    bool asks_timeout;      /* whether no other step is possible */
    bool looks_at_lengths;  /* of channels; a send or a receive does */
    bool looks_at_messages;
    bool changes_channels;
    bool meets;         /* sends or receives: at a rendezvous channel, together with another */
    bool waits;         /* until the own buffer is empty */
    bool waits_for_all; /* until all buffers are */
    bool waits_for_some; /* until some others are: waits_for_all is true too */
    bool flushes;       /* makes the own buffer empty itself */
    bool has_barrier;   /* keeps own stores before the barrier from those after it */
    bool may_fail;      /* may end in a run-time error, or, as a part of a d_step, lead to one; that there are too many processes is not counted */
    uint16_t faults;    /* a bit 1 << visit_role for each role in which an expression may fail */
} footprint;

/* What is asked: a condition on the whole state, or that two processes are at a label. */
typedef struct footprint_question {
    const expr *condition; /* may be NULL */
    const char *label;     /* may be NULL */
    bool only_at_end;      /* only in final states, in which all buffers are empty */
} footprint_question;

typedef struct footprints {
    arena *memory;
    const program *program;
    const uint32_t *first_node; /* by process type: the number of its node 0 among all nodes */
    footprint **edges;          /* by process type and edge: provided clause, guard, effects, initializers of processes that it creates */
    footprint *types;           /* by process type: all its edges, and its own initializers */
    footprint all;              /* of all types */
    footprint *questions;       /* one for each */
    size_t question_count;
    footprint asked;            /* of all questions */
    footprint asked_before_end; /* of those that are not only_at_end */
    bool asks_buffers;          /* a statement can tell that a store of its process is pending: see emptiness.h */
} footprints;

footprints *footprints_new(const program *p, const footprint_question *questions, size_t question_count);
void footprints_free(footprints *f);

/* True when the element is read or written by the program's own steps in any way. */
static inline bool footprint_accesses(const footprint *f, uint32_t element)
{
    return index_set_has(&f->loads, element) || index_set_has(&f->peeks, element) || index_set_has(&f->views, element) ||
           index_set_has(&f->stores, element) || index_set_has(&f->writes, element) || index_set_has(&f->pokes, element);
}

static inline bool footprint_touches_channels(const footprint *f)
{
    return f->looks_at_lengths || f->looks_at_messages || f->changes_channels;
}

/* True for one who looks at where processes are, what they have, or which there are. */
bool footprint_looks_at_processes(const footprint *f);

static inline bool footprint_asks_at(const footprints *of, const footprint *f, uint32_t type, uint32_t at)
{
    return index_set_has(&f->controls, of->first_node[type] + at);
}

/* True for one who waits for the own buffer to be empty, or empties it. */
static inline bool footprint_drains(const footprint *f)
{
    return f->waits || f->waits_for_all || f->flushes;
}

/* True for one who asks whether a process of the type is at some node. */
bool footprint_asks_where(const footprints *of, const footprint *f, uint32_t type);

/* True when a question can tell whether an ended process has been removed. */
bool footprints_ask_for_the_ended(const footprints *f);
/* True when the program or a question can tell whether an ended process has been removed, or uses its number again. */
bool footprints_deaths_matter(const footprints *f);

/* ---- failure.c ----
 * False when no run can end in a run-time error: no step of a process that may exist can fail, and so many as could ever be created there may be. */
bool footprints_may_fail(const footprints *f);
/* No run has more processes than this, the first number counted in; more than PROGRAM_MAX_PROCESSES: there is no such limit. */
uint32_t footprints_most_processes(const footprints *f);

/* ---- private.c: what needs no buffer ----
 * Sets out[e] for each global element e (program.global_count of them) that is relaxed, but that at most one process ever
 * accesses in every run: its stores may go to memory at once without changing any verdict on the other locations. What a question looks at before the end is
 * not treated so. None is set where program.buffers_all, where a statement asks whether a store is pending (asks_buffers), nor where the machine's buffers have a bound, since every store takes room. */
void footprints_find_private(const footprints *f, machine on, bool *out);

#endif
