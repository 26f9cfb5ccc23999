/* parse_decl.c: declarations, and the units that a file is made of. */
#include <string.h>

#include "frontend/names.h"
#include "frontend/promela/include.h"
#include "frontend/promela/parse.h"

/* ---- Types ---- */

static bool basic_type(token_kind kind, ast_type_kind *type)
{
    switch ((int)kind) {
    case TOKEN_BIT: *type = AST_BIT; return true;
    case TOKEN_BOOL: *type = AST_BOOL; return true;
    case TOKEN_BYTE: *type = AST_BYTE; return true;
    case TOKEN_SHORT: *type = AST_SHORT; return true;
    case TOKEN_INT: *type = AST_INT; return true;
    case TOKEN_UNSIGNED: *type = AST_UNSIGNED; return true;
    case TOKEN_MTYPE: *type = AST_MTYPE; return true;
    case TOKEN_CHAN: *type = AST_CHAN; return true;
    case TOKEN_PIDTYPE: *type = AST_PIDTYPE; return true;
    default: return false;
    }
}

bool parse_starts_type(const token *t)
{
    ast_type_kind type;
    return basic_type(t->kind, &type) || (t->kind == TOKEN_NAME && t->word->is_type);
}

static bool is_visibility(token_kind kind)
{
    return kind == TOKEN_HIDDEN || kind == TOKEN_SHOW || kind == TOKEN_LOCAL;
}

/* `ghost` is a word like any other except right before a type. */
static bool is_ghost(const token *t)
{
    if (t->kind != TOKEN_NAME || strcmp(t->word->text, "ghost"))
        return false;
    return parse_starts_type(t + 1) || is_visibility(t[1].kind) || (t[1].kind == TOKEN_NAME && t[2].kind == TOKEN_NAME);
}

/* Two names in a row on one line look like a declaration with a type that is not known. */
static bool is_unknown_type(const token *t)
{
    return t->kind == TOKEN_NAME && !t->word->definition && t[1].kind == TOKEN_NAME && !t[1].starts_line;
}

bool parse_starts_declaration(const parser *p)
{
    const token *t = current(p);
    return peek(p) != TOKEN_END && (parse_starts_type(t) || is_visibility(t->kind) || is_ghost(t) || is_unknown_type(t));
}

static const char *hint_of_type(const parser *p, const char *name)
{
    VEC(const char *) names = {0};
    for (token_kind k = TOKEN_END; k < TOKEN_KINDS; k++)
        if (basic_type(k, &(ast_type_kind){0}))
            vec_push(&names, token_kind_text(k));
    for (const ast_typedef *t = p->file->typedefs; t; t = t->next)
        vec_push(&names, t->name);
    const char *hint = names_hint(p->memory, name, names.data, names.count);
    vec_release(&names);
    return hint;
}

static ast_type type(parser *p)
{
    const token *t = current(p);
    ast_type result = {.kind = AST_INT, .where = t->where};
    if (basic_type(peek(p), &result.kind)) {
        parse_advance(p);
        if (result.kind == AST_MTYPE && peek(p) == TOKEN_COLON && peek_second(p) == TOKEN_NAME) {
            parse_advance(p);
            result.name = parse_advance(p)->word->text;
        }
    } else if (peek(p) == TOKEN_NAME && t->word->is_type) {
        result.kind = AST_STRUCT;
        result.name = parse_advance(p)->word->text;
    } else if (peek(p) == TOKEN_NAME && !parse_advise(p)) {
        const char *hint = hint_of_type(p, t->word->text);
        parse_error(p, t, "'%s' is not a type%s", t->word->text, *hint ? hint : "; declare it with 'typedef' before it is used");
    } else {
        parse_error_expected(p, "a type");
    }
    return result;
}

/* ---- Variables ---- */

/* '[' expr ']' 'of' '{' type {',' type} '}' */
static void channel_initializer(parser *p, ast_decl *d)
{
    parse_advance(p);
    d->is_channel_initializer = true;
    p->parens++;
    d->capacity = parse_expr(p);
    p->parens--;
    parse_expect(p, TOKEN_CLOSE_INDEX, "behind the capacity of the channel");
    parse_expect(p, TOKEN_OF, "behind the capacity of the channel");
    parse_expect(p, TOKEN_OPEN_BLOCK, "before the types of the channel's messages");
    ast_type **last = &d->fields;
    do {
        *last = ARENA_NEW(p->memory, ast_type);
        **last = type(p);
        last = &(*last)->next;
    } while (parse_accept(p, TOKEN_COMMA));
    parse_expect(p, TOKEN_CLOSE_BLOCK, "behind the types of the channel's messages");
}

static void initializer(parser *p, ast_decl *d)
{
    if (peek(p) == TOKEN_OPEN_INDEX) {
        channel_initializer(p, d);
    } else if (parse_accept(p, TOKEN_OPEN_BLOCK)) {
        p->parens++;
        d->initializer_is_list = true;
        d->initializer = parse_expr_list(p);
        p->parens--;
        parse_expect(p, TOKEN_CLOSE_BLOCK, "behind the values of the array");
    } else {
        d->initializer = parse_expr(p);
    }
}

/* NAME [':' width] ['[' size ']'] ['=' value] */
static ast_decl *variable(parser *p, const ast_decl *like)
{
    ast_decl *d = ARENA_NEW(p->memory, ast_decl);
    *d = *like;
    d->where = here(p);
    if (d->type.kind == AST_UNSIGNED && peek(p) != TOKEN_NAME && parse_starts_type(current(p)))
        parse_error(p, current(p), "'unsigned %s' is not Promela; write unsigned x : 8 for 8 bits, or byte", current(p)->word->text);
    if (peek(p) == TOKEN_OPEN_INDEX)
        parse_error(p, current(p), "the size of an array stands behind its name, as in int a[3]");
    if (peek(p) == TOKEN_NAME)
        current(p)->word->is_declared = true;
    d->name = parse_expect_name(p, "the name of a variable");
    if (peek(p) == TOKEN_COLON && d->type.kind != AST_UNSIGNED)
        parse_error(p, current(p), "only variables of type 'unsigned' have a width in bits");
    if (parse_accept(p, TOKEN_COLON))
        d->unsigned_width = parse_primary(p);
    if (parse_accept(p, TOKEN_OPEN_INDEX)) {
        if (peek(p) == TOKEN_CLOSE_INDEX)
            parse_error(p, current(p), "the size of the array is missing, as in %s[3]", d->name);
        p->parens++;
        d->array = parse_expr(p);
        p->parens--;
        parse_expect(p, TOKEN_CLOSE_INDEX, "behind the size of the array");
    }
    if (peek(p) == TOKEN_OPEN_INDEX)
        parse_error(p, current(p), "Promela's arrays have one dimension; use an array of a typedef that holds an array");
    if (parse_accept(p, TOKEN_ASSIGN))
        initializer(p, d);
    return d;
}

static void qualifiers(parser *p, ast_decl *d)
{
    for (;; parse_advance(p)) {
        token_kind kind = peek(p);
        if (kind == TOKEN_HIDDEN)
            d->hidden = true;
        else if (kind == TOKEN_SHOW)
            d->show = true;
        else if (kind == TOKEN_LOCAL)
            d->is_local_keyword = true;
        else if (kind == TOKEN_NAME && is_ghost(current(p)))
            d->ghost = true;
        else
            return;
    }
}

/* ['='] '{' NAME {[','] NAME} '}' behind mtype[:set] */
static void mtype_names(parser *p, const ast_type *set)
{
    parse_accept(p, TOKEN_ASSIGN);
    parse_expect(p, TOKEN_OPEN_BLOCK, "before the names of 'mtype'");
    bool is_first = true;
    do {
        ast_mtype *m = ARENA_NEW(p->memory, ast_mtype);
        m->set = set->name;
        m->starts_declaration = is_first;
        is_first = false;
        m->where = here(p);
        if (peek(p) == TOKEN_NAME)
            current(p)->word->is_declared = true;
        m->name = parse_expect_name(p, "a name for a value of mtype");
        *p->last_mtype = m;
        p->last_mtype = &m->next;
        while (parse_accept(p, TOKEN_COMMA))
            continue;
    } while (!p->failed && peek(p) != TOKEN_CLOSE_BLOCK);
    parse_expect(p, TOKEN_CLOSE_BLOCK, "behind the names of 'mtype'");
}

/* qualifiers type variable {',' variable}; NULL for the declaration of mtype names */
ast_decl *parse_one_decl(parser *p, bool is_global)
{
    ast_decl like = {0};
    ast_decl *first = NULL, **last = &first;
    qualifiers(p, &like);
    like.type = type(p);
    if (like.type.kind == AST_MTYPE && (peek(p) == TOKEN_OPEN_BLOCK || (peek(p) == TOKEN_ASSIGN && peek_second(p) == TOKEN_OPEN_BLOCK))) {
        if (!is_global)
            parse_error(p, current(p), "the names of 'mtype' are declared outside proctypes");
        mtype_names(p, &like.type);
        return NULL;
    }
    do {
        *last = variable(p, &like);
        last = &(*last)->next;
    } while (parse_accept(p, TOKEN_COMMA));
    return first;
}

/* Declarations between brackets, with separators that may be missing at a line's end. */
static ast_decl *decl_list(parser *p, token_kind end)
{
    ast_decl *first = NULL, **last = &first;
    while (!p->failed && peek(p) != end) {
        *last = parse_one_decl(p, false);
        while (*last)
            last = &(*last)->next;
        bool separated = false;
        while (parse_accept(p, TOKEN_SEMICOLON))
            separated = true;
        if (!separated && peek(p) != end && !current(p)->starts_line)
            parse_error_expected(p, arena_printf(p->memory, "';' or '%s' behind the declaration", token_kind_text(end)));
    }
    return first;
}

/* ---- Units ---- */

static ast_decl *parameters(parser *p)
{
    ast_decl *first = NULL, **last = &first;
    p->parens++;
    while (!p->failed && peek(p) != TOKEN_CLOSE) {
        if (peek(p) == TOKEN_NAME && !parse_starts_declaration(p))
            parse_error(p, current(p), "expected the type of a parameter, found '%s'", current(p)->word->text);
        ast_decl like = {0};
        qualifiers(p, &like);
        like.type = type(p);
        do {
            if (first && parse_starts_declaration(p))
                parse_error(p, current(p), "parameters of different types are separated by ';', as in (byte a; byte b)");
            *last = variable(p, &like);
            if ((*last)->initializer || (*last)->is_channel_initializer)
                parse_complain(p, (*last)->where, "the parameter '%s' cannot have an initial value", (*last)->name);
            last = &(*last)->next;
        } while (parse_accept(p, TOKEN_COMMA));
        if (!parse_accept(p, TOKEN_SEMICOLON) && peek(p) != TOKEN_CLOSE)
            parse_error_expected(p, "';' or ')' behind the parameter");
    }
    p->parens--;
    return first;
}

static void priority(parser *p, ast_proctype *t)
{
    if (!parse_accept(p, TOKEN_PRIORITY))
        return;
    if (peek(p) != TOKEN_NUMBER)
        parse_error_expected(p, "a number behind 'priority'");
    t->priority = parse_primary(p);
}

static void body(parser *p, ast_proctype *t)
{
    p->in_sequence = true;
    t->body = parse_block(p, t->name);
    p->in_sequence = false;
    parse_end_of_labels(p);
    *p->last_proctype = t;
    p->last_proctype = &t->next;
}

/* ['active' ['[' N ']']] 'proctype' NAME '(' parameters ')' ['priority' N] ['provided' '(' expr ')'] body */
static void proctype(parser *p)
{
    ast_proctype *t = ARENA_NEW(p->memory, ast_proctype);
    source_location start = here(p);
    if (parse_accept(p, TOKEN_ACTIVE)) {
        t->active = parse_new_expr(p, AST_NUMBER, start);
        t->active->number = 1;
        if (parse_accept(p, TOKEN_OPEN_INDEX)) {
            t->active = parse_expr(p);
            parse_expect(p, TOKEN_CLOSE_INDEX, "behind the number of processes");
        }
    }
    t->is_d_proctype = parse_accept(p, TOKEN_D_PROCTYPE);
    if (!t->is_d_proctype)
        parse_expect(p, TOKEN_PROCTYPE, "behind 'active'");
    t->where = here(p);
    word *name = current(p)->word;
    t->name = parse_expect_name(p, "the name of the proctype");
    if (!p->failed)
        name->is_process = true;
    if (peek(p) == TOKEN_OPEN_BLOCK) {
        parse_complain(p, here(p), "'()' is missing behind the name of the proctype; write proctype %s() {", t->name);
    } else {
        if (parse_expect(p, TOKEN_OPEN, "behind the name of the proctype"))
            t->parameters = parameters(p);
        parse_expect(p, TOKEN_CLOSE, "behind the parameters");
    }
    priority(p, t);
    if (parse_accept(p, TOKEN_PROVIDED)) {
        if (peek(p) != TOKEN_OPEN)
            parse_error_expected(p, "'(' behind 'provided'");
        t->provided = parse_expr(p);
    }
    body(p, t);
}

static void init(parser *p)
{
    ast_proctype *t = ARENA_NEW(p->memory, ast_proctype);
    t->where = parse_advance(p)->where;
    t->name = "init";
    t->is_init = true;
    if (peek(p) == TOKEN_OPEN) {
        parse_complain(p, here(p), "init takes no parameters; write init {");
        parse_skip_balanced(p, TOKEN_OPEN, TOKEN_CLOSE);
    }
    priority(p, t);
    body(p, t);
}

/* The labels that the formula names: it ends where the parser stands. */
static void note_labels(parser *p, const token *from)
{
    for (const token *t = from; t + 2 < current(p); t++)
        if (t[1].kind == TOKEN_AT && t[2].kind == TOKEN_NAME)
            parse_note_label(p, t->kind == TOKEN_NAME ? t->word->text : NULL, t[2].word->text);
}

/* The tokens as one text. What a macro made stands where the macro is called. */
static void set_formula(parser *p, ast_claim *c, const token *from, const token *end)
{
    strbuf text = {0};
    VEC(source_location) places = {0};
    for (const token *t = from; t < end; t++) {
        source_location where = t->where;
        p->file->asks_last |= t->kind == TOKEN_LAST;
        if (t > from && (t->space_before || t->starts_line)) {
            strbuf_add_char(&text, ' ');
            vec_push(&places, where);
        }
        strbuf_add_bytes(&text, t->text, t->length);
        for (uint32_t i = 0; i < t->length; i++) {
            vec_push(&places, where);
            where.column += !t->call;
        }
    }
    vec_push(&places, end->where);
    source_location *kept = ARENA_ARRAY(p->memory, source_location, places.count);
    memcpy(kept, places.data, places.count * sizeof *kept);
    c->formula = arena_strdup(p->memory, strbuf_text(&text));
    c->places = kept;
    strbuf_release(&text);
    vec_release(&places);
}

/* 'ltl' [NAME] '{' formula '}': one without a name has the number that SPIN gives it. */
static void formula(parser *p, ast_claim *c, const token *start)
{
    const char *name = peek(p) == TOKEN_NAME ? parse_advance(p)->word->text : arena_printf(p->memory, "ltl_%u", p->unnamed_formulas++);
    const token *open = current(p);
    c->name = arena_printf(p->memory, "ltl %s", name);
    if (peek(p) != TOKEN_OPEN_BLOCK)
        parse_error_expected(p, "'{' behind 'ltl'");
    else
        parse_skip_balanced(p, TOKEN_OPEN_BLOCK, TOKEN_CLOSE_BLOCK);
    note_labels(p, start);
    if (!p->failed)
        set_formula(p, c, open + 1, current(p) - 1);
}

/* 'never' [NAME] body */
static void never(parser *p, ast_claim *c)
{
    c->kind = AST_CLAIM_NEVER;
    c->name = peek(p) == TOKEN_NAME ? arena_printf(p->memory, "never claim %s", parse_advance(p)->word->text) : "never claim";
    p->in_sequence = true;
    c->body = parse_block(p, "never");
    p->in_sequence = false;
    parse_end_of_labels(p);
}

/* trace and notrace: noted, not looked into */
static void message_claim(parser *p, ast_claim *c, const token *t)
{
    c->kind = AST_CLAIM_TRACE;
    c->name = t->word->text;
    parse_accept(p, TOKEN_NAME);
    if (peek(p) != TOKEN_OPEN_BLOCK)
        parse_error_expected(p, arena_printf(p->memory, "'{' behind '%s'", t->word->text));
    else
        parse_skip_balanced(p, TOKEN_OPEN_BLOCK, TOKEN_CLOSE_BLOCK);
}

static void claim_unit(parser *p)
{
    const token *t = parse_advance(p);
    ast_claim *c = ARENA_NEW(p->memory, ast_claim);
    c->where = t->where;
    if (t->kind == TOKEN_LTL)
        formula(p, c, t);
    else if (t->kind == TOKEN_NEVER)
        never(p, c);
    else
        message_claim(p, c, t);
    *p->last_claim = c;
    p->last_claim = &c->next;
}

static void type_definition(parser *p)
{
    ast_typedef *t = ARENA_NEW(p->memory, ast_typedef);
    parse_advance(p);
    t->where = here(p);
    if (peek(p) != TOKEN_NAME && parse_starts_type(current(p))) { /* typedef int name */
        parse_complain(p, t->where, "a typedef is a struct, as in typedef pair { int a; int b }; use #define for another name of a type");
        parse_advance(p);
        if (peek(p) == TOKEN_NAME)
            parse_advance(p)->word->is_type = true;
        return;
    }
    if (peek(p) == TOKEN_NAME && peek_second(p) == TOKEN_OPEN_BLOCK && !strcmp(current(p)->word->text, "struct"))
        parse_advise(p);
    word *name = current(p)->word;
    t->name = parse_expect_name(p, "the name of the new type");
    if (p->failed)
        return;
    name->is_type = true;
    parse_expect(p, TOKEN_OPEN_BLOCK, "before the members of the type");
    if (peek(p) == TOKEN_CLOSE_BLOCK)
        parse_error(p, current(p), "the type '%s' has no members", t->name);
    t->members = decl_list(p, TOKEN_CLOSE_BLOCK);
    parse_expect(p, TOKEN_CLOSE_BLOCK, "behind the members of the type");
    *p->last_typedef = t;
    p->last_typedef = &t->next;
}

/* ---- Marks of the headers that the tool serves ---- */

static void header_mark(parser *p)
{
    static const char *const names[] = {[AST_HEADER_SC] = "sc", [AST_HEADER_TSO] = "tso", [AST_HEADER_PSO] = "pso"};
    source_location where = parse_advance(p)->where;
    const char *name = parse_expect_name(p, "sc, tso or pso");
    ast_header header = AST_HEADER_NONE;
    for (unsigned i = AST_HEADER_SC; i <= AST_HEADER_PSO; i++)
        if (!strcmp(names[i], name))
            header = (ast_header)i;
    if (p->file->header != AST_HEADER_NONE && p->file->header != header)
        parse_complain(p, where, "two store-buffer headers are included, %s.h and %s.h; include one", names[p->file->header], name);
    if (p->file->header == AST_HEADER_NONE) {
        p->file->header = header;
        p->file->header_where = where;
    }
}

static bool size_mark(parser *p, const char *mark, ast_expr **size)
{
    if (strcmp(current(p)->word->text, mark))
        return false;
    parse_advance(p);
    *size = parse_primary(p);
    return true;
}

static bool mark(parser *p)
{
    if (peek(p) != TOKEN_NAME || strncmp(current(p)->word->text, "__tarry_", 8))
        return false;
    if (!strcmp(current(p)->word->text, INCLUDE_MARK_HEADER)) {
        header_mark(p);
        return true;
    }
    return size_mark(p, INCLUDE_MARK_PROCSIZE, &p->file->proc_size) || size_mark(p, INCLUDE_MARK_VARSIZE, &p->file->var_size) ||
           size_mark(p, INCLUDE_MARK_BUFFSIZE, &p->file->buff_size);
}

static void global(parser *p)
{
    *p->last_global = parse_one_decl(p, true);
    while (*p->last_global)
        p->last_global = &(*p->last_global)->next;
    if (peek(p) == TOKEN_OPEN && p->tokens[p->at - 1].kind == TOKEN_NAME && !current(p)->starts_line) {
        parse_refuse_function(p, current(p) - 1);
        return;
    }
    bool ended = peek(p) == TOKEN_SEMICOLON || peek(p) == TOKEN_ARROW || peek(p) == TOKEN_END || current(p)->starts_line ||
                 p->tokens[p->at - 1].kind == TOKEN_CLOSE_BLOCK;
    if (!ended && !parse_starts_unit(peek(p)) && !parse_starts_declaration(p))
        parse_error_expected(p, "';' behind the declaration");
}

static void unit(parser *p)
{
    switch ((int)peek(p)) {
    case TOKEN_SEMICOLON: case TOKEN_ARROW: parse_advance(p); return;
    case TOKEN_ACTIVE: case TOKEN_PROCTYPE: case TOKEN_D_PROCTYPE: proctype(p); return;
    case TOKEN_INIT: init(p); return;
    case TOKEN_NEVER: case TOKEN_LTL: case TOKEN_TRACE: case TOKEN_NOTRACE: claim_unit(p); return;
    case TOKEN_TYPEDEF: type_definition(p); return;
    case TOKEN_INLINE: parse_inline_definition_unit(p); return;
    case TOKEN_C_CODE: case TOKEN_C_DECL: case TOKEN_C_EXPR: case TOKEN_C_STATE: case TOKEN_C_TRACK: parse_refuse_c(p); return;
    default:
        if (mark(p) || parse_skip_foreign_word(p))
            return;
        if (parse_starts_declaration(p))
            global(p);
        else if (peek(p) == TOKEN_NAME && current(p)->word->is_declared)
            parse_error(p, current(p), "statements stand in the body of a proctype, an init or an inline");
        else
            parse_error_expected(p, "a declaration, a proctype, init, inline or typedef");
    }
}

/* After an error: to what looks like the start of the next unit. */
static void recover(parser *p, size_t start)
{
    unsigned depth = 0;
    if (p->gave_up)
        return;
    if (p->at == start)
        p->at++;
    for (; p->tokens[p->at].kind != TOKEN_END; p->at++) {
        const token *t = current(p);
        if (parse_starts_unit(t->kind) || (!depth && t->starts_line && (parse_starts_type(t) || is_visibility(t->kind))))
            break;
        if (!depth && t->kind == TOKEN_SEMICOLON)
            break;
        depth += t->kind == TOKEN_OPEN_BLOCK;
        depth -= t->kind == TOKEN_CLOSE_BLOCK && depth;
    }
    p->failed = false;
    p->in_sequence = false;
    p->resumed = current(p);
}

/* { unit } */
void parse_units(parser *p)
{
    while (peek(p) != TOKEN_END) {
        size_t start = p->at;
        unit(p);
        if (p->failed)
            recover(p, start);
    }
}
