/* moves.h: what one process can do, given its key, its view and those slots of the global that it looks at. */
#ifndef ENGINE_LOCAL_MOVES_H
#define ENGINE_LOCAL_MOVES_H

#include "engine/local/looks.h"
#include "engine/local/space.h"

typedef struct change {
    uint32_t position; /* in a global's row */
    int32_t value;
} change;

typedef struct move {
    key_ref key;             /* afterwards */
    uint32_t edge;            /* NO_EDGE: atomicity is lost, nothing else happens */
    uint32_t first_letter, letter_count; /* stores, in moves.letters */
    uint32_t first_change, change_count; /* of the global, in moves.changes */
    key_ref created;         /* key of a new process; KEY_NONE: none */
    uint32_t shape;           /* afterwards */
    property_ref violated;    /* or NO_PROPERTY */
    bool flushes;             /* all pending stores reach memory (what they change is among the changes) */
    bool syncs;               /* possible only when all buffers are empty */
    uint32_t left_out;        /* of a sync: processes whose buffers need not be, a bit for each position */
    bool ends;                /* a run-time error: nothing comes afterwards */
    bool quiet;               /* nobody else can see the move: the global stays as it is */
} move;

typedef struct move_list {
    uint32_t first, count;
    uint32_t first_read, read_count; /* positions in a global's row that were looked at to find the moves, in moves.reads */
} move_list;

/* A meeting of two processes: one way in which the sender with its key and view can hand something over to the receiver; the
 * keys afterwards and the receiver's stores. */
typedef struct meeting {
    key_ref sender_key, receiver_key;
    uint32_t message;  /* what was handed over: channel and values, interned in `messages` */
    global_ref global;   /* afterwards */
    uint32_t sender_edge, receiver_edge;
    uint32_t first_letter, letter_count; /* of the receiver */
    bool ends;         /* a run-time error */
} meeting;

typedef VEC(meeting) meeting_vec;

/* Lists asked for last, by a hash of what was asked. */
enum { RECENT_LISTS = 256 };
typedef struct recent_list {
    key_ref key;
    view_ref view;
    global_ref global;
    move_list list;
} recent_list;

typedef struct moves {
    space *space;
    intern subjects;          /* (key, view) */
    look_memo known;
    VEC(move_list) lists;     /* by the number that `known` gives */
    recent_list *recent;
    VEC(move) all;
    VEC(letter_ref) letters;
    VEC(change) changes;
    VEC(uint32_t) reads;
    /* of the list under way */
    process_ref process;
    key_ref key;
    view_ref view;
    global_ref global;
    property_ref violated;
    meeting_vec *meetings;
    intern *messages;
} moves;

void moves_init(moves *m, space *s);
void moves_release(moves *m);

/* All moves of the process with this key and view. Their statements count as reached (engine_keep_taken): ask only of what there is in a state, and where the process
 * may move. */
move_list moves_of(moves *m, key_ref key, view_ref view, global_ref global);
/* Notes in `in` what was looked at to find the moves of the list. */
void moves_note(const moves *m, const move_list *list, look_memo *in);

/* The global after the move. */
global_ref move_global(moves *m, const move *v, global_ref global);
/* The global after `change_count` of moves.changes from `first_change` on, with this shape. */
global_ref moves_change(moves *m, global_ref global, uint32_t shape_after, uint32_t first_change, uint32_t change_count);

/* Has the process a send or receive at its node? */
bool moves_may_meet(const moves *m, key_ref key);
void moves_meet(moves *m, intern *messages, key_ref sender_key, view_ref sender_view, key_ref receiver_key, view_ref receiver_view,
                global_ref global, meeting_vec *out);

#endif
