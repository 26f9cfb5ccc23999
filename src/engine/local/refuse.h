/* refuse.h: which programs cannot be taken one process at a time. */
#ifndef ENGINE_LOCAL_REFUSE_H
#define ENGINE_LOCAL_REFUSE_H

#include "program/footprint.h"

/* Why the program cannot be taken one process at a time; NULL when it can. */
const char *local_refuse(const footprints *f);

#endif
