/* hitting.h: cheapest sets that meet conditions.
 *
 * A condition is a clause over the elements: at least one of those in `wanted` is in the set, or at least one of those in `unwanted` is not. */
#ifndef REPAIR_HITTING_H
#define REPAIR_HITTING_H

#include <stdbool.h>
#include <stdint.h>

typedef struct hitting hitting;

/* Sets of the elements 0..count-1, each of which costs something. */
hitting *hitting_new(uint32_t count, const uint32_t *cost);
void hitting_free(hitting *h);

/* Both are flags by element. */
void hitting_add(hitting *h, const bool *wanted, const bool *unwanted);

typedef enum hitting_result { HITTING_FOUND, HITTING_NONE, HITTING_FAILED } hitting_result;

/* The flags of a cheapest set that meets all conditions; NONE: no set does. */
hitting_result hitting_cheapest(hitting *h, bool *out);

#endif
