/* machine.h: the machine that a program runs on: its memory model, told by traits, and the size of its store buffers. */
#ifndef PROGRAM_MACHINE_H
#define PROGRAM_MACHINE_H

#include <stdbool.h>
#include <stdint.h>

typedef enum memory_kind {
#define MEMORY(kind, ...) MEMORY_##kind,
#include "program/memory.def"
    MEMORY_KINDS
} memory_kind;

/* What is asked of a memory model outside src/memory. */
typedef struct memory_traits {
    const char *name, *title; /* "tso", "TSO" */
    memory_kind exact;        /* the model that an answer is about: itself, or the one that it approximates (docs/pimp.md) */
    bool has_buffers;
    bool per_location;        /* a process has a buffer for each location */
    bool one_a_location;      /* a buffer keeps at most one store to a location */
    bool overwrites;          /* a store to a location where an own one is pending takes its place: a buffer never holds more than one */
    bool value_sets;          /* what is pending at a location is a set of values, of which a load sees any */
    bool adds_runs, loses_runs; /* of an approximation: has runs that the exact model lacks; lacks runs that the exact model has */
} memory_traits;

const memory_traits *memory_traits_of(memory_kind kind);
bool memory_kind_find(const char *name, memory_kind *out);

bool memory_is_approximation(memory_kind kind);

typedef struct machine {
    memory_kind memory;
    uint32_t buffer;         /* stores that one buffer holds (TSO: a process's; PSO: a process's for one location); 0: unbounded */
    bool overflow_is_error;  /* a store to a full buffer is an error; otherwise it blocks */
} machine;

/* The traits of the machine's memory model. */
static inline const memory_traits *machine_traits(machine on)
{
    return memory_traits_of(on.memory);
}

#endif
