/* exempt.h: relaxed elements that the states of a certificate keep out of the store buffers.
 *
 * The search may leave out what one process alone uses: there it makes no difference whether a store waits. The checker of certificates believes nothing of
 * that. While it takes its steps with such stores reaching memory at once, it notes who uses each such element and how, and rejects the certificate unless this is
 * harmless. Then every run of the machine whose buffers take all stores is one of the machine without these elements when their commits are left out and
 * memory has at once what their only user sees:
 *  - an element is used by processes of one type only, by ordinary loads and stores or with the buffer drained, and no property looks at it but in
 *    final states, where all buffers are empty;
 *  - there are never two processes of such a type at once (one that ends has an empty buffer, so that the next one finds its stores in memory);
 *  - no statement of such a type finds out that the buffer is not empty. */
#ifndef TRACE_EXEMPT_H
#define TRACE_EXEMPT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/strbuf.h"
#include "program/program.h"

typedef struct exempt {
    const program *program;
    bool *elements;   /* by global element: is it exempt? */
    uint32_t *user;   /* by global element: the type of the processes that have used it; or EXEMPT_UNUSED, EXEMPT_SHARED */
    bool *several;    /* by type: two of its processes existed together */
    bool is_final;    /* properties are being judged in final states */
} exempt;

enum { EXEMPT_UNUSED = UINT32_MAX, EXEMPT_SHARED = UINT32_MAX - 1 };
enum { EXEMPT_PROPERTY = UINT32_MAX }; /* in place of a type: a property looks */

/* Nothing is exempt yet. */
void exempt_init(exempt *x, const program *p, arena *memory);
/* A process of the type uses the element; not `buffered`: it looks at or writes memory itself while stores may wait. */
void exempt_note_use(exempt *x, uint32_t element, uint32_t type, bool buffered);
/* `count` processes of the type exist together. */
void exempt_note_processes(exempt *x, uint32_t type, uint32_t count);
/* True when, by all that was noted, leaving the elements out is harmless; otherwise `why` gets a sentence. */
bool exempt_is_harmless(const exempt *x, strbuf *why);

#endif
