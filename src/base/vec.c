#include "base/vec.h"

#include <stdint.h>

#include "base/bug.h"
#include "base/limits.h"
#include "base/memory.h"

enum { LARGE = 1 << 20 }; /* bytes: such growth is soon seen in the memory in use */

void *vec_grow(void *data, size_t *capacity, size_t count, size_t element_size)
{
#ifdef TARRY_HOSTILE
    size_t wanted = count;
#else
    size_t wanted = *capacity < 8 ? 8 : *capacity + *capacity / 2;
    if (wanted < count)
        wanted = count;
#endif
    if (wanted > SIZE_MAX / element_size)
        out_of_memory();
    if (wanted * element_size >= LARGE)
        limits_look();
    void *grown = memory_resize(data, wanted * element_size);
    *capacity = wanted;
    return grown;
}

void vec_free_data(void *data)
{
    memory_free(data);
}
