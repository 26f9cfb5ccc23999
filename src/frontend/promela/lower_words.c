/* lower_words.c: the words for store buffers.
 *
 * Those of Linden and Wolper's style (store load sync mfence sfence) the locked operations and await beside them yield to the user's own declarations
 * of the same names. Those of an mmlib header (WRITE READ FENCE INIT SVAR GSVAR) are known only where the file includes one; there the
 * shared variables are one array of VARSIZE ints, the only global in relaxed memory. */
#include <string.h>

#include "base/bug.h"
#include "frontend/promela/lower.h"

typedef enum word {
    WORD_STORE, WORD_LOAD, WORD_SYNC, WORD_MFENCE, WORD_SFENCE, WORD_XCHG, WORD_FETCH_ADD, WORD_CAS, WORD_CMPXCHG, WORD_AWAIT, WORD_MEMBARRIER, /* style 3 */
    WORD_WRITE, WORD_FENCE, WORD_INIT, WORD_READ, WORD_SVAR, WORD_GSVAR,                                                                        /* mmlib */
    WORD_VIEW                                                                                                                                   /* conditions on the command line */
} word;

/* In the order of `word`. */
static const struct {
    const char *name;
    uint32_t arguments;
    const char *usage;
    bool is_statement;
} words[] = {
    {"store", 2, "store(x, value)", true},
    {"load", 2, "load(x, value)", true},
    {"sync", 0, "sync", true},
    {"mfence", 0, "mfence", true},
    {"sfence", 0, "sfence", true},
    {"xchg", 3, "xchg(x, value, r)", true},
    {"fetch_add", 3, "fetch_add(x, value, r)", true},
    {"cas", 4, "cas(x, old, new, r)", true},
    {"cmpxchg", 4, "cmpxchg(x, old, new, r)", true},
    {"await", 1, "await (e)", true},
    {"membarrier", 0, "membarrier", true},
    {"WRITE", 2, "WRITE(s, value)", true},
    {"FENCE", 0, "FENCE()", true},
    {"INIT", 2, "INIT(s, value)", true},
    {"READ", 1, "READ(s)", false},
    {"SVAR", 2, "SVAR(p, s)", false},
    {"GSVAR", 1, "GSVAR(s)", false},
    {"view", 2, "view(P, x)", false},
};

enum { WORD_COUNT = sizeof words / sizeof *words };

static bool find_word(const char *name, word *found)
{
    for (size_t i = 0; i < WORD_COUNT; i++)
        if (!strcmp(words[i].name, name)) {
            *found = (word)i;
            return true;
        }
    return false;
}

static bool is_mmlib(word w)
{
    return w >= WORD_WRITE && w <= WORD_GSVAR;
}

/* Also an inline that is defined further down: a call before that is an error. */
static bool is_users(const lowering *l, word w, const char *name)
{
    for (const ast_inline *i = l->file && !is_mmlib(w) ? l->file->inlines : NULL; i; i = i->next)
        if (!strcmp(i->name, name))
            return true;
    return symbol_find(l, name) != NULL;
}

bool word_is_builtin(const lowering *l, const char *name)
{
    word found;
    return find_word(name, &found) && words[found].is_statement && !is_users(l, found, name);
}

/* The word that e is, unless the user declared that name; then, and for other expressions, false. */
static bool word_of(const lowering *l, const ast_expr *e, word *found)
{
    return (e->kind == AST_NAME || e->kind == AST_CALL) && find_word(e->name, found) && !is_users(l, *found, e->name);
}

/* Splits the arguments; reports a wrong number of them, or a word whose header is missing. */
static bool take_arguments(lowering *l, const ast_expr *e, word w, const ast_expr *arguments[4])
{
    uint32_t count = 0;
    for (const ast_expr *a = e->arguments; a; a = a->next, count++)
        if (count < 4)
            arguments[count] = a;
    if (is_mmlib(w) && l->shared < 0) {
        diag_error(l->diag, e->where, "%s needs a store-buffer header: #include \"sc.h\", \"tso.h\" or \"pso.h\"%s", words[w].name,
                   w == WORD_FENCE ? "; without one write mfence" : "");
        return false;
    }
    if (w == WORD_READ && count == 2) {
        diag_error(l->diag, e->where, "READ with two arguments is the library's earlier form; write `r = READ(s)`");
        return false;
    }
    if (count == words[w].arguments)
        return true;
    diag_error(l->diag, e->where, "%s takes %u argument%s: %s", words[w].name, words[w].arguments, words[w].arguments == 1 ? "" : "s",
               words[w].usage);
    return false;
}

/* ---- What the words act on ---- */

/* A global in relaxed memory. */
static bool relaxed_place(lowering *l, const ast_expr *e, word w, place *out, access *found)
{
    if (e->kind != AST_NAME && e->kind != AST_INDEX && e->kind != AST_MEMBER) {
        diag_error(l->diag, e->where, "%s acts on a global variable: %s", words[w].name, words[w].usage);
        return false;
    }
    if (!access_resolve(l, e, found))
        return false;
    if (found->is_local) {
        diag_error(l->diag, e->where, "%s acts on shared memory, but %s is local", words[w].name, found->declared->name);
        return false;
    }
    if (found->declared->class == VARIABLE_GHOST) {
        diag_error(l->diag, e->where, "%s acts on relaxed memory, but %s is outside of it (%s)", words[w].name, found->declared->name,
                   found->declared->is_channel ? "a channel" : l->shared >= 0 ? "with a store-buffer header only WRITE and READ go through buffers"
                                                                              : "a ghost");
        return false;
    }
    *out = access_place(found);
    return true;
}

static bool local_place(lowering *l, const ast_expr *e, word w, place *out)
{
    access found;
    if (e->kind == AST_UNDERSCORE) {
        *out = (place){.kind = PLACE_NONE, .where = e->where};
        return true;
    }
    bool is_path = e->kind == AST_NAME || e->kind == AST_INDEX || e->kind == AST_MEMBER;
    if (is_path && !access_resolve(l, e, &found))
        return false;
    if (!is_path || !found.is_local) {
        diag_error(l->diag, e->where, "the result of %s goes to a local variable, or to _: %s", words[w].name, words[w].usage);
        return false;
    }
    *out = access_place(&found);
    return true;
}

/* Shared variable number `s` of an mmlib program. */
static const expr *shared_index(lowering *l, const ast_expr *s)
{
    const variable *v = &l->program->globals.data[l->shared];
    const expr *index = lower_expr(l, s);
    int32_t value;
    if (expr_is_const(index, &value) && (value < 0 || (uint32_t)value >= v->count)) {
        diag_error(l->diag, s->where, "index %d is outside of the shared variables, which are 0 to %u (VARSIZE is %u)", value, v->count - 1, v->count);
        return expr_const(l->program->memory, 0, s->where);
    }
    return lower_bound(l, index, v->count, "the shared variables (VARSIZE)", s->where);
}

static place shared_place(lowering *l, const ast_expr *s)
{
    return (place){.kind = PLACE_GLOBAL, .variable = (uint32_t)l->shared, .index = shared_index(l, s), .where = s->where};
}

/* ---- Statements ---- */

static void locked_operation(lowering *l, const ast_expr *e, word w, const ast_expr *arguments[4], step_code *code)
{
    access found;
    effect made = {.flush = l->in_atomic || l->in_d_step, .where = e->where};
    static const effect_kind kinds[] = {[WORD_XCHG] = EFFECT_EXCHANGE, [WORD_FETCH_ADD] = EFFECT_FETCH_ADD, [WORD_CAS] = EFFECT_CAS, [WORD_CMPXCHG] = EFFECT_COMPARE_EXCHANGE};
    made.kind = kinds[w];
    bool compares = effect_compares(made.kind);
    const ast_expr *result = arguments[compares ? 3 : 2];
    bool good = relaxed_place(l, arguments[0], w, &made.target, &found);
    good &= local_place(l, result, w, &made.result);
    if (compares)
        made.expected = lower_expr(l, arguments[1]);
    made.value = lower_expr(l, arguments[compares ? 2 : 1]);
    if (good)
        step_add_effect(l, code, made);
}

static void fence(lowering *l, const ast_expr *e, bool flush, step_code *code)
{
    step_add_effect(l, code, (effect){.kind = EFFECT_FENCE, .flush = flush, .where = e->where});
}

/* Of sync and membarrier. */
static void refuse_in_block(lowering *l, const ast_expr *e)
{
    if (l->in_atomic || l->in_d_step)
        diag_error(l->diag, e->where, "%s waits for other processes, so it cannot stand inside %s; use mfence, or put it before the block", e->name,
                   l->in_d_step ? "d_step" : "atomic");
}

static void sync_statement(lowering *l, const ast_expr *e, step_code *code)
{
    refuse_in_block(l, e);
    step_add_effect(l, code, (effect){.kind = EFFECT_SYNC, .where = e->where});
}

static void word_statement(lowering *l, const ast_expr *e, word w, const ast_expr *arguments[4], step_code *code)
{
    place target;
    access found;
    switch (w) {
    case WORD_STORE: {
        bool good = relaxed_place(l, arguments[0], w, &target, &found);
        const expr *value = lower_expr(l, arguments[1]);
        if (good)
            *code = step_assign(l, &target, value, e->where);
        break;
    }
    case WORD_LOAD: {
        bool good = relaxed_place(l, arguments[0], w, &target, &found);
        const expr *value = lower_expr(l, arguments[1]);
        if (good)
            code->guard = lower_binary(l, OP_EQUAL, access_read(l, &found), value, e->where);
        break;
    }
    case WORD_SYNC: sync_statement(l, e, code); break;
    case WORD_MEMBARRIER:
        refuse_in_block(l, e);
        membarrier_statement(l, e, code);
        break;
    case WORD_MFENCE: fence(l, e, l->in_atomic || l->in_d_step, code); break;
    case WORD_SFENCE: step_add_effect(l, code, (effect){.kind = EFFECT_BARRIER, .where = e->where}); break;
    case WORD_FENCE: fence(l, e, true, code); break;
    case WORD_XCHG:
    case WORD_FETCH_ADD:
    case WORD_CAS:
    case WORD_CMPXCHG: locked_operation(l, e, w, arguments, code); break;
    case WORD_AWAIT: *code = step_condition(l, arguments[0]); break;
    case WORD_WRITE:
        target = shared_place(l, arguments[0]);
        *code = step_assign(l, &target, lower_expr(l, arguments[1]), e->where);
        break;
    case WORD_INIT:
        target = shared_place(l, arguments[0]);
        step_add_effect(l, code,
                        (effect){.kind = EFFECT_WRITE_MEMORY, .target = target, .value = lower_expr(l, arguments[1]), .where = e->where});
        break;
    case WORD_READ:
    case WORD_SVAR:
    case WORD_GSVAR:
    case WORD_VIEW: BUG("not a statement");
    }
}

bool lower_word_statement(lowering *l, const ast_expr *e, step_code *code)
{
    word w;
    const ast_expr *arguments[4] = {0};
    if (!word_of(l, e, &w))
        return false;
    bool old_read = w == WORD_READ && e->arguments && e->arguments->next;
    if (!words[w].is_statement && !old_read)
        return false;
    *code = (step_code){0};
    if (take_arguments(l, e, w, arguments))
        word_statement(l, e, w, arguments, code);
    return true;
}

/* ---- Expressions ---- */

/* The view of P, or of P[n], of an element. */
static const expr *view_of(lowering *l, const ast_expr *who, uint32_t global, const expr *index, source_location where)
{
    const ast_expr *name = who->kind == AST_INDEX ? who->a : who;
    if (name->kind != AST_NAME) {
        diag_error(l->diag, who->where, "the name of a proctype is expected here");
        return expr_const(l->program->memory, 0, where);
    }
    uint32_t process = lower_proctype(l, name->name, name->where);
    if (process == LOWER_NO_PROCESS)
        return expr_const(l->program->memory, 0, where);
    expr *view = expr_new(l->program->memory, EXPR_VIEW, where);
    view->process = process;
    view->variable = global;
    view->index = index;
    view->pid = who->kind == AST_INDEX ? lower_expr(l, who->b) : NULL;
    return view;
}

static const expr *view_expr(lowering *l, const ast_expr *e, const ast_expr *arguments[4])
{
    access found;
    if (!access_resolve(l, arguments[1], &found))
        return expr_const(l->program->memory, 0, e->where);
    if (found.declared->class == VARIABLE_GHOST) /* all processes see the same */
        return access_read(l, &found);
    return view_of(l, arguments[0], found.variable, found.index, e->where);
}

static const expr *shared_read(lowering *l, const ast_expr *s, expr_kind kind, source_location where)
{
    expr *read = expr_new(l->program->memory, kind, where);
    read->variable = (uint32_t)l->shared;
    read->index = shared_index(l, s);
    return read;
}

bool lower_word_expr(lowering *l, const ast_expr *e, const expr **value)
{
    word w;
    const ast_expr *arguments[4] = {0};
    if (!word_of(l, e, &w) || words[w].is_statement || (w == WORD_VIEW && !l->is_condition))
        return false;
    *value = expr_const(l->program->memory, 0, e->where);
    if (!take_arguments(l, e, w, arguments))
        return true;
    if (w == WORD_VIEW)
        *value = view_expr(l, e, arguments);
    else if (w == WORD_SVAR)
        *value = view_of(l, arguments[0], (uint32_t)l->shared, shared_index(l, arguments[1]), e->where);
    else if (w == WORD_READ && l->process == LOWER_NO_PROCESS)
        diag_error(l->diag, e->where, "READ has no value outside of a process; use GSVAR(s) or SVAR(p, s)");
    else
        *value = shared_read(l, arguments[0], w == WORD_READ ? EXPR_GLOBAL : EXPR_MEMORY, e->where);
    return true;
}
