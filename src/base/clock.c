#include "base/clock.h"

double clock_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

struct timespec clock_soon(void)
{
    enum { HUNDREDTH = 10000000, SECOND = 1000000000 }; /* nanoseconds */
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    t.tv_nsec += HUNDREDTH;
    t.tv_sec += t.tv_nsec / SECOND;
    t.tv_nsec %= SECOND;
    return t;
}
