/* rounds_internal.h: what rounds.c (the closure) and rounds_leads.c (its steps) share. */
#ifndef ENGINE_EVENTS_ROUNDS_INTERNAL_H
#define ENGINE_EVENTS_ROUNDS_INTERNAL_H

#include "engine/events/rounds.h"
#include "engine/events/subset.h"

/* What a subset holds: states of the old automaton, and keys, each with its phase and what is in flight; interned as rows. An old state has MOVED once
 * something has happened since the start: then only keys at rest count. A key is INSIDE an atomic block since an event of its own: others can have
 * seen nothing of that event before the key comes to rest, so until then the key is no part of an ordinary state. */
typedef enum spot_kind { SPOT_KEY, SPOT_INSIDE, SPOT_OLD, SPOT_OLD_MOVED } spot_kind;

typedef struct spot {
    spot_kind kind;
    uint32_t number, phase, flight;
} spot;

/* What a spot of a key is about; the number of others is a state. */
static inline key_ref spot_key(spot a)
{
    return (key_ref){a.number};
}

/* Where a spot leads, silently or with a letter that goes into the word. */
typedef struct lead {
    letter_ref letter; /* SILENT: none; LANDS: all that is pending reaches memory */
    uint32_t spot;
} lead;

#define SILENT ((letter_ref){UINT32_MAX})
#define LANDS ((letter_ref){UINT32_MAX - 1})

typedef struct lead_list {
    uint32_t first, count;
} lead_list;

/* What has been worked out for words with one view: by spot, 1 + the number of its list. */
typedef struct view_leads {
    view_ref view;
    number_vec lists;
} view_leads;

typedef struct rounding {
    sets *s;
    intern *messages;
    moore_ref from;
    process_ref process;
    uint32_t type;
    phase_vec loop;       /* without the phases that make no difference to the process */
    VEC(uint32_t) commits_before; /* of each phase: how many of `commits` come before it */
    letter_vec commits;   /* letters that the process itself commits in the loop */
    bool has_supply;
    intern spots;
    intern flights;       /* rows of letters, oldest first */
    VEC(view_leads) known; /* one a view */
    VEC(lead_list) lists;  /* where a spot leads with a view; numbered as in view_leads */
    VEC(lead) leads;
    VEC(uint32_t) seen;   /* by spot: the last subset that it was added to */
    uint32_t subset;      /* the number of subsets that have been made */
    number_vec letters;   /* that the subset under way goes on with */
    VEC(lead) onwards;    /* where these letters lead */
    number_vec landed;    /* spots of keys after a flush, with the empty word */
    meeting_vec meetings;
} rounding;

/* Of a flight: nothing is older than the word; or there is a supply, see rounds_find_supply. */
enum { NOTHING_FLIES = 0, SUPPLY_LAST = UINT32_MAX - 2, SUPPLY_MORE = UINT32_MAX - 1 };

uint32_t spot_number(rounding *r, spot a);
spot spot_get(const rounding *r, uint32_t number);

/* Going round with own commits, of the letters c, takes words from the front while stores are made at the back. Where the set has, for each of its
 * pairs (key, w), another pair from which committing c leads to (key, w), then by induction it has for each number n a pair from which committing c n
 * times leads to (key, w). Starting with that pair the process can go round n times, with w as if nothing had been committed. The *supply* is what the
 * process has pending before w: the LAST c, of which some letters are left, or MORE than one. In the first phase MORE may turn into the LAST. */
void rounds_find_supply(rounding *r);

/* Where the spot leads with a word of this view. */
lead_list rounds_leads(rounding *r, uint32_t number, size_t view_place);
/* The index of a view in r->known. */
size_t rounds_view_place(rounding *r, view_ref view);

#endif
