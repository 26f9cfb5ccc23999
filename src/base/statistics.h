/* statistics.h: what a search counts. */
#ifndef BASE_STATISTICS_H
#define BASE_STATISTICS_H

#include <stdint.h>

typedef struct statistics {
#define STATISTIC(type, field, shown, meaning) type field;
#include "base/statistics.def"
} statistics;

#endif
