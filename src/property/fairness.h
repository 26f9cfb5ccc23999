/* fairness.h: which infinite runs count when a temporal property is checked. */
#ifndef PROPERTY_FAIRNESS_H
#define PROPERTY_FAIRNESS_H

#include <stdbool.h>

typedef enum fairness {
    FAIRNESS_ALL,     /* process and memory */
    FAIRNESS_NONE,    /* every run */
    FAIRNESS_PROCESS, /* weak: a process that can take a step from some moment on takes one */
    FAIRNESS_MEMORY,  /* every store is committed in the end: for each process and location, infinitely often none is pending or one is committed */
    FAIRNESS_MMLIB,   /* process, and one memory process for all buffers: where some store is always pending, some store is committed again and again */
    FAIRNESS_STRONG   /* what can be reached again and again is reached again and again */
} fairness;

/* "all", "none", ... */
const char *fairness_name(fairness kind);
/* False where there is none of that name. */
bool fairness_find(const char *name, fairness *out);
/* What the verdict assumes, for people: "every process and every store gets its turn". */
const char *fairness_text(fairness kind);

#endif
