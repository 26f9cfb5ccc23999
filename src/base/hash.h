/* hash.h: hashes of bytes and of numbers. */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

/* xxHash3 of the bytes. The hostile build keeps 6 bits only, so that collisions are tested. */
uint64_t hash_bytes(const void *bytes, size_t length);

/* All 64 bits of the hash in every build: for names of inputs, not for tables. `seed` is the fingerprint of the bytes before these. */
uint64_t hash_fingerprint(uint64_t seed, const void *bytes, size_t length);

/* A well-mixed function of one number; cheap enough for inner loops. */
static inline uint64_t hash_number(uint64_t x)
{
#ifdef TARRY_HOSTILE
    return x << 58; /* 64 different hashes, which differ in the bits that tables look at first */
#else
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93u;
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93u;
    x ^= x >> 32;
    return x;
#endif
}

#endif
