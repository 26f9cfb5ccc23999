/* transitions.h: states with sets of buffer contents, and the transitions between them.
 *
 * A *control* is a global and a key for each process; a *state* is a control and, for each process, a language of buffer contents. Both are rows,
 * interned. A *transition* is a step of a process with a given result (a load with the value that it returns, a store with its letter), a commit of a
 * given letter, a meeting, or a removal: what makes a transition up is the same in all states, so that each transition has a number, which sleep
 * sets are made of. */
#ifndef ENGINE_AUTOMATA_TRANSITIONS_H
#define ENGINE_AUTOMATA_TRANSITIONS_H

#include "engine/automata/language.h"
#include "engine/local/moves.h"
#include "search/state.h"

enum { CONTROL_GLOBAL, CONTROL_KEYS };        /* a control's row */
enum { STATE_CONTROL, STATE_LANGUAGES };      /* a state's row */

typedef struct control_ref {
    uint32_t index;
} control_ref;

typedef struct transition_ref {
    uint32_t index;
} transition_ref;

#define NO_TRANSITION ((transition_ref){UINT32_MAX})

static inline bool control_is(control_ref a, control_ref b)
{
    return a.index == b.index;
}

static inline bool transition_is(transition_ref a, transition_ref b)
{
    return a.index == b.index;
}

typedef enum transition_kind { TRANSITION_STEP, TRANSITION_COMMIT, TRANSITION_MEETING, TRANSITION_END } transition_kind;

typedef struct transition {
    transition_kind kind;
    process_ref process;
    process_ref partner; /* of a meeting: the receiver; NOBODY otherwise */
    letter_ref letter;  /* of a commit */
    move move;        /* of a step */
    meeting meeting;
    bool is_alone;    /* may not be exchanged with any other: creates or removes a process, meets or waits for others, or is part of an atomic block */
} transition;

typedef struct successor {
    transition_ref transition;
    state_ref state;  /* STATE_NONE: after a run-time error */
} successor;

typedef VEC(successor) successor_vec;

typedef struct transitions {
    space *space;
    moves moves;
    languages languages;
    intern controls, states;
    intern known;           /* what makes up a transition */
    VEC(transition) all;    /* by transition_ref */
    intern messages;
    bool ends_matter;       /* the removal of ended processes can be seen: their numbers are used again, their channels go, or they are counted */
    bool **loads;           /* by process type and global element: the process may load the element */
    bool *peeks;            /* by process type: the process reads memory past its buffer */
    VEC(int32_t) row;       /* scratch */
} transitions;

void transitions_init(transitions *t, space *s);
void transitions_release(transitions *t);

/* The first state; false after a run-time error. */
bool transitions_initial(transitions *t, state_ref *state);

/* All transitions of a state. A transition that relates several pairs of sets (a meeting) may appear more than once. */
void transitions_from(transitions *t, state_ref state, successor_vec *out);

/* The number of a transition with this move or meeting. */
transition_ref transition_of_move(transitions *t, process_ref process, key_ref key, const move *m);
transition_ref transition_of_meeting(transitions *t, process_ref sender, process_ref receiver, const meeting *m);
/* The control after the transition, which must not be a run-time error. */
control_ref transition_control(transitions *t, const transition *of, control_ref control);

/* The state with these languages. */
state_ref transitions_state(transitions *t, control_ref control, const moore_ref *contents);

/* True when the transitions a and b may be exchanged in this state, and in all configurations that it stands for. */
bool transitions_commute(transitions *t, state_ref state, transition_ref a, transition_ref b);

/* ---- Reading rows ---- */
static inline control_ref control_of(const transitions *t, state_ref state)
{
    return (control_ref){(uint32_t)intern_get(&t->states, state.index)[STATE_CONTROL]};
}

static inline moore_ref language_of(const transitions *t, state_ref state, process_ref process)
{
    return (moore_ref){(uint32_t)intern_get(&t->states, state.index)[STATE_LANGUAGES + process.index]};
}

static inline global_ref control_global(const transitions *t, control_ref control)
{
    return (global_ref){(uint32_t)intern_get(&t->controls, control.index)[CONTROL_GLOBAL]};
}

static inline key_ref control_key(const transitions *t, control_ref control, process_ref process)
{
    return (key_ref){(uint32_t)intern_get(&t->controls, control.index)[CONTROL_KEYS + process.index]};
}

static inline uint32_t control_processes(const transitions *t, control_ref control)
{
    return intern_length(&t->controls, control.index) - CONTROL_KEYS;
}

static inline uint32_t key_type(const transitions *t, key_ref key)
{
    return (uint32_t)key_get(t->space, key, KEY_TYPE);
}

/* The process inside an atomic block; NOBODY: none. */
process_ref control_holder(const transitions *t, control_ref control);

/* True when the youngest process has ended and may be removed once its buffer is empty, and others can see the removal. */
bool control_may_end(const transitions *t, control_ref control);

#endif
