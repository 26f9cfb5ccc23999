/* ltl.c: formulas in the file beside the model: model.ltl beside model.dve or model.mdve.
 * Lines that begin otherwise are comments.
 *
 *   #define name (condition)      a name for a condition, in the language of the model
 *   #property formula             what every run must satisfy: G F X U W R V ! && || -> <->, names and conditions in parentheses
 *
 * A formula becomes a claim: names are replaced by their conditions, G by [], F by <>; each character keeps its place. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "frontend/dve/lower.h"

enum { MOST_LENGTH = 20000 };

typedef struct definition {
    const char *name, *text;
    source_location where; /* of the first character of the text */
    bool is_open;          /* its text is being copied: it does not stand for itself there */
} definition;

typedef struct formula_file {
    arena *memory;
    diag *diag;
    program *program;
    VEC(definition) definitions;
} formula_file;

typedef struct formula_text {
    strbuf text;
    VEC(source_location) places;
} formula_text;

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || c == '#';
}

static void add(formula_text *out, const char *text, size_t length, source_location where)
{
    for (size_t i = 0; i < length; i++)
        vec_push(&out->places, where);
    strbuf_add_bytes(&out->text, text, length);
}

static definition *find_definition(const formula_file *f, const char *word, size_t length)
{
    for (size_t i = f->definitions.count; i-- > 0;)
        if (strlen(f->definitions.data[i].name) == length && !memcmp(f->definitions.data[i].name, word, length))
            return &f->definitions.data[i];
    return NULL;
}

static bool is_letter(const char *word, size_t length, char letter)
{
    return length == 1 && *word == letter;
}

/* The word behind `before` is a state of a process, or one of its variables. */
static bool is_member(const strbuf *before, bool is_formula)
{
    const char *text = strbuf_text(before);
    size_t end = before->length;
    return end && (text[end - 1] == '.' || (!is_formula && end > 1 && text[end - 2] == '-' && text[end - 1] == '>'));
}

/* Copies the text, with names replaced. `is_formula`: G and F are operators. */
static void expand(formula_file *f, const char *text, source_location at, bool is_formula, formula_text *out)
{
    while (*text && out->text.length < MOST_LENGTH) {
        size_t length = 0;
        while (is_word(text[length]))
            length++;
        bool is_name = length && !isdigit((unsigned char)*text) && !is_member(&out->text, is_formula);
        definition *named = is_name ? find_definition(f, text, length) : NULL;
        if (named && !named->is_open) {
            named->is_open = true;
            add(out, "(", 1, at);
            expand(f, named->text, named->where, false, out);
            add(out, ")", 1, at);
            named->is_open = false;
        } else if (is_formula && (is_letter(text, length, 'G') || is_letter(text, length, 'F'))) {
            add(out, *text == 'G' ? "[]" : "<>", 2, at);
        } else {
            for (size_t i = 0; i < (length ? length : 1); i++)
                add(out, text + i, 1, (source_location){at.file, at.line, at.column + (uint32_t)i});
        }
        length = length ? length : 1;
        text += length;
        at.column += (uint32_t)length;
    }
}

static void add_claim(formula_file *f, const char *text, source_location where)
{
    formula_text made = {0};
    arena *memory = f->program->memory;
    expand(f, text, where, true, &made);
    vec_push(&made.places, where);
    source_location *places = ARENA_ARRAY(memory, source_location, made.places.count);
    memcpy(places, made.places.data, made.places.count * sizeof *places);
    vec_push(&f->program->claims, ((claim){.kind = CLAIM_FORMULA, .name = arena_printf(memory, "ltl %s", text), .formula = arena_strdup(memory, strbuf_text(&made.text)),
                                           .places = places, .where = where}));
    strbuf_release(&made.text);
    vec_release(&made.places);
}

/* The text from `at` on, without blanks at either end; *where moves along. */
static const char *rest_of(formula_file *f, const char *line, size_t length, size_t at, source_location *where)
{
    while (at < length && isspace((unsigned char)line[at]))
        at++;
    while (length > at && isspace((unsigned char)line[length - 1]))
        length--;
    where->column = (uint32_t)at + 1;
    return arena_strndup(f->memory, line + at, length - at);
}

static void read_definition(formula_file *f, const char *line, size_t length, size_t at, source_location where)
{
    while (at < length && isspace((unsigned char)line[at]))
        at++;
    size_t start = at;
    while (at < length && is_word(line[at]))
        at++;
    where.column = (uint32_t)start + 1;
    if (at == start) {
        diag_error(f->diag, where, "expected a name behind #define, as in #define ap (P.q)");
        return;
    }
    const char *name = arena_strndup(f->memory, line + start, at - start), *text = rest_of(f, line, length, at, &where);
    if (!*text)
        diag_error(f->diag, where, "#define %s needs a condition, as in #define %s (P.q)", name, name);
    vec_push(&f->definitions, ((definition){.name = name, .text = text, .where = where}));
}

static bool begins(const char *line, size_t length, const char *word)
{
    size_t needed = strlen(word);
    return length > needed && !memcmp(line, word, needed) && isspace((unsigned char)line[needed]);
}

static void read_line(formula_file *f, const char *line, size_t length, source_location where)
{
    if (begins(line, length, "#define")) {
        read_definition(f, line, length, strlen("#define"), where);
    } else if (begins(line, length, "#property")) {
        const char *text = rest_of(f, line, length, strlen("#property"), &where);
        if (*text)
            add_claim(f, text, where);
        else
            diag_error(f->diag, where, "#property needs a formula, as in #property G (a -> F b)");
    } else if (length && *line == '#') {
        diag_error(f->diag, where, "expected #define or #property");
    }
}

/* "dir/model.ltl" of "dir/model.dve". */
static const char *name_beside(arena *memory, const char *file_name)
{
    const char *dot = strrchr(file_name, '.'), *slash = strrchr(file_name, '/');
    size_t length = dot && (!slash || dot > slash) ? (size_t)(dot - file_name) : strlen(file_name);
    return arena_printf(memory, "%.*s.ltl", (int)length, file_name);
}

void dve_read_formulas(program *p, const char *file_name, diag *d)
{
    formula_file f = {.memory = arena_new(), .diag = d, .program = p};
    const char *name = name_beside(f.memory, file_name);
    FILE *from = strcmp(file_name, "-") ? fopen(name, "r") : NULL;
    strbuf text = {0};
    char block[4096];
    for (size_t got; from && (got = fread(block, 1, sizeof block, from)) > 0;)
        strbuf_add_bytes(&text, block, got);
    if (from)
        fclose(from);
    if (text.length) {
        p->input_hash = hash_fingerprint(p->input_hash, strbuf_text(&text), text.length); /* it is a part of the input */
        source_location where = {diag_add_source(d, name, strbuf_text(&text), text.length), 1, 1};
        for (const char *line = strbuf_text(&text); *line; where.line++) {
            size_t length = strcspn(line, "\n");
            read_line(&f, line, length, where);
            line += length + (line[length] == '\n');
        }
    }
    strbuf_release(&text);
    vec_release(&f.definitions);
    arena_free(f.memory);
}
