/* lower_access.c: which variable, and which element of it, an expression such as s[i].next[2] means.
 *
 * The expression is written as a path "s[].next[]" with its indices beside it and looked up among the flattened variables of the
 * symbol s: "s[].next" with one index more than it has brackets is an element of an array. */
#include <string.h>

#include "base/bug.h"
#include "frontend/promela/lower.h"

typedef struct path {
    const ast_expr *root;  /* the AST_NAME */
    const char *text;      /* a closing [] is not part of it */
    bool ends_with_index;
    uint32_t index_count;
    const ast_expr *indices[VARIABLE_MAX_DIMENSIONS]; /* outermost first */
} path;

/* Follows the chain of indices and members down to the name; false after an error. */
static bool read_path(lowering *l, const ast_expr *e, path *out)
{
    VEC(const ast_expr *) chain = {0};
    bool good = true;
    *out = (path){.ends_with_index = e->kind == AST_INDEX};
    for (; e->kind == AST_INDEX || e->kind == AST_MEMBER; e = e->a)
        vec_push(&chain, e);
    if (e->kind != AST_NAME) {
        diag_error(l->diag, e->where, "a variable is expected here");
        good = false;
    }
    strbuf text = {0};
    if (good) {
        out->root = e;
        strbuf_add(&text, e->name);
    }
    for (size_t i = chain.count; good && i-- > 0;) {
        const ast_expr *part = chain.data[i];
        if (part->kind == AST_MEMBER) {
            strbuf_printf(&text, ".%s", part->name);
            continue;
        }
        if (i > 0)
            strbuf_add(&text, "[]");
        if (out->index_count == VARIABLE_MAX_DIMENSIONS) {
            diag_error(l->diag, part->where, "more than %d indices", VARIABLE_MAX_DIMENSIONS);
            good = false;
            break;
        }
        out->indices[out->index_count++] = part->b;
    }
    out->text = arena_strdup(l->scratch, strbuf_text(&text));
    strbuf_release(&text);
    vec_release(&chain);
    return good;
}

static uint32_t bracket_count(const char *name)
{
    uint32_t count = 0;
    for (; (name = strstr(name, "[]")); name += 2)
        count++;
    return count;
}

/* True when the variable is a part of the struct (or of the array of structs) that the path names. */
static bool is_part_of(const char *name, const char *struct_path)
{
    size_t length = strlen(struct_path);
    return !strncmp(name, struct_path, length) && (name[length] == '.' || !strncmp(name + length, "[].", 3));
}

typedef struct storage {
    const variable *variables; /* all of the globals, or of the locals */
    uint32_t first, count;     /* those of the symbol */
    bool is_local;
    uint32_t process;
} storage;

static storage storage_of(lowering *l, const symbol *s)
{
    if (s->is_local)
        return (storage){lowering_process(l)->locals.data, s->first, s->count, true, l->process};
    return (storage){l->program->globals.data, s->first, s->count, false, LOWER_NO_PROCESS};
}

static void report_bad_path(lowering *l, const storage *in, const path *p, source_location where)
{
    const char *dot = strrchr(p->text, '.');
    for (uint32_t i = in->first; i < in->first + in->count; i++) {
        const char *name = in->variables[i].name;
        if (is_part_of(name, p->text)) {
            bool is_array = !strncmp(name + strlen(p->text), "[].", 3);
            if (is_array && !p->ends_with_index)
                diag_error(l->diag, where, "%s is an array of structs: an index and a member are missing", p->text);
            else
                diag_error(l->diag, where, "%s is a struct: name one of its members, as in %s.%s", p->text, p->text,
                           strrchr(name, '.') + 1);
            return;
        }
    }
    if (dot)
        diag_error(l->diag, where, "%.*s has no member %s here", (int)(dot - p->text), p->text, dot + 1);
    else
        diag_error(l->diag, where, "%s is no struct and no array of structs", p->root->name);
}

/* The place in all dimensions as one number. */
static const expr *combined_index(lowering *l, const variable *v, const path *p)
{
    const expr *sum = NULL;
    for (uint32_t d = 0; d < v->dimensions; d++) {
        const ast_expr *given = p->indices[d];
        const expr *one = lower_bound(l, lower_expr(l, given), v->dimension[d], v->name, given->where);
        if (sum) {
            const expr *size = expr_const(l->program->memory, (int32_t)v->dimension[d], given->where);
            sum = lower_binary(l, OP_ADD, lower_binary(l, OP_MULTIPLY, sum, size, given->where), one, given->where);
        } else {
            sum = one;
        }
    }
    return sum;
}

static bool find_variable(lowering *l, const storage *in, const path *p, source_location where, access *out)
{
    for (uint32_t i = in->first; i < in->first + in->count; i++) {
        const variable *v = &in->variables[i];
        if (strcmp(v->name, p->text))
            continue;
        bool is_array = v->dimensions > bracket_count(v->name);
        if (is_array && !p->ends_with_index) {
            diag_error(l->diag, where, "%s is an array: an index is missing, as in %s[0]", p->text, p->text);
            return false;
        }
        if (!is_array && p->ends_with_index) {
            diag_error(l->diag, where, "%s is no array: it takes no index", p->text);
            return false;
        }
        *out = (access){.is_local = in->is_local, .process = in->process, .variable = i, .declared = v, .where = where};
        out->index = combined_index(l, v, p);
        return true;
    }
    report_bad_path(l, in, p, where);
    return false;
}

/* The symbol of a name that must be a variable; NULL after an error. */
static const symbol *variable_symbol(lowering *l, const ast_expr *name)
{
    const symbol *s = symbol_find(l, name->name);
    if (!s) {
        symbol_report_unknown(l, name, false);
        return NULL;
    }
    if (s->kind == SYMBOL_MTYPE) {
        diag_error(l->diag, name->where, "%s is an mtype constant, not a variable", s->name);
        return NULL;
    }
    if (s->kind == SYMBOL_PROCTYPE) {
        diag_error(l->diag, name->where, "%s is a proctype, not a variable", s->name);
        return NULL;
    }
    return s->count ? s : NULL; /* without variables: its declaration was wrong and reported */
}

bool access_resolve(lowering *l, const ast_expr *e, access *out)
{
    path p;
    if (!read_path(l, e, &p))
        return false;
    const symbol *s = variable_symbol(l, p.root);
    if (!s)
        return false;
    storage in = storage_of(l, s);
    return find_variable(l, &in, &p, e->where, out);
}

bool access_resolve_remote(lowering *l, const ast_expr *e, uint32_t process, access *out)
{
    path p;
    if (!read_path(l, e, &p))
        return false;
    const process_type *t = &l->program->processes.data[process];
    storage in = {t->locals.data, 0, (uint32_t)t->locals.count, true, process};
    size_t length = strlen(p.root->name);
    for (uint32_t i = 0; i < in.count; i++) {
        const char *name = in.variables[i].name;
        if (!strncmp(name, p.root->name, length) && (!name[length] || name[length] == '.' || name[length] == '[')) {
            in.first = i;
            in.count -= i;
            return find_variable(l, &in, &p, e->where, out);
        }
    }
    diag_error(l->diag, e->where, "proctype %s has no local %s", t->name, p.root->name);
    return false;
}

bool access_array_size(lowering *l, const ast_expr *e, uint32_t *count)
{
    path p;
    if (!read_path(l, e, &p))
        return false;
    const symbol *s = variable_symbol(l, p.root);
    if (!s)
        return false;
    storage in = storage_of(l, s);
    for (uint32_t i = in.first; i < in.first + in.count; i++) {
        const variable *v = &in.variables[i];
        uint32_t brackets = bracket_count(v->name);
        bool is_array = !strcmp(v->name, p.text) && v->dimensions > brackets && !p.ends_with_index;
        bool is_array_of_structs = is_part_of(v->name, p.text) && v->name[strlen(p.text)] == '[' && !p.ends_with_index;
        if (is_array || is_array_of_structs) {
            *count = v->dimension[bracket_count(p.text)];
            return true;
        }
        if (!strcmp(v->name, p.text) && v->is_channel) {
            diag_error(l->diag, e->where, "`for` over the messages of channel %s needs a struct of the type of its messages, as in SPIN", p.text);
            return false;
        }
    }
    diag_error(l->diag, e->where, "`for ( ... in ... )` needs the name of an array here");
    return false;
}

const expr *access_read(lowering *l, const access *a)
{
    bool from_memory = l->is_condition && !a->is_local && a->declared->class == VARIABLE_RELAXED;
    expr *read = expr_new(l->program->memory, a->is_local ? EXPR_LOCAL : from_memory ? EXPR_MEMORY : EXPR_GLOBAL, a->where);
    read->variable = a->variable;
    read->index = a->index;
    return read;
}

place access_place(const access *a)
{
    return (place){.kind = a->is_local ? PLACE_LOCAL : PLACE_GLOBAL, .variable = a->variable, .index = a->index, .where = a->where};
}

/* ---- Structs as a whole, in messages and arguments ---- */

bool access_is_struct(lowering *l, const ast_expr *e)
{
    const ast_expr *root = e;
    while (root->kind == AST_INDEX || root->kind == AST_MEMBER)
        root = root->a;
    path p;
    const symbol *s = root->kind == AST_NAME ? symbol_find(l, root->name) : NULL;
    if (!s || s->kind != SYMBOL_VARIABLE || !read_path(l, e, &p))
        return false;
    storage in = storage_of(l, s);
    for (uint32_t i = in.first; i < in.first + in.count; i++)
        if (is_part_of(in.variables[i].name, p.text))
            return true;
    return false;
}

/* The elements of one variable below the path: the indices that are given are fixed, the inner dimensions run. */
static void expand_variable(lowering *l, const storage *in, uint32_t number, const path *p, source_location where, access_list *out)
{
    const variable *v = &in->variables[number];
    variable outer = *v;
    uint32_t inner = 1;
    for (uint32_t d = p->index_count; d < v->dimensions; d++)
        inner *= v->dimension[d];
    outer.dimensions = p->index_count;
    const expr *base = p->index_count ? combined_index(l, &outer, p) : NULL;
    arena *memory = l->program->memory;
    for (uint32_t i = 0; i < inner; i++) {
        const expr *at = expr_const(memory, (int32_t)i, where);
        if (base)
            at = lower_binary(l, OP_ADD, lower_binary(l, OP_MULTIPLY, base, expr_const(memory, (int32_t)inner, where), where), at, where);
        access one = {.is_local = in->is_local, .process = in->process, .variable = number, .declared = v, .where = where,
                      .index = v->dimensions ? at : NULL};
        vec_push(out, one);
    }
}

bool access_expand_struct(lowering *l, const ast_expr *e, access_list *out)
{
    path p;
    if (!read_path(l, e, &p))
        return false;
    const symbol *s = variable_symbol(l, p.root);
    if (!s)
        return false;
    storage in = storage_of(l, s);
    for (uint32_t i = in.first; i < in.first + in.count; i++) {
        const variable *v = &in.variables[i];
        if (!is_part_of(v->name, p.text))
            continue;
        if (p.index_count != bracket_count(p.text) + (v->name[strlen(p.text)] == '[')) {
            diag_error(l->diag, e->where, "an array of structs cannot be used as a whole: an index is missing");
            return false;
        }
        if (out->count > LOWER_MAX_FIELDS)
            return true;
        expand_variable(l, &in, i, &p, e->where, out);
    }
    return true;
}
