#include "base/hash.h"

#define XXH_INLINE_ALL /* rows are short: the call would cost more than the hash */
#include <xxhash.h>

uint64_t hash_bytes(const void *bytes, size_t length)
{
    uint64_t h = XXH3_64bits(bytes, length);
#ifdef TARRY_HOSTILE
    h <<= 58;
#endif
    return h;
}

uint64_t hash_fingerprint(uint64_t seed, const void *bytes, size_t length)
{
    return XXH3_64bits_withSeed(bytes, length, seed);
}
