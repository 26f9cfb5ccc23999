/* share.h: files that wait for a child process, one after the other, as long as its parent does not take back those that it has not begun. */
#ifndef CLI_SHARE_H
#define CLI_SHARE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct share share; /* in memory that both have */

share *share_new(uint32_t count);
void share_free(share *s);

/* The child begins the next one, whose number is in *which; false: none is left. */
bool share_begin(share *s, uint32_t *which);

/* How many the child has begun. */
uint32_t share_begun(const share *s);

/* Leaves no more than those: how many. */
uint32_t share_cut(share *s);

#endif
