/* condition.c: propositions about final states.
 *
 * Tightest first: not, => (to the right), /\ and \/ (to the left), as herd reads them. */
#include "frontend/litmus/litmus.h"

typedef enum level { LEVEL_OR, LEVEL_AND, LEVEL_IMPLIES, LEVEL_ATOM } level;

/* A part of a proposition: its meaning, its text, and how tightly its outermost operator binds. */
typedef struct part {
    const expr *value; /* NULL after an error */
    const char *text;
    level level;
    unsigned height; /* of the expression's tree */
} part;

static const part nothing = {.text = "", .level = LEVEL_ATOM};

static part parse_or(litmus_test *t, scanner *s, unsigned depth);

/* The part, unless its tree is too high for functions that walk through it by recursion. */
static part limited(litmus_test *t, part p, source_location where)
{
    if (p.height <= LITMUS_MAX_DEPTH)
        return p;
    diag_error(t->diag, where, "this condition is too large: at most %d operators on top of each other are allowed", LITMUS_MAX_DEPTH);
    return nothing;
}

static unsigned higher(const part *a, const part *b)
{
    return 1 + (a->height > b->height ? a->height : b->height);
}

static const char *within(litmus_test *t, const part *p, level least)
{
    return p->level >= least ? p->text : arena_printf(t->program->memory, "(%s)", p->text);
}

static const expr *variable_expr(litmus_test *t, const litmus_name *name, source_location where)
{
    expr *e = expr_new(t->program->memory, name->is_register ? EXPR_REMOTE : EXPR_MEMORY, where);
    e->process = name->thread;
    e->variable = name->is_register ? litmus_local_of(t, name->thread, name->index) : name->index;
    return e;
}

static const char *value_text(litmus_test *t, int32_t value)
{
    if (value >= LITMUS_ADDRESS && (size_t)(value - LITMUS_ADDRESS) < t->locations.count)
        return t->locations.data[value - LITMUS_ADDRESS].name;
    return arena_printf(t->program->memory, "%d", value);
}

static const char *name_text(litmus_test *t, const litmus_name *name)
{
    if (name->is_register)
        return arena_printf(t->program->memory, "%u:%s", name->thread, litmus_register_name(t->syntax, name->index));
    return arena_printf(t->program->memory, "[%s]", t->locations.data[name->index].name);
}

static const expr *complain(litmus_test *t, source_location where, const char *what, const token *name)
{
    diag_error(t->diag, where, "%s %s", what, litmus_token_text(t->memory, name));
    return NULL;
}

/* The thread of a number; false after an error. */
static bool take_thread(litmus_test *t, scanner *s, uint32_t *out)
{
    token number = s->now;
    if (number.kind != TOKEN_NUMBER) {
        litmus_expected(t, s, "the number of a thread");
        return false;
    }
    scanner_take(s);
    if (number.number < 0 || number.number >= (int64_t)t->program->processes.count) {
        complain(t, number.where, "the test has no thread", &number);
        return false;
    }
    *out = (uint32_t)number.number;
    return true;
}

/* 0@LC00: thread 0 is about to execute what stands behind the label. */
static part parse_at(litmus_test *t, scanner *s)
{
    expr *e = expr_new(t->program->memory, EXPR_AT, s->now.where);
    uint32_t found;
    if (!take_thread(t, s, &e->process))
        return nothing;
    scanner_take(s);
    token name = scanner_take(s);
    if (name.kind != TOKEN_NAME || !process_find_label(&t->program->processes.data[e->process], litmus_token_text(t->memory, &name), &found)) {
        complain(t, name.where, "the thread has no label", &name);
        return nothing;
    }
    e->value = (int32_t)found;
    return (part){e, "", LEVEL_ATOM, 1};
}

/* view(0, x): what thread 0 would read. */
static const expr *parse_view(litmus_test *t, scanner *s)
{
    expr *e = expr_new(t->program->memory, EXPR_VIEW, s->now.where);
    size_t known = t->locations.count;
    scanner_take(s);
    scanner_take(s);
    if (!take_thread(t, s, &e->process))
        return NULL;
    bool good = scanner_accept(s, ',') && s->now.kind == TOKEN_NAME;
    token name = s->now;
    if (good) {
        scanner_take(s);
        e->variable = litmus_location_of(t, &name);
        if (e->variable >= known)
            return complain(t, name.where, "the test has no location", &name);
        good = scanner_accept(s, ')');
    }
    if (!good)
        litmus_expected(t, s, "view(0, x)");
    return good ? e : NULL;
}

static bool is_before(const scanner *s, char sign)
{
    size_t at = s->at;
    while (s->text[at] == ' ')
        at++;
    return s->text[at] == sign;
}

/* The left side of a comparison; NULL after an error. *text is how it is written. */
static const expr *parse_operand(litmus_test *t, scanner *s, const char **text)
{
    litmus_name name;
    source_location where = s->now.where;
    *text = "";
    if (t->of_state && litmus_token_is(&s->now, "view") && is_before(s, '('))
        return parse_view(t, s);
    if (!litmus_parse_name(t, s, &name))
        return NULL;
    vec_push(&t->shown, name);
    *text = name_text(t, &name);
    return variable_expr(t, &name, where);
}

static part parse_atom(litmus_test *t, scanner *s)
{
    arena *memory = t->program->memory;
    source_location where = s->now.where;
    if (litmus_token_is(&s->now, "true") || litmus_token_is(&s->now, "false")) {
        token word = scanner_take(s);
        bool value = litmus_token_is(&word, "true");
        return (part){expr_const(memory, value, where), value ? "true" : "false", LEVEL_ATOM, 1};
    }
    if (t->of_state && s->now.kind == TOKEN_NUMBER && is_before(s, '@'))
        return parse_at(t, s);
    const char *text;
    const expr *left = parse_operand(t, s, &text);
    if (!left)
        return nothing;
    bool equal = s->now.kind == TOKEN_EQUAL;
    if (!equal && s->now.kind != TOKEN_NOT_EQUAL) {
        litmus_expected(t, s, "`=` or `<>`");
        return nothing;
    }
    scanner_take(s);
    unsigned errors = t->diag->error_count;
    int32_t value = litmus_parse_value(t, s);
    if (t->diag->error_count > errors)
        return nothing;
    const expr *right = expr_const(memory, value, where);
    return (part){expr_binary(memory, equal ? OP_EQUAL : OP_NOT_EQUAL, left, right, where),
                  arena_printf(memory, "%s%s%s", text, equal ? "=" : "<>", value_text(t, value)), LEVEL_ATOM, 2};
}

static part parse_not(litmus_test *t, scanner *s, unsigned depth)
{
    arena *memory = t->program->memory;
    source_location where = s->now.where;
    if (depth > LITMUS_MAX_DEPTH) {
        diag_error(t->diag, where, "nested too deeply: at most %d levels are allowed", LITMUS_MAX_DEPTH);
        return nothing;
    }
    if (scanner_accept(s, '(')) {
        part inside = parse_or(t, s, depth + 1);
        if (inside.value && !scanner_accept(s, ')')) {
            litmus_expected(t, s, "`)`");
            return nothing;
        }
        return inside;
    }
    if (s->now.kind != '~' && !litmus_token_is(&s->now, "not"))
        return parse_atom(t, s);
    scanner_take(s);
    part inside = parse_not(t, s, depth + 1);
    if (!inside.value)
        return nothing;
    part negated = {expr_unary(memory, OP_NOT, inside.value, where), arena_printf(memory, "not (%s)", inside.text), LEVEL_ATOM, inside.height + 1};
    return limited(t, negated, where);
}

static part parse_implies(litmus_test *t, scanner *s, unsigned depth)
{
    arena *memory = t->program->memory;
    part left = parse_not(t, s, depth);
    source_location where = s->now.where;
    if (!left.value || !scanner_accept(s, TOKEN_IMPLIES))
        return left;
    part right = parse_implies(t, s, depth + 1);
    if (!right.value)
        return nothing;
    const expr *value = expr_binary(memory, OP_OR, expr_unary(memory, OP_NOT, left.value, where), right.value, where);
    const char *text = arena_printf(memory, "%s => %s", within(t, &left, LEVEL_ATOM), within(t, &right, LEVEL_IMPLIES));
    return limited(t, (part){value, text, LEVEL_IMPLIES, higher(&left, &right) + 1}, where);
}

/* Parts joined by one sign; the tree leans left. */
static part parse_chain(litmus_test *t, scanner *s, unsigned depth, bool is_or)
{
    arena *memory = t->program->memory;
    part all = nothing;
    level own = is_or ? LEVEL_OR : LEVEL_AND;
    for (source_location where = s->now.where;; where = s->now.where) {
        if (all.value && !scanner_accept(s, is_or ? TOKEN_OR : TOKEN_AND))
            return all;
        part one = is_or ? parse_chain(t, s, depth, false) : parse_implies(t, s, depth);
        if (!one.value)
            return nothing;
        if (!all.value) {
            all = one;
            continue;
        }
        const char *text = arena_printf(memory, "%s %s %s", within(t, &all, own), is_or ? "\\/" : "/\\", within(t, &one, own));
        all = limited(t, (part){expr_binary(memory, is_or ? OP_OR : OP_AND, all.value, one.value, where), text, own, higher(&all, &one)}, where);
        if (!all.value)
            return nothing;
    }
}

static part parse_or(litmus_test *t, scanner *s, unsigned depth)
{
    return parse_chain(t, s, depth, true);
}

const expr *litmus_parse_condition(litmus_test *t, scanner *s, const char **text)
{
    part all = parse_or(t, s, 0);
    *text = all.text;
    return all.value;
}
