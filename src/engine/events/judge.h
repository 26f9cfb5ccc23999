/* judge.h: is a property violated in a state?
 *
 * A product of sets is bad when some combination of configurations is. */
#ifndef ENGINE_EVENTS_JUDGE_H
#define ENGINE_EVENTS_JUDGE_H

#include "engine/events/post.h"

/* Which configurations make up the bad combination. */
typedef struct verdict_goal {
    property_ref property;
    process_ref process; /* the one whose step is bad; NOBODY: the state itself */
    process_ref partner; /* the receiver, where that step is a rendezvous; NOBODY: the step is no rendezvous */
    key_ref key[PROGRAM_MAX_PROCESSES];   /* wanted of each process; KEY_ANY: any */
    view_ref view[PROGRAM_MAX_PROCESSES]; /* that goes with the key */
    bool empty_words; /* all buffers are empty (deadlock) */
} verdict_goal;

typedef struct judge {
    post *post;
    space *space;
    moves *moves;
    sets *sets;
    bool too_many;         /* a condition has more combinations than are looked at: whether it holds is not known */
    bool *violated;        /* by property: a violation was found before, no other is looked for */
    intern labels;         /* (set, property) */
    VEC(bool) at_label;    /* by the number in `labels`: has the set a key at the property's label? */
    intern observed;       /* final.c: rows of observed locals */
    intern products;       /* and the products of such rows that have been added to the request's finals, by their numbers in `observed` */
    bool meetings_may_fail;
    intern met;            /* (set, set, global): no rendezvous of two processes with these sets fails in this global */
} judge;

void judge_init(judge *j, post *p);
void judge_release(judge *j);

/* Calls `found` for every property that is violated in the state and was not violated before. When `found` returns false the judge stops and returns
 * false. */
bool judge_state(judge *j, const event_state *s, bool (*found)(void *data, const verdict_goal *goal), void *data);

/* judge_deadlock.c: may all processes be stuck with empty buffers, and not all where they may end? The goal then gets a key of each. */
bool judge_is_deadlock(judge *j, const event_state *s, verdict_goal *goal);

/* judge_meet.c: may the program evaluate something that fails when two meet? Does such a rendezvous fail in the state? */
bool judge_meetings_may_fail(const footprints *f);
bool judge_meeting_fails(judge *j, const event_state *s, verdict_goal *goal);

/* True when two processes with these keys and empty buffers can meet. */
bool judge_can_meet(judge *j, key_ref a, key_ref b, global_ref global);

#endif
