/* litmus.h: a litmus test as it was read: threads of x86 instructions, first values, and a question about final states.
 *
 * Instructions are in one form, whichever syntax they were written in: the destination comes first. */
#ifndef FRONTEND_LITMUS_LITMUS_H
#define FRONTEND_LITMUS_LITMUS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "frontend/frontend.h"
#include "frontend/names.h"
#include "program/program.h"

enum { LITMUS_REGISTERS = 16, LITMUS_MAX_DEPTH = 1000, LITMUS_MAX_THREADS = 200 };

typedef enum litmus_syntax {
    LITMUS_INTEL, /* X86: destination first, 32-bit registers */
    LITMUS_ATT    /* X86_64: destination last, 64-bit registers */
} litmus_syntax;

/* ---- Tokens ---- */
typedef enum token_kind {
    TOKEN_END = 0, /* other signs are their character */
    TOKEN_NAME = 256, TOKEN_NUMBER, TOKEN_AND, TOKEN_OR, TOKEN_IMPLIES, TOKEN_EQUAL, TOKEN_NOT_EQUAL, TOKEN_ODD
} token_kind;

typedef struct token {
    int kind;
    const char *text; /* not zero-terminated */
    uint32_t length;
    int64_t number;
    source_location where;
} token;

typedef struct scanner {
    const char *text; /* zero-terminated, comments blanked out */
    size_t at;
    source_location here;
    const source_location *places; /* of each character; NULL: as lines and columns tell */
    token now;        /* the next one that was not taken */
} scanner;

/* ---- The test ---- */
typedef enum operand_kind { OPERAND_NONE, OPERAND_REGISTER, OPERAND_NUMBER, OPERAND_LOCATION, OPERAND_INDIRECT } operand_kind;

typedef struct operand {
    operand_kind kind;
    uint32_t index; /* of the register or the location */
    int32_t value;
    source_location where;
} operand;

typedef enum opcode {
    CODE_MOV, CODE_XCHG, CODE_BINARY, CODE_STEP /* INC, DEC */, CODE_XADD, CODE_CMPXCHG, CODE_CMP, CODE_TEST, CODE_JUMP, CODE_JUMP_EQUAL,
    CODE_JUMP_NOT_EQUAL, CODE_MFENCE, CODE_SFENCE, CODE_NOTHING
} opcode;

typedef struct instruction {
    opcode code;
    expr_op op;       /* CODE_BINARY, CODE_STEP */
    bool locked;
    operand to, from;
    const char *label;/* of a jump */
    const char *text; /* as written, on one line */
    source_location where;
} instruction;

typedef struct litmus_label {
    const char *name;
    uint32_t thread, index; /* before that instruction */
    source_location where;
} litmus_label;

typedef struct litmus_thread {
    VEC(instruction) code;
    bool lock_pending;      /* a cell held LOCK alone */
    source_location lock_where;
    int32_t initial[LITMUS_REGISTERS];
    uint32_t local[LITMUS_REGISTERS]; /* 1 + number of the local; 0: the register is never used */
    uint32_t local_count;
    source_location where;
} litmus_thread;

typedef struct litmus_location {
    const char *name;
    int32_t initial;
    bool has_address; /* a register or a location holds the address */
    source_location where;
} litmus_location;

/* Addresses are numbers that no test computes with. */
enum { LITMUS_ADDRESS = 0x40000000 };

/* Something that a condition names. */
typedef struct litmus_name {
    bool is_register;
    uint32_t thread, index;
} litmus_name;

/* A register becomes a local when it is first named in code or condition, a location a global of the same number: so conditions are expressions at once. */
typedef struct litmus_test {
    arena *memory;
    diag *diag;
    program *program;       /* to be filled; conditions are built in its arena */
    litmus_syntax syntax;
    const char *name;
    bool has_program;       /* the number of threads is known */
    bool of_state;          /* conditions speak of any state of a finished program: they may ask where a thread is, and what it would read */
    VEC(litmus_thread) threads;
    VEC(litmus_location) locations;
    VEC(litmus_label) labels;
    VEC(litmus_name) shown, filtered;
    quantifier quantifier;
    const expr *condition, *filter; /* NULL: true */
    const char *text;               /* of the condition, with its quantifier */
    source_location condition_where;
} litmus_test;

/* ---- lexer.c ---- */
/* The text with comments replaced by blanks, in `memory`. */
char *scanner_clean(arena *memory, diag *d, uint32_t file, const char *text, size_t length);
void scanner_start(scanner *s, const char *text, size_t at, source_location here);
void scanner_start_at_places(scanner *s, const char *text, const source_location *places);
/* Gives the next token and goes on. */
token scanner_take(scanner *s);
bool scanner_accept(scanner *s, int kind);
bool litmus_token_is(const token *t, const char *text);
const char *litmus_token_text(arena *memory, const token *t);
/* "`[`", "a number", "the end of the file". */
const char *litmus_token_description(arena *memory, const token *t);

/* ---- parse.c ---- */
bool litmus_parse(litmus_test *t, const frontend_input *input);
void litmus_release(litmus_test *t);
/* The number of the location with that name, which is added where it is new. */
uint32_t litmus_location_of(litmus_test *t, const token *name);
/* False where the name is no register. */
bool litmus_register_of(const litmus_test *t, const token *name, uint32_t *out);
const char *litmus_register_name(litmus_syntax syntax, uint32_t index);
/* The number of the register's local. */
uint32_t litmus_local_of(litmus_test *t, uint32_t thread, uint32_t index);
/* `0:EAX`, `x`, `[x]`. False after an error. */
bool litmus_parse_name(litmus_test *t, scanner *s, litmus_name *out);
/* A number, or the address of a location. */
int32_t litmus_parse_value(litmus_test *t, scanner *s);
/* Says what was expected in place of the present token. */
void litmus_expected(litmus_test *t, const scanner *s, const char *what);
/* A number that fits into 32 bits; 0 after an error. */
int32_t litmus_number(litmus_test *t, const token *number);

/* ---- parse_instruction.c ---- */
/* Reads one cell of the table of instructions, up to its `|` or `;`. */
void litmus_parse_cell(litmus_test *t, scanner *s, uint32_t thread);

/* ---- condition.c ---- */
/* A proposition; the names in it are added to t->shown. *text is how it is written. NULL after an error. */
const expr *litmus_parse_condition(litmus_test *t, scanner *s, const char **text);

/* ---- live.c: sets of registers are masks, with bit LITMUS_REGISTERS for the zero flag ---- */
/* The registers that may be read later, for the place before each instruction and for the end. `all`: every register counts as read at any time. */
const uint32_t *litmus_find_live(const litmus_test *t, uint32_t thread, bool all);
/* The registers that nobody reads any more once control has gone from the index-th instruction to the next-th. */
uint32_t litmus_forgotten(const litmus_test *t, uint32_t thread, const uint32_t *live, uint32_t index, uint32_t next);

/* ---- lower.c ---- */
/* The instruction that a label of the test is before. */
uint32_t litmus_label_index(const litmus_test *t, const char *name);
/* Fills in t->program and finishes it. */
void litmus_lower(litmus_test *t, const frontend_input *input);

#endif
