/* lower.h: from a DVE file to a program.
 *
 * Everything that has a name is declared first (declare.c), then expressions and transitions are lowered (lower_expr.c, lower.c), since a condition may speak of
 * processes further down. Names are looked up in the program itself, so that a condition of an option is lowered by the same code. */
#ifndef FRONTEND_DVE_LOWER_H
#define FRONTEND_DVE_LOWER_H

#include "frontend/dve/ast.h"
#include "frontend/frontend.h"
#include "frontend/names.h"
#include "program/program.h"

enum { DVE_NO_PROCESS = UINT32_MAX, DVE_NO_CHANNEL = UINT32_MAX };

/* The names of a process. */
typedef struct dve_scope {
    name_table variables; /* numbers are those of process_type.locals */
    name_table states;    /* numbers are nodes */
    VEC(bool) is_const;   /* by variable */
} dve_scope;

/* How a name of a variable is meant. */
typedef enum dve_meaning {
    DVE_MEANS_OWN,   /* the process evaluates it: its own view, its own locals */
    DVE_MEANS_STATE, /* a condition on the whole state: memory */
    DVE_MEANS_VIEW   /* a condition on the whole state about one process: its view, its locals */
} dve_meaning;

typedef struct dve_lowering {
    program *program;
    const frontend_input *input; /* NULL: a condition over a finished program */
    const dve_file *file;
    diag *diag;
    arena *scratch;
    name_table globals;   /* numbers are those of program.globals: variables, then channels */
    VEC(bool) is_const;   /* by global */
    name_table processes; /* numbers are those of program.processes */
    VEC(dve_scope) scopes;
    VEC(uint32_t) channel_of; /* by global: the number of its channel among the file's; DVE_NO_CHANNEL: a variable */
    dve_scope property;   /* names of the property process */
    dve_meaning meaning;
    uint32_t process;     /* whose expression is lowered; DVE_NO_PROCESS: nobody's, or the property process's */
    bool in_property;
} dve_lowering;

void dve_lowering_init(dve_lowering *l, program *p, const frontend_input *input, const dve_file *file, diag *d);
void dve_lowering_release(dve_lowering *l);

/* The program, but for what program_finish does; errors are in diag. */
void dve_lower(dve_lowering *l);

/* ---- declare.c ---- */
void dve_declare(dve_lowering *l);
/* The names of a finished program. */
void dve_declare_program(dve_lowering *l);
static inline bool dve_is_property(const dve_lowering *l, const dve_process *p)
{
    return l->file->property.text && p->name.text && !strcmp(l->file->property.text, p->name.text);
}

/* ---- lower_expr.c ---- */
/* Never NULL: after an error some constant. */
const expr *dve_lower_expr(dve_lowering *l, const dve_expr *e);
/* The place that an effect assigns or a message goes to; PLACE_NONE after an error. */
place dve_lower_place(dve_lowering *l, const dve_expr *e);
/* The value of an expression over constants and initial values. */
int32_t dve_constant(dve_lowering *l, const dve_expr *e);
/* The node of a state of the scope; 0 after an error. `of`: the name of the process. */
uint32_t dve_find_state(dve_lowering *l, const dve_scope *s, const char *of, dve_name name);
/* An error: no such name; with the nearest of the table. */
void dve_unknown(dve_lowering *l, dve_name name, const char *what, const name_table *known, const name_table *more);

/* ---- atomic.c ---- */
/* Makes writes atomic and adds barriers, as the input's list says. Edges still stand in the order of the text. */
void dve_apply_atomic(dve_lowering *l);

/* ---- ltl.c ---- */
/* Adds a claim for each #property of the file beside the model, where there is one. */
void dve_read_formulas(program *p, const char *file_name, diag *d);

/* candidate.c: barriers at all transitions and atomic writes of all variables, for repairs. */
void dve_offer_candidates(dve_lowering *l);

#endif
