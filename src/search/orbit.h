/* orbit.h: which state stands for all that permutations of alike processes make of one.
 *
 * Processes get colours, which no permutation changes: what they have and, by the colours of these, whom they name. Where colours tell all processes apart
 * their order is the permutation; where they do not, permutations are tried, up to a number. A search that sees two states of an orbit as different is still right. */
#ifndef SEARCH_ORBIT_H
#define SEARCH_ORBIT_H

#include "program/symmetry.h"

typedef struct orbit {
    const symmetry *symmetry;
    bool exact;         /* processes of one colour can change places without changing the state */
    /* Adds to `fresh`, by position, what the state says of each process; others are known by their old colours. */
    void (*colour)(void *data, const uint64_t *old, uint64_t *fresh);
    /* Does the permutation leave the state as it is? */
    bool (*is_fixed)(void *data, const uint8_t *to);
    /* Takes what the permutation makes of the state, unless what it has taken before is smaller. */
    void (*offer)(void *data, const uint8_t *to);
    void *data;
    uint32_t offered;   /* so far */
} orbit;

/* Offers permutations, at least one. */
void orbit_search(orbit *o);

/* Sets twin[p] for each position: the first with which p can change places without changing the state; p where there is none before it. */
void orbit_twins(orbit *o, uint8_t *twin);

/* A well-mixed number of two. */
static inline uint64_t orbit_mix(uint64_t a, uint64_t b)
{
    uint64_t x = (a ^ (b + 0x9e3779b97f4a7c15u + (a << 6) + (a >> 2))) * 0xd6e8feb86659fd93u;
    return x ^ x >> 32;
}

/* A value as whoever has it sees it: himself, another, by his colour, or a plain value. */
static inline uint64_t orbit_value(const symmetry *s, number_kind kind, const uint64_t *colours, uint32_t self, int32_t value)
{
    int64_t at = (int64_t)value - kind.base;
    if (!kind.groups || at < 0 || at >= (int64_t)s->program->start.count || s->group_of[at] >= SYMMETRY_MAX_GROUPS || !(kind.groups >> s->group_of[at] & 1))
        return orbit_mix(1, (uint32_t)value);
    return (uint32_t)at == self ? 2 : orbit_mix(3, colours[at]);
}

/* The process that the value names; UINT32_MAX: none. */
static inline uint32_t orbit_named(const symmetry *s, number_kind kind, int32_t value)
{
    int64_t at = (int64_t)value - kind.base;
    bool names = kind.groups && at >= 0 && at < (int64_t)s->program->start.count && s->group_of[at] < SYMMETRY_MAX_GROUPS && (kind.groups >> s->group_of[at] & 1);
    return names ? (uint32_t)at : UINT32_MAX;
}

/* A row of slots and their kinds: what it says of the processes whose slots these are, and of those it names. `salt` tells the row from others. */
void orbit_colour_row(const symmetry *s, const cell_kind *cells, const int32_t *row, uint32_t count, uint64_t salt, const uint64_t *old, uint64_t *fresh);

/* The messages of all buffered channels; slots are their lengths and contents, one channel after the other. */
void orbit_colour_channels(const symmetry *s, const int32_t *slots, const uint64_t *old, uint64_t *fresh);
/* The same slots after a permutation. */
void orbit_move_channels(const symmetry *s, const int32_t *slots, const uint8_t *to, int32_t *out);

#endif
