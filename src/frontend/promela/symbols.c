/* symbols.c: which declaration a name means.
 *
 * Global names are hashed; the local ones that are visible are a stack, searched from its top, so that an inner block's
 * declaration hides an outer one. */
#include <string.h>

#include "frontend/promela/foreign.h"
#include "frontend/promela/lower.h"

void lowering_release(lowering *l)
{
    for (size_t i = 0; i < l->proctypes.count; i++)
        vec_release(&l->proctypes.data[i].locals);
    vec_release(&l->globals);
    names_release(&l->global_names);
    vec_release(&l->proctypes);
    vec_release(&l->visible);
    vec_release(&l->mtype_sets);
    vec_release(&l->label_uses);
    vec_release(&l->load_notes);
    arena_free(l->scratch);
}

process_type *lowering_process(lowering *l)
{
    return &l->program->processes.data[l->process];
}

/* ---- Global names ---- */

const symbol *symbol_find_global(const lowering *l, const char *name)
{
    uint32_t number = names_find(&l->global_names, name, strlen(name));
    return number == NAMES_NONE ? NULL : &l->globals.data[number];
}

void symbol_add_global(lowering *l, symbol added)
{
    const symbol *before = symbol_find_global(l, added.name);
    if (before) { /* names come in here by kind, not in the order of the file */
        bool is_later = before->where.line > added.where.line;
        diag_error(l->diag, is_later ? before->where : added.where, "%s is declared twice: its first declaration is in line %u", added.name,
                   is_later ? added.where.line : before->where.line);
        return;
    }
    l->global_names.memory = l->scratch;
    names_add(&l->global_names, added.name, strlen(added.name));
    vec_push(&l->globals, added);
}

/* ---- All names ---- */

const symbol *symbol_find(const lowering *l, const char *name)
{
    for (size_t i = l->visible.count; i-- > 0;)
        if (!strcmp(l->visible.data[i]->name, name))
            return l->visible.data[i];
    return symbol_find_global(l, name);
}

void symbol_show(lowering *l, const symbol *added, size_t scope)
{
    for (size_t i = scope; i < l->visible.count; i++)
        if (!strcmp(l->visible.data[i]->name, added->name)) {
            diag_error(l->diag, added->where, "%s is declared twice in this block: its first declaration is in line %u", added->name,
                       l->visible.data[i]->where.line);
            return;
        }
    vec_push(&l->visible, added);
}

/* ---- Suggestions ---- */

typedef VEC(const char *) name_list;

static const char *const statement_words[] = {"skip", "break", "else", "timeout", "goto", "run", "mfence", "sfence", "sync"};
static const char *const value_words[] = {"true", "false", "_pid", "_nr_pr"};
static const char *const call_words[] = {"assert", "printf", "select", "store", "load", "xchg", "fetch_add", "cas", "len", "empty", "nempty", "full", "nfull"};

static void add_words(name_list *list, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        vec_push(list, words[i]);
}

#define ADD_WORDS(list, words) add_words(list, words, sizeof(words) / sizeof *(words))

/* Names of the file that could stand there. */
static void add_declared(const lowering *l, const ast_expr *e, name_list *list)
{
    if (e->kind == AST_CALL) {
        for (const ast_inline *i = l->file ? l->file->inlines : NULL; i; i = i->next)
            vec_push(list, i->name);
        return;
    }
    for (size_t i = l->visible.count; i-- > 0;)
        vec_push(list, l->visible.data[i]->name);
    for (size_t i = 0; i < l->globals.count; i++)
        vec_push(list, l->globals.data[i].name);
}

static void add_language(const ast_expr *e, bool is_statement, name_list *list)
{
    if (e->kind == AST_CALL)
        ADD_WORDS(list, call_words);
    else
        ADD_WORDS(list, value_words);
    if (is_statement)
        ADD_WORDS(list, statement_words);
}

/* The end of the message: first a name of the file, then what another language would mean, then a word of this one. */
static const char *advice_on(lowering *l, const ast_expr *e, bool is_statement)
{
    name_list names = {0};
    add_declared(l, e, &names);
    const char *hint = names_hint(l->scratch, e->name, names.data, names.count), *foreign = foreign_advice(e->name);
    if (!*hint && foreign)
        hint = arena_printf(l->scratch, "; %s", foreign);
    if (!*hint) {
        vec_clear(&names);
        add_language(e, is_statement, &names);
        hint = names_hint(l->scratch, e->name, names.data, names.count);
    }
    vec_release(&names);
    return hint;
}

void symbol_report_unknown(lowering *l, const ast_expr *e, bool is_statement)
{
    for (const ast_inline *i = l->file ? l->file->inlines : NULL; i; i = i->next)
        if (!strcmp(i->name, e->name)) {
            if (e->kind == AST_CALL)
                diag_error(l->diag, e->where, "the inline %s is defined in line %u; define it before it is called", e->name, i->where.line);
            else
                diag_error(l->diag, e->where, "%s is an inline; call it as %s(..)", e->name, e->name);
            return;
        }
    diag_error(l->diag, e->where, e->kind == AST_CALL ? "there is no inline or function %s%s" : "%s is not declared%s", e->name, advice_on(l, e, is_statement));
}
