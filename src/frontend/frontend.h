/* frontend.h: from a file to a program. One constant table entry a language. */
#ifndef FRONTEND_FRONTEND_H
#define FRONTEND_FRONTEND_H

#include <stdbool.h>
#include <stddef.h>

#include "base/diag.h"
#include "program/program.h"

typedef struct frontend_input {
    const char *file_name;  /* as the user gave it; "-" for standard input */
    const char *text;       /* zero-terminated copy of the file */
    size_t length;          /* may hold zero bytes: a binary file must give an error, not a crash */
    const char *const *defines;      /* "N=V" or "N" */
    size_t define_count;
    const char *const *include_dirs;
    size_t include_dir_count;
    const char *const *ghosts;       /* names of globals to treat as ghosts (an unknown name is an error) */
    size_t ghost_count;
    const char *const *labels;       /* names of labels that properties outside the file ask for: a process must be seen to stand at each */
    size_t label_count;
    bool asks_last;         /* such properties ask whose step was the last (_last) */
    bool keeps_locals;      /* conditions that are not in the file may look at locals, at any time */
    const char *atomic, *atomic_name; /* writes and barriers bound to transitions: a text and the name of its file; NULL: none */
    bool values_wrap;       /* a value that does not fit its variable wraps, where the language leaves that open; otherwise it is an error */
    bool split_loads;       /* each load of a relaxed location is a step of its own */
    bool candidates;        /* the program offers candidates for a repair (program/candidate.h) */
    bool buffered;          /* the memory model has store buffers: warnings about relaxed variables make sense */
} frontend_input;

typedef struct frontend {
    const char *name;              /* "promela" */
    const char *const *extensions; /* NULL-terminated, with the dot */

    /* The program, finished; NULL after errors, which are in `diag`. */
    program *(*parse)(const frontend_input *input, diag *diag);

    /* A condition on the whole state, as --never takes it, in this language's syntax: a global means memory (EXPR_MEMORY; ghosts EXPR_GLOBAL), view(P, x) is
     * EXPR_VIEW (P or P[n], n a process number), P@L is EXPR_AT, P:x is EXPR_REMOTE. `what` names the option in messages ("--never"). `places` is NULL, and the text becomes a source of its own, or
     * says where each of its characters stands, and the end. NULL after errors. Allocates in program->memory. */
    const expr *(*parse_condition)(program *program, const char *what, const char *text, const source_location *places, diag *diag);
} frontend;

extern const frontend frontend_promela, frontend_pimp, frontend_litmus, frontend_dve;

/* NULL-terminated. */
extern const frontend *const frontends[];

/* By name ("promela") or, where name is NULL, by the file's extension; NULL where none fits. */
const frontend *frontend_find(const char *name, const char *file_name);

#endif
