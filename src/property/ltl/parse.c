/* parse.c: a text is split at the operator that binds least and is not inside parentheses, and so on with its parts.
 *
 * Letters such as U may be names of variables too: they are operators only where an operand stands on both sides. */
#include "property/ltl/parse.h"

#include <ctype.h>
#include <string.h>

#include "base/bug.h"

typedef enum operator_kind {
    OPERATOR_NONE,
    OPERATOR_NOT, OPERATOR_NEXT, OPERATOR_ALWAYS, OPERATOR_EVENTUALLY,
    OPERATOR_UNTIL, OPERATOR_WEAK_UNTIL, OPERATOR_RELEASE,
    OPERATOR_AND, OPERATOR_OR, OPERATOR_IMPLIES, OPERATOR_EQUIVALENT
} operator_kind;

enum { MOST_DEPTH = 200, MOST_LENGTH = 5000, MOST_SIZE = 20000, MOST_WORDS = 8 };

typedef struct spelling {
    const char *text;
    operator_kind kind;
    int level;     /* 0: stands before its operand; 1 binds more tightly than 2 and so on */
    bool temporal;
} spelling;

/* Where one is the beginning of another the longer comes first. */
static const spelling spellings[] = {
    {"<->", OPERATOR_EQUIVALENT, 4, false}, {"->", OPERATOR_IMPLIES, 4, false},      {"||", OPERATOR_OR, 3, false},          {"&&", OPERATOR_AND, 2, false},
    {"[]", OPERATOR_ALWAYS, 0, true},       {"<>", OPERATOR_EVENTUALLY, 0, true},    {"!", OPERATOR_NOT, 0, false},          {"X", OPERATOR_NEXT, 0, true},
    {"U", OPERATOR_UNTIL, 1, true},         {"W", OPERATOR_WEAK_UNTIL, 1, true},     {"V", OPERATOR_RELEASE, 1, true},       {"R", OPERATOR_RELEASE, 1, true},
    {"always", OPERATOR_ALWAYS, 0, true},   {"eventually", OPERATOR_EVENTUALLY, 0, true}, {"next", OPERATOR_NEXT, 0, true},  {"not", OPERATOR_NOT, 0, false},
    {"until", OPERATOR_UNTIL, 1, true},     {"stronguntil", OPERATOR_UNTIL, 1, true}, {"weakuntil", OPERATOR_WEAK_UNTIL, 1, true}, {"release", OPERATOR_RELEASE, 1, true},
    {"and", OPERATOR_AND, 2, false},        {"or", OPERATOR_OR, 3, false},           {"implies", OPERATOR_IMPLIES, 4, false}, {"equivalent", OPERATOR_EQUIVALENT, 4, false},
};
enum { LEAST_BINDING = 4 };

typedef struct parsing {
    formula_pool *pool;
    const char *text;
    const formula_reader *reader;
    int depth;
} parsing;

typedef struct span {
    size_t first, end;
} span;

static bool is_name_char(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static span trim(const parsing *p, span s)
{
    while (s.first < s.end && isspace((unsigned char)p->text[s.first]))
        s.first++;
    while (s.first < s.end && isspace((unsigned char)p->text[s.end - 1]))
        s.end--;
    return s;
}

/* ---- Operators ---- */
/* An operand may begin with this: not an operator of the language, nor an index. */
static bool may_begin_operand(const char *text, size_t at, size_t end)
{
    while (at < end && isspace((unsigned char)text[at]))
        at++;
    if (at >= end)
        return false;
    return is_name_char(text[at]) || strchr("(!-~", text[at]) || !strncmp(text + at, "[]", 2) || !strncmp(text + at, "<>", 2);
}

static const spelling *operator_after(const parsing *p, span s, size_t at, unsigned words);

/* An operand may end before this place: with a name that is no operator, a parenthesis, or an index. */
static bool may_end_operand(const parsing *p, span s, size_t at, unsigned words)
{
    while (at > s.first && isspace((unsigned char)p->text[at - 1]))
        at--;
    size_t word = at;
    while (word > s.first && is_name_char(p->text[word - 1]))
        word--;
    if (word < at)
        return !operator_after(p, s, word, words + 1);
    if (at - s.first >= 2 && !strncmp(p->text + at - 2, "[]", 2))
        return false;
    return at > s.first && (p->text[at - 1] == ')' || p->text[at - 1] == ']');
}

/* The operator that is written at this place of the span; NULL where there is none. `words` stand behind it, of which each is one if that before it is none, or the
 * reverse: among very many of them the first is believed to be one. */
static const spelling *operator_after(const parsing *p, span s, size_t at, unsigned words)
{
    if (!strchr("<-|&[!XUWVRaensuwroi", p->text[at]) || (is_name_char(p->text[at]) && at > s.first && is_name_char(p->text[at - 1])))
        return NULL; /* nearly everywhere */
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++) {
        const spelling *o = &spellings[i];
        size_t length = strlen(o->text), after = at + length;
        bool word = isalpha((unsigned char)o->text[0]);
        if (after > s.end || strncmp(p->text + at, o->text, length))
            continue;
        if (word && ((at > s.first && is_name_char(p->text[at - 1])) || (after < s.end && is_name_char(p->text[after]))))
            continue;
        if (o->kind == OPERATOR_NOT && !word && p->text[after] == '=')
            continue;
        if (!word && !o->level && may_end_operand(p, s, at, words)) /* an index, or <> as "not equal" */
            continue;
        if (word && words < MOST_WORDS && !(may_begin_operand(p->text, after, s.end) && may_end_operand(p, s, at, words) == (o->level > 0)))
            continue;
        return o;
    }
    return NULL;
}

static const spelling *operator_at(const parsing *p, span s, size_t at)
{
    return operator_after(p, s, at, 0);
}

static bool has_temporal(const parsing *p, span s)
{
    for (size_t at = s.first; at < s.end; at++) {
        const spelling *o = operator_at(p, s, at);
        if (o && o->temporal)
            return true;
    }
    return false;
}

static int nesting(char c)
{
    return c == '(' ? 1 : c == ')' ? -1 : 0;
}

/* The last operator of the level that is not inside parentheses; false where there is none. */
static bool find_last(const parsing *p, span s, int level, size_t *place, const spelling **found)
{
    int depth = 0;
    *found = NULL;
    for (size_t at = s.first; at < s.end; at++) {
        const spelling *o = depth ? NULL : operator_at(p, s, at);
        if (o && o->level == level) {
            *place = at;
            *found = o;
        }
        if (o)
            at += strlen(o->text) - 1;
        else
            depth += nesting(p->text[at]);
    }
    return *found != NULL;
}

/* ---- Formulas ---- */
static bool complain(parsing *p, size_t at, const char *message)
{
    p->reader->error(p->reader->data, at, message);
    return false;
}

static bool parentheses_match(parsing *p, span s)
{
    int depth = 0;
    size_t open = s.first;
    for (size_t at = s.first; at < s.end; at++) {
        if (!depth && p->text[at] == '(')
            open = at;
        depth += nesting(p->text[at]);
        if (depth < 0)
            return complain(p, at, "this parenthesis closes nothing");
    }
    return !depth || complain(p, open, "this parenthesis is not closed");
}

static bool is_enclosed(const parsing *p, span s)
{
    int depth = 0;
    for (size_t at = s.first; at + 1 < s.end; at++) {
        depth += nesting(p->text[at]);
        if (!depth)
            return false;
    }
    return p->text[s.first] == '(';
}

static formula build(formula_pool *pool, operator_kind kind, formula f, formula g)
{
    switch (kind) {
    case OPERATOR_NOT: return formula_not(pool, g);
    case OPERATOR_NEXT: return formula_next(pool, g);
    case OPERATOR_ALWAYS: return formula_always(pool, g);
    case OPERATOR_EVENTUALLY: return formula_eventually(pool, g);
    case OPERATOR_UNTIL: return formula_until(pool, f, g);
    case OPERATOR_WEAK_UNTIL: return formula_weak_until(pool, f, g);
    case OPERATOR_RELEASE: return formula_release(pool, f, g);
    case OPERATOR_AND: return formula_and(pool, f, g);
    case OPERATOR_OR: return formula_or(pool, f, g);
    case OPERATOR_IMPLIES: return formula_implies(pool, f, g);
    case OPERATOR_EQUIVALENT: return formula_equivalent(pool, f, g);
    case OPERATOR_NONE: break;
    }
    BUG("no operator");
}

static bool read_span(parsing *p, span s, formula *out);

static bool is_name(const parsing *p, span s)
{
    while (s.first < s.end && is_name_char(p->text[s.first]))
        s.first++;
    return s.first == s.end;
}

/* Is the text an operand and then the word of an operator with nothing behind it? */
static bool ends_in_operator(const parsing *p, span s)
{
    size_t at = s.end;
    while (at > s.first && is_name_char(p->text[at - 1]))
        at--;
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++)
        if (spellings[i].level && strlen(spellings[i].text) == s.end - at && !strncmp(p->text + at, spellings[i].text, s.end - at))
            return may_end_operand(p, s, at, 0);
    return false;
}

/* p, (p) and !p speak of the same condition. What follows a ! may bind less tightly in the language of the program: only a name or parentheses are sure. */
static bool read_atom(parsing *p, span s, formula *out)
{
    uint32_t atom;
    if (is_enclosed(p, s) && trim(p, (span){s.first + 1, s.end - 1}).first < s.end - 1)
        return read_span(p, (span){s.first + 1, s.end - 1}, out);
    span rest = trim(p, (span){s.first + 1, s.end});
    if (p->text[s.first] == '!' && rest.first < rest.end && (is_name(p, rest) || is_enclosed(p, rest))) {
        bool good = read_span(p, rest, out);
        *out = good ? formula_not(p->pool, *out) : *out;
        return good;
    }
    if (ends_in_operator(p, s))
        return complain(p, s.end, "a formula or a condition is missing here");
    if (!p->reader->atom(p->reader->data, s.first, s.end - s.first, &atom))
        return false;
    if (atom >= FORMULA_MAX_ATOMS)
        return complain(p, s.first, "a formula can have at most 64 different conditions");
    *out = formula_atom(p->pool, atom);
    return true;
}

/* It consists of operands and an operator of formulas, or stands in parentheses. */
static bool has_parts(const parsing *p, span s)
{
    const spelling *found;
    size_t at;
    for (int level = LEAST_BINDING; level > 0; level--)
        if (find_last(p, s, level, &at, &found))
            return true;
    return operator_at(p, s, s.first) || is_enclosed(p, s);
}

static bool is_atom(const parsing *p, span s)
{
    return !has_temporal(p, s) && (p->reader->is_condition(p->reader->data, s.first, s.end - s.first) || !has_parts(p, s));
}

static bool read_parts(parsing *p, span s, formula *out)
{
    const spelling *o;
    size_t at;
    formula f = {0}, g;
    for (int level = LEAST_BINDING; level > 0; level--)
        if (find_last(p, s, level, &at, &o)) {
            if (!read_span(p, (span){s.first, at}, &f) || !read_span(p, (span){at + strlen(o->text), s.end}, &g))
                return false;
            *out = build(p->pool, o->kind, f, g);
            return true;
        }
    o = operator_at(p, s, s.first);
    if (o) {
        if (!read_span(p, (span){s.first + strlen(o->text), s.end}, &g))
            return false;
        *out = build(p->pool, o->kind, f, g);
        return true;
    }
    if (is_enclosed(p, s))
        return read_span(p, (span){s.first + 1, s.end - 1}, out);
    return complain(p, s.first, "a temporal operator stands inside an expression here");
}

static bool read_span(parsing *p, span s, formula *out)
{
    size_t before = s.first;
    s = trim(p, s);
    if (s.first == s.end)
        return complain(p, before, "a formula or a condition is missing here");
    if (p->depth >= MOST_DEPTH)
        return complain(p, s.first, "the formula is nested too deeply");
    p->depth++;
    bool good = is_atom(p, s) ? read_atom(p, s, out) : read_parts(p, s, out);
    p->depth--;
    return good;
}

bool formula_parse(formula_pool *pool, const char *text, const formula_reader *reader, formula *out)
{
    parsing p = {.pool = pool, .text = text, .reader = reader};
    span all = {0, strlen(text)};
    if (all.end > MOST_LENGTH)
        return complain(&p, 0, "this formula is too long: it may have 5000 characters");
    if (!parentheses_match(&p, all) || !read_span(&p, all, out))
        return false;
    return formula_size(pool, *out) <= MOST_SIZE || complain(&p, 0, "this formula is too large: -> and <-> are written out, and it has more than 20000 operators then");
}
