/* certificate_internal.h: what the files of the checker of certificates share.
 *
 * Rows of the text are read through proof_at alone, which fails where there is none. */
#ifndef TRACE_CERTIFICATE_INTERNAL_H
#define TRACE_CERTIFICATE_INTERNAL_H

#include "base/intern.h"
#include "program/symmetry.h"
#include "property/safety.h"
#include "trace/certificate.h"
#include "trace/replay.h"

/* The tables of the text (docs/certificates.md), then our own. A row is named by its number, from 0; from POINTS on the number also stands in front of the row. */
enum { KEYS, LETTERS, GLOBALS, POINTS, EDGES, STATES, TEXT_TABLES };
enum { VIEWS = TEXT_TABLES, WALKS, TABLES }; /* of each element: is a store pending, and the youngest value; (point, point, letter) */
enum { KEY_NODE, KEY_HOLD, KEY_LOCALS };
enum { LETTER_ELEMENT, LETTER_VALUE, LETTER_END }; /* the element after the last one: a barrier */
enum { NOTHING = -1 }; /* no row; a point without keys and edges */
enum { NO_VIEW = 0 };  /* nothing is pending */

/* A process with a key, and any word that leads to one of some points of its set and gives it the view. */
typedef struct stance {
    uint32_t process;
    int32_t key, view;
    uint32_t spots;   /* the first of them in `spots` */
    bool able;        /* some step is possible for the process alone, be it one into an error */
    bool stuck, ends; /* nothing is pending, and no statement is possible for the process alone; the process may be removed */
    bool meets;       /* some rendezvous with a stance of another process is possible */
} stance;

enum { NO_SPOT = UINT32_MAX };
typedef struct spot {
    int32_t point;
    uint32_t next; /* of the same stance; NO_SPOT: none */
} spot;

/* What a step makes of the words and keys of one process. */
typedef struct part {
    uint32_t process;
    int32_t set;        /* where the words started; NOTHING: the process is new */
    int32_t key, view;  /* those of one stance; NOTHING: all that are at rest */
    uint32_t spots;     /* the points of that stance */
    bool held_too;      /* all, at rest or not */
    bool empty;         /* of these only the empty word */
    bool flushes;       /* all pending stores reach memory */
    int32_t gone;       /* this store has left the words; NOTHING: none */
    int32_t new_key;    /* in place of the old; NOTHING: the key stays */
    size_t added, end;  /* these letters (in `letters`) follow the words */
} part;

typedef struct global {
    bool is_reached;  /* by some step */
    replay_state now; /* when the step had been taken; what the processes are doing is of no account */
} global;

/* A state of the text. */
typedef struct state_place {
    int32_t global;
    uint32_t first; /* where it starts in the row */
} state_place;

struct runs;

typedef VEC(int32_t) global_list;

typedef struct proof_check {
    replay r;               /* takes the steps, */
    exempt exempt;          /* and notes who uses what is kept out of the buffers */
    const property_list *properties;
    footprints *footprints; /* of the program and these */
    struct runs *runs;      /* of a proof about infinite runs; NULL: it is one about states */
    const symmetry *alike;  /* processes that the proof takes for alike; NULL: none */
    bool is_sorted;
    intern classes;         /* what no permutation changes of a global; */
    VEC(global_list) members; /* by its number: the globals of the text with that */
    intern renamings;       /* (set, type, what becomes of each process); */
    VEC(int32_t) renamed;   /* by its number: the set then */
    intern tables[TABLES];
    VEC(intern) walks;      /* by number in WALKS: (point, point, phase) */
    global *globals;        /* those of the text; steps may lead to others */
    size_t global_count;
    VEC(int32_t) reached;   /* globals, in that order */
    state_place here;       /* the state being checked, */
    uint32_t count;         /* the number of its processes, */
    bool rests[PROGRAM_MAX_PROCESSES]; /* which of them may be at rest, */
    VEC(stance) stances;    /* and where they may be, by process */
    VEC(spot) spots;
    VEC(part) parts;        /* the image of a step, a part for each process */
    VEC(int32_t) letters, row;
    VEC(uint32_t) choices;
    const certificate_watch *watch; /* NULL: nobody looks */
    const step *taken;      /* for those who do: what is being done, */
    int32_t value;          /* and what a commit writes */
    strbuf *message;
    bool failed;
} proof_check;

/* ---- certificate_sets.c: rows, words and images ---- */
void proof_fail(proof_check *k, const char *what, const char *more);
uint32_t proof_length(const proof_check *k, int table, int32_t row);
int32_t proof_at(proof_check *k, int table, int32_t row, uint32_t column);
int32_t proof_number(intern *rows, int32_t a, int32_t b, int32_t c);
void proof_add(proof_check *k, const int32_t *values, size_t count);
/* The number of the row that has been added since. */
int32_t proof_number_row(proof_check *k, intern *rows);
int32_t proof_key_now(proof_check *k, uint32_t process);
int32_t proof_global_now(proof_check *k);
bool proof_is_barrier(proof_check *k, int32_t letter);
int32_t proof_view_after(proof_check *k, int32_t view, int32_t letter);
bool proof_is_held(proof_check *k, int32_t key);
void proof_add_letter(proof_check *k, uint32_t element, int32_t value);
/* Is the image empty, since somebody cannot be as it asks? */
bool proof_image_is_nothing(proof_check *k);
/* Is all of the part in set b? In NOTHING an empty part alone is. */
bool proof_is_in(proof_check *k, const part *p, int32_t b);
/* Is the image, with what is global in r.now, part of one state? That of this state itself comes first. */
bool proof_find_cover(proof_check *k, state_place *cover);

/* The exempt elements hear of the processes in r.now. */
void proof_note_processes(proof_check *k);

/* ---- certificate_symmetry.c ---- */
/* The same up to a permutation of alike processes; r.now is the global with that number. */
bool proof_find_alike(proof_check *k, int32_t number, state_place *cover);

/* ---- certificate_steps.c: what a state leads to ---- */
const process_type *proof_type(const proof_check *k, uint32_t process);
const node *proof_node(proof_check *k, const stance *a);
/* r.now gets the global of this state, with nothing pending and nobody inside a block; and one process as it stands. */
void proof_load(proof_check *k);
void proof_put(proof_check *k, const stance *a);
/* Are the initial state, and all that steps make of this state, in the states given? */
void proof_check_start(proof_check *k);
void proof_check_steps(proof_check *k);

/* ---- certificate_bad.c ---- */
/* May the property be violated in this state, whose stances are known? */
bool proof_is_violated(proof_check *k, const property *p);

#endif
