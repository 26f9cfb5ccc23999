/* clock.h: time that only goes forward. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <time.h>

/* Seconds since some fixed moment. */
double clock_seconds(void);

/* A hundredth of a second from now, as pthread_cond_timedwait wants it: so long may somebody wait who has something to look at. */
struct timespec clock_soon(void);

#endif
