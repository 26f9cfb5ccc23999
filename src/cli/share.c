#include "cli/share.h"

#include <stdatomic.h>
#include <stddef.h>
#include <sys/mman.h>

#include "base/bug.h"

struct share {
    _Atomic uint64_t range; /* begun in the lower half, the end in the upper one: they change together */
};

share *share_new(uint32_t count)
{
    share *s = mmap(NULL, sizeof *s, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (s == MAP_FAILED)
        out_of_memory();
    atomic_init(&s->range, (uint64_t)count << 32);
    return s;
}

void share_free(share *s)
{
    munmap(s, sizeof *s);
}

bool share_begin(share *s, uint32_t *which)
{
    uint64_t range = atomic_load(&s->range);
    do {
        *which = (uint32_t)range;
        if (*which == range >> 32)
            return false;
    } while (!atomic_compare_exchange_weak(&s->range, &range, range + 1));
    return true;
}

uint32_t share_begun(const share *s)
{
    return (uint32_t)atomic_load(&s->range);
}

uint32_t share_cut(share *s)
{
    uint64_t range = atomic_load(&s->range);
    while (!atomic_compare_exchange_weak(&s->range, &range, (range & UINT32_MAX) << 32 | (range & UINT32_MAX)))
        continue;
    return (uint32_t)range;
}
