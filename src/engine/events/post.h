/* post.h: states of the events engine and what one event makes of them.
 *
 * A state is a global and, for each process, a set of local configurations; it stands for their product. In an ordinary state every set is closed under
 * quiet steps. In a state with a holder one process is inside an atomic block: its set has keys inside the block only, those of the others
 * are at rest and wait. */
#ifndef ENGINE_EVENTS_POST_H
#define ENGINE_EVENTS_POST_H

#include "engine/events/sets.h"
#include "program/watch.h"

typedef enum event_kind {
    EVENT_START,
    EVENT_COMMIT,
    EVENT_STEP,
    EVENT_SYNC,
    EVENT_MEETING,
    EVENT_END,
    EVENT_CLAIM /* the automaton of a temporal property moves alone (explore.h) */
} event_kind;

typedef struct event {
    event_kind kind;
    process_ref process; /* EVERYBODY: of a sync that any number of processes take at once */
    process_ref partner; /* the receiver of a meeting */
    letter_ref letter;  /* of a commit */
    uint32_t message; /* of a meeting */
    key_ref created; /* key of a process that a step created; KEY_NONE: none */
    uint32_t syncs;   /* number of common syncs that follow at once */
    uint32_t left_out; /* of a sync: processes that it does not wait for, a bit for each position */
    bool in_d_step;   /* the process is inside a d_step since the event: see post.parts_d_steps */
    global_ref then;  /* the global that it leads to; where there is an automaton (explore.h), with that as before; and with what others would read (post.views) as before */
} event;

#define NO_HOLDER ((process_ref){NOBODY})
#define EVERYBODY ((process_ref){NOBODY})

#define EVENT_SYNC_ALL ((event){.kind = EVENT_SYNC, .process = EVERYBODY, .created = KEY_NONE})

typedef struct event_state {
    global_ref global;
    process_ref holder;
    uint32_t process_count;
    moore_ref *sets; /* one a process */
} event_state;

typedef VEC(moore_ref) set_vec;

/* An event of one process alone, and what the event does to the process's set and to the global. */
typedef struct local_event {
    event_kind kind;  /* EVENT_STEP, EVENT_SYNC or EVENT_COMMIT */
    bool is_plain;    /* no sync, no creation, and nothing of `after` is inside an atomic block */
    uint32_t left_out; /* see event */
    letter_ref letter; /* the same */
    key_ref created; /* the same */
    uint32_t shape;   /* of the global afterwards */
    uint32_t first_change, change_count; /* in moves.changes: the slots that change */
    uint64_t mask;    /* of the positions of the slots that change, see look_bit */
    moore_ref after;  /* not closed */
} local_event;

enum { NOT_WORKED_OUT = UINT32_MAX };

/* What a process with a set can do, whatever the others have. */
typedef struct local {
    uint32_t first, step_count, commit_count; /* in post.events; `first` may be NOT_WORKED_OUT */
    uint64_t mask;     /* of the slots that the events, and whether the set is closed, depend on */
    bool at_rest;      /* no key is inside an atomic block */
    bool may_meet;
    bool is_bad;       /* some step violates a property */
    bool may_be_stuck; /* a key has no step, at rest and with nothing pending */
} local;

typedef struct post {
    space *space;
    moves *moves;
    sets *sets;
    intern messages;
    bool deaths_are_seen; /* a property asks how many processes there are, or whether one is where it has ended */
    bool deaths_matter;   /* they are seen; or processes are created, so that their numbers are used again; or some have channels of their own, which go with them */
    bool **may_create;    /* by type and node: a creation may follow */
    set_vec next;         /* sets of the state being made */
    bool has_syncs;       /* some statement is a sync */
    bool parts_d_steps;   /* after an event inside a d_step there is one state for as long as the process stays in that d_step, and another for when it has left it */
    look_memo known;      /* by set */
    VEC(local) locals;    /* by the number that `known` gives to a set and what it looks at */
    VEC(local_event) events;
    VEC(local) now;       /* of each process in the state that successors are made of */
    set_vec synced;       /* scratch: the sets of `next` after a sync */
    const watched_view *views; /* ghosts that hold what a process would read */
    uint32_t view_count;
    /* Called for each successor, whose sets it must copy to keep. When it returns false no more successors are made. */
    bool (*found)(void *data, const event *e, const event_state *s);
    void *data;
    const uint8_t *twin;  /* by process: one before it that can change places with it without changing the state, whose events stand for its own; itself: none. NULL: not known */
    bool stopped;
} post;

void post_init(post *p, space *sp, moves *m, sets *s);
void post_release(post *p);

/* Is the move a sync that is taken together with the syncs of others? Then its process is not inside an atomic block, before or after. */
bool post_is_common_sync(const sets *s, key_ref key, const move *v);

/* Does memory change where the ghost holds what a process would read, and by another process, so that the ghost changes too where nothing is pending? */
bool post_changes_view(const post *p, const watched_view *v, process_ref mover, global_ref before, global_ref after);
/* Do the ghosts of a process with this view have in `after` what it would read, once another has changed `before` to it? */
bool post_has_views(const post *p, process_ref process, uint32_t type, view_ref view, global_ref before, global_ref after);

/* locals.c: what the set leads to in this global; locals_look leaves out the events, which may be many. */
local locals_of(post *p, moore_ref a, global_ref global);
local locals_look(post *p, moore_ref a, global_ref global);

/* Makes the first state; false after a run-time error in an initial value. */
bool post_initial(post *p);
/* Makes all successors of s. */
void post_all(post *p, const event_state *s);

#endif
