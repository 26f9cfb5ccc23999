/* cycle.h: cycles of relations between accesses to memory, the shapes that litmus tests come from.
 *
 * A cycle is a list of edges; edge i leads from event i to event i + 1, the last one back to event 0. An external edge (Rfe, Fre, Coe) joins two
 * threads, any other edge stays in its thread. A cycle starts where a thread starts. The shape of a thread is the direction of its first and of its
 * last event; the shapes of all threads determine the external edges between the threads, so they name a family. Where no edge leads to another
 * location, the cycle is a test of coherence: no run takes such a cycle under any memory model that we have. After Alglave, Maranget, Sarkar and
 * Sewell, "Fences in weak memory models" (CAV 2010). */
#ifndef LITMUS_CYCLE_H
#define LITMUS_CYCLE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"
#include "base/vec.h"

enum { CYCLE_MAX_EDGES = 32, CYCLE_MAX_THREADS = 8, CYCLE_MAX_COHERENCE = 10 /* edges at one location */ };

typedef enum direction { READ, WRITE } direction;

/* What stands between the two events of an edge, or joins them. */
typedef enum edge_means { MEANS_NOTHING, MEANS_MFENCE, MEANS_SFENCE, MEANS_LOCKED_SOURCE, MEANS_LOCKED_TARGET, MEANS_ONE_INSTRUCTION } edge_means;

typedef struct edge {
    const char *name;   /* "PodWR" */
    const char *suffix; /* in the name of a test: "po"; NULL: external */
    direction from, to;
    bool same_location;
    edge_means means;
} edge;

/* Ends with an entry without a name. */
extern const edge edge_table[];

typedef struct cycle {
    const edge *edges[CYCLE_MAX_EDGES];
    uint32_t count;
} cycle;

bool edge_is_external(const edge *e);
/* The external edge between two directions; NULL: there is none from a read to a read. */
const edge *edge_between(direction from, direction to);

/* True when all events of the cycle are at one location. */
bool cycle_stays(const cycle *c);

/* Reads edges, separated by blanks. False with a sentence in `error` where the edges are no cycle that a test can be made of. */
bool cycle_parse(cycle *c, const char *text, strbuf *error);
/* The second half of cycle_parse: checks the cycle and turns it so that it starts with the thread that its name starts with. */
bool cycle_check(cycle *c, strbuf *error);
/* The cycle's name as the field has it: SB+mfence+po, WRC+mfences, W+RW+WW+RR+po+po+mfence, CoRR, MP+poss. */
void cycle_name(const cycle *c, strbuf *out);
/* The shapes of the cycle's threads: WR+WR. */
void cycle_shapes(const cycle *c, strbuf *out);
/* "PodWR Fre PodWR Fre" */
void cycle_edges(const cycle *c, strbuf *out);

/* ---- write.c ---- */
/* True when there are registers and names of locations enough for the test; cycle_check asks this. */
bool cycle_fits(const cycle *c, strbuf *error);
/* The whole litmus test as text. */
void cycle_write(const cycle *c, strbuf *out);

/* ---- coherence.c ---- */
/* An instruction at the one location of a test. */
typedef struct access {
    uint32_t thread;
    bool reads, writes;
    int32_t value; /* written */
} access;

/* What each access that reads got, then the last value of the location, then zeros. */
typedef struct final_values {
    int32_t values[CYCLE_MAX_COHERENCE + 1];
} final_values;
typedef VEC(final_values) final_values_list;

/* Every final state of these accesses, sorted. The accesses of a thread stand together in `accesses`, in the thread's order. */
void coherence_states(const access *accesses, uint32_t count, final_values_list *out);

/* ---- family.c ---- */
/* The name that the field has for these shapes; the shapes themselves where it has no name. */
void family_name(const char *shapes, bool one_location, strbuf *out);

typedef enum family_kind { FAMILIES_NAMED, FAMILIES_SMALL /* of several locations, and not thousands of tests */, FAMILIES_OF_COHERENCE } family_kind;
/* The names of the families, separated by commas. Families of coherence are meant at one location. */
void family_list(family_kind kind, strbuf *out);

typedef struct family_choice {
    const char *edges;  /* suffixes, separated by commas: which edges to use */
    bool one_location;  /* po, mfence, ... stand for the edges that stay at the location */
    uint32_t length;    /* edges in a thread, at most; Rfi and edges within one instruction do not count */
    void (*each)(const cycle *c, void *data);
    void *data;
} family_choice;

/* False with a sentence in `error` where the name or an edge is unknown. */
bool family_check(const char *name, const family_choice *choice, strbuf *error);
/* Every test of a family, once. The name and the edges have been checked. */
void family_generate(const char *name, const family_choice *choice);

#endif
