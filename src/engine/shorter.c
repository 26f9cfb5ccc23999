/* shorter.c: a shorter run to a violation that is known.
 *
 * A depth-first search finds an error soon, but by a long way; one with small buffers has to commit early; and a way with few events may have many steps. A
 * breadth-first search has the shortest run, but often too many states. Two processes, or three, are enough for most errors: so it is made with few of those that
 * take part in the known run first, while the others do nothing. That gives runs of the whole program: nobody has to move. Only an end
 * of all is not seen so. */
#include "engine/shorter.h"

#include "base/clock.h"
#include "engine/explicit/explicit.h"

enum {
    MOST_POSITIONS = 64,
    ENOUGH_STORES = 8,
    FIRST_STATES = 20000, MORE = 10, /* limits on states: the first, and how they grow */
    MANY_STEPS = 200,                /* that nobody reads: then a search may take many states, and more the longer the run is */
    MANY_STATES = 2000000, STATES_A_STEP = 300, MOST_STATES = 20000000
};

typedef struct shortening {
    bounded_search search;
    bool is_own;        /* the bound on buffers is ours to choose */
    bool is_end;        /* the violation is an end of all */
    uint32_t bound;     /* of the known run */
    uint64_t creators;  /* 1 << position: processes that have to move since they create others */
    uint32_t others[MOST_POSITIONS], count; /* positions of those that move in the known run, the one that ends it first */
    engine_result *result;
} shortening;

/* Processes of the start that may create others are taken to do so. */
static uint64_t creators_of(const engine_request *request)
{
    uint64_t found = 0;
    const program *p = request->program;
    for (uint32_t i = 0; i < p->start.count && i < MOST_POSITIONS; i++)
        if (!index_set_is_empty(&request->footprints->types[p->start.data[i]].created))
            found |= 1ull << i;
    return found;
}

static void find_movers(shortening *k, const run *known)
{
    uint64_t moving = k->creators;
    for (size_t i = known->count; i-- > 0;) {
        uint32_t position = known->data[i].process;
        if (position >= MOST_POSITIONS || (moving >> position & 1))
            continue;
        moving |= 1ull << position;
        k->others[k->count++] = position;
    }
}

/* Breadth first, with all processes. Runs are shortest where buffers have room; a search with little room has fewer states. */
static bool look_among_all(shortening *k, uint64_t states, uint32_t room)
{
    k->search.still = 0;
    k->search.on.buffer = k->is_own ? room : k->bound;
    return explicit_shorten(&k->search, states, k->result);
}

/* Among two or three of those that move. One store in a buffer is enough for most errors. */
static bool look_among_few(shortening *k, uint64_t states, uint32_t a, uint32_t b, uint32_t c)
{
    k->search.still = ~(k->creators | 1ull << k->others[a] | 1ull << k->others[b] | 1ull << k->others[c]);
    k->search.on.buffer = k->is_own ? 1 : k->bound;
    return explicit_shorten(&k->search, states, k->result);
}

/* All sets of two, then of three, while states are few; otherwise the first of each, since processes are often alike. */
static bool look_among_sets(shortening *k, uint64_t states)
{
    uint32_t most = states <= FIRST_STATES ? k->count : 3;
    bool found = false;
    if (k->is_end)
        return false;
    for (uint32_t b = 1; b < (most < k->count ? 2 : k->count) && !found; b++)
        for (uint32_t a = 0; a < b && !found; a++)
            found = look_among_few(k, states, a, b, b);
    for (uint32_t c = 2; c < (most < k->count ? most : k->count) && !found; c++)
        for (uint32_t b = 1; b < c && !found; b++)
            for (uint32_t a = 0; a < b && !found; a++)
                found = look_among_few(k, states, a, b, c);
    return found;
}

/* How many states a search for a shorter run than one of that many steps may take, where `states` were thought enough. */
static uint64_t worth(size_t steps, uint64_t states)
{
    uint64_t by_length = (uint64_t)steps * STATES_A_STEP;
    if (steps <= MANY_STEPS)
        return states < MANY_STATES ? states : MANY_STATES;
    return by_length < MANY_STATES ? MANY_STATES : by_length < MOST_STATES ? by_length : MOST_STATES;
}

void shorter_run(const engine_request *request, uint32_t bound, uint64_t states, engine_result *result)
{
    const violation *known = &result->violations.data[0];
    property_kind kind = property_at(request->properties, known->property)->kind;
    shortening k = {.search = {.request = request, .on = request->machine, .unbuffered = result->unbuffered, .start = clock_seconds()},
                    .is_own = !request->machine.buffer && !machine_traits(request->machine)->overwrites,
                    .is_end = kind == PROPERTY_DEADLOCK || kind == PROPERTY_FINAL, .bound = bound, .creators = creators_of(request), .result = result};
    uint32_t room = bound < ENOUGH_STORES ? ENOUGH_STORES : bound;
    states = worth(known->steps.count, states);
    find_movers(&k, &known->steps);
    uint64_t limit = states < FIRST_STATES ? states : FIRST_STATES;
    bool found = look_among_all(&k, limit, room) || look_among_sets(&k, limit);
    while (!found && limit < states) {
        limit = limit * MORE < states ? limit * MORE : states;
        found = look_among_sets(&k, limit) || look_among_all(&k, limit, room);
    }
    if (!found && k.is_own)
        look_among_all(&k, limit, 1);
}
