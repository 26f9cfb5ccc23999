/* post_internal.h: what post.c, locals.c, post_meet.c and judge_meet.c share. */
#ifndef ENGINE_EVENTS_POST_INTERNAL_H
#define ENGINE_EVENTS_POST_INTERNAL_H

#include "engine/events/post.h"

/* What the steps that lead to one global, create the same process and agree in `syncs` and `left_out` make of the process's set. */
typedef struct group {
    global_ref global;
    key_ref created;
    bool syncs;
    uint32_t left_out;
    moore_ref after;
} group;

/* The pair (word, old key) of a state of the set becomes (word, key), with stores appended, or (empty word, key) after a flush. */
typedef struct relabel {
    uint32_t group, state;
    key_ref key;
    view_ref view;
    uint32_t first_letter, letter_count;
    bool flushes;
} relabel;

typedef struct grouping {
    VEC(group) groups;
    VEC(relabel) entries;
} grouping;

/* locals.c: fills in `after` of every group. */
void locals_group(post *p, moore_ref a, grouping *g);
/* p->next becomes the sets of s, at rest. */
void others_at_rest(post *p, const event_state *s);
/* After an event, which has left `before`, the mover's set is `moved`: keys inside an atomic block go on alone; keys that are at rest, or come to rest, make an ordinary
 * state. p->next holds the sets of the others. */
void tell_moved(post *p, const event *e, global_ref before, process_ref mover, moore_ref moved);

/* post_meet.c: a configuration in which a process may meet another: a state of its set, and a key and the view there. */
typedef struct candidate {
    uint32_t state;
    key_ref key;
    view_ref view;
} candidate;

typedef VEC(candidate) candidate_vec;

void post_candidates(post *p, const event_state *s, process_ref process, bool at_rest, candidate_vec *out);
/* All meetings in which the process sends. */
void post_meetings(post *p, const event_state *s, process_ref sender);

#endif
