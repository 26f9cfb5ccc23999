/* parse_instruction.c: one cell of the table: labels and an instruction, in the syntax of Intel or of AT&T. */
#include <ctype.h>
#include <string.h>

#include "frontend/litmus/litmus.h"

typedef enum operands { NO_OPERANDS, ONE_OPERAND, TWO_OPERANDS, LABEL_OPERAND } operands;

typedef struct mnemonic {
    const char *name;
    opcode code;
    expr_op op;
    operands operands;
    bool may_lock;
} mnemonic;

static const mnemonic mnemonics[] = {
    {"mov", CODE_MOV, 0, TWO_OPERANDS, false},          {"xchg", CODE_XCHG, 0, TWO_OPERANDS, true},
    {"add", CODE_BINARY, OP_ADD, TWO_OPERANDS, true},   {"sub", CODE_BINARY, OP_SUBTRACT, TWO_OPERANDS, true},
    {"and", CODE_BINARY, OP_BIT_AND, TWO_OPERANDS, true}, {"or", CODE_BINARY, OP_BIT_OR, TWO_OPERANDS, true},
    {"xor", CODE_BINARY, OP_BIT_XOR, TWO_OPERANDS, true}, {"inc", CODE_STEP, OP_ADD, ONE_OPERAND, true},
    {"dec", CODE_STEP, OP_SUBTRACT, ONE_OPERAND, true}, {"xadd", CODE_XADD, 0, TWO_OPERANDS, true},
    {"cmpxchg", CODE_CMPXCHG, 0, TWO_OPERANDS, true},   {"cmp", CODE_CMP, 0, TWO_OPERANDS, false},
    {"test", CODE_TEST, 0, TWO_OPERANDS, false},        {"jmp", CODE_JUMP, 0, LABEL_OPERAND, false},
    {"je", CODE_JUMP_EQUAL, 0, LABEL_OPERAND, false},   {"jz", CODE_JUMP_EQUAL, 0, LABEL_OPERAND, false},
    {"jne", CODE_JUMP_NOT_EQUAL, 0, LABEL_OPERAND, false}, {"jnz", CODE_JUMP_NOT_EQUAL, 0, LABEL_OPERAND, false},
    {"mfence", CODE_MFENCE, 0, NO_OPERANDS, false},     {"sfence", CODE_SFENCE, 0, NO_OPERANDS, false},
    {"lfence", CODE_NOTHING, 0, NO_OPERANDS, false},    {"nop", CODE_NOTHING, 0, NO_OPERANDS, false},
};

static const mnemonic *find_mnemonic(const token *t, size_t length)
{
    for (size_t i = 0; i < sizeof mnemonics / sizeof *mnemonics; i++)
        if (strlen(mnemonics[i].name) == length && !strncasecmp(mnemonics[i].name, t->text, length))
            return &mnemonics[i];
    return NULL;
}

/* Upper or lower case, not both. */
static bool is_one_case(const token *t)
{
    bool upper = false, lower = false;
    for (uint32_t i = 0; i < t->length; i++) {
        upper |= isupper((unsigned char)t->text[i]) != 0;
        lower |= islower((unsigned char)t->text[i]) != 0;
    }
    return !(upper && lower);
}

static const char *hint_of_mnemonic(litmus_test *t, const token *word)
{
    const char *names[sizeof mnemonics / sizeof *mnemonics];
    for (size_t i = 0; i < sizeof mnemonics / sizeof *mnemonics; i++)
        names[i] = mnemonics[i].name;
    return names_hint(t->memory, litmus_token_text(t->memory, word), names, sizeof names / sizeof *names);
}

/* AT&T's mnemonics may end in the size of their operands. */
static const mnemonic *parse_mnemonic(litmus_test *t, scanner *s)
{
    token word = s->now;
    const mnemonic *found = find_mnemonic(&word, word.length);
    if (!found && t->syntax == LITMUS_ATT && word.length > 1) {
        char size = (char)tolower((unsigned char)word.text[word.length - 1]);
        found = strchr("bwlq", size) ? find_mnemonic(&word, word.length - 1) : NULL;
        if (found && (size == 'b' || size == 'w' || found->operands == NO_OPERANDS || found->operands == LABEL_OPERAND)) {
            diag_error(t->diag, word.where, "%.*s: only operands of 32 and 64 bits (l, q) are supported", (int)word.length, word.text);
            return NULL;
        }
    }
    if (!found || !is_one_case(&word)) {
        diag_error(t->diag, word.where, "unknown instruction %s%s", litmus_token_description(t->memory, &word), hint_of_mnemonic(t, &word));
        return NULL;
    }
    scanner_take(s);
    return found;
}

/* ---- Operands ---- */
static void use_register(litmus_test *t, uint32_t thread, operand *o)
{
    litmus_local_of(t, thread, o->index);
}

/* What stands between brackets: a location, or a register that holds an address. */
static void parse_address(litmus_test *t, scanner *s, uint32_t thread, char close, operand *out)
{
    bool percent = scanner_accept(s, '%');
    if (s->now.kind != TOKEN_NAME) {
        litmus_expected(t, s, "a location or a register");
        return;
    }
    token name = scanner_take(s);
    if (litmus_register_of(t, &name, &out->index)) {
        out->kind = OPERAND_INDIRECT;
        use_register(t, thread, out);
    } else if (percent) {
        diag_error(t->diag, name.where, "unknown register %s", litmus_token_description(t->memory, &name));
    } else {
        out->kind = OPERAND_LOCATION;
        out->index = litmus_location_of(t, &name);
    }
    if (!scanner_accept(s, close))
        litmus_expected(t, s, arena_printf(t->memory, "`%c`", close));
}

static void parse_register(litmus_test *t, const token *name, uint32_t thread, operand *out)
{
    if (!litmus_register_of(t, name, &out->index)) {
        diag_error(t->diag, name->where, "unknown register %s", litmus_token_description(t->memory, name));
        return;
    }
    out->kind = OPERAND_REGISTER;
    use_register(t, thread, out);
}

/* `x(%rip)` is how compilers write the location x. */
static void parse_named_operand(litmus_test *t, scanner *s, uint32_t thread, operand *out)
{
    token name = scanner_take(s);
    uint32_t known;
    if (t->syntax == LITMUS_INTEL || litmus_register_of(t, &name, &known)) {
        parse_register(t, &name, thread, out);
        return;
    }
    out->kind = OPERAND_LOCATION;
    out->index = litmus_location_of(t, &name);
    if (!scanner_accept(s, '('))
        return;
    if (!scanner_accept(s, '%') || !litmus_token_is(&s->now, "rip"))
        litmus_expected(t, s, "%rip");
    else
        scanner_take(s);
    if (!scanner_accept(s, ')'))
        litmus_expected(t, s, "`)`");
}

static operand parse_operand(litmus_test *t, scanner *s, uint32_t thread)
{
    operand o = {.where = s->now.where};
    if (scanner_accept(s, '%')) {
        token name = scanner_take(s);
        parse_register(t, &name, thread, &o);
    } else if (scanner_accept(s, '[')) {
        parse_address(t, s, thread, ']', &o);
    } else if (t->syntax == LITMUS_ATT && scanner_accept(s, '(')) {
        parse_address(t, s, thread, ')', &o);
    } else if (s->now.kind == '$' || (s->now.kind == TOKEN_NUMBER && t->syntax == LITMUS_INTEL)) {
        scanner_accept(s, '$');
        o.kind = OPERAND_NUMBER;
        if (s->now.kind == TOKEN_NUMBER || s->now.kind == TOKEN_NAME)
            o.value = litmus_parse_value(t, s);
        else
            litmus_expected(t, s, "a number");
    } else if (s->now.kind == TOKEN_NAME) {
        parse_named_operand(t, s, thread, &o);
    } else {
        litmus_expected(t, s, "an operand");
    }
    return o;
}

static bool is_memory(const operand *o)
{
    return o->kind == OPERAND_LOCATION || o->kind == OPERAND_INDIRECT;
}

/* What the processor cannot do either. */
static void check_operands(litmus_test *t, instruction *in, const mnemonic *m)
{
    if (in->code == CODE_XCHG && is_memory(&in->from)) { /* XCHG means the same with its operands exchanged */
        operand other = in->to;
        in->to = in->from;
        in->from = other;
    }
    bool needs_register = in->code == CODE_XCHG || in->code == CODE_XADD || in->code == CODE_CMPXCHG;
    if (is_memory(&in->to) && is_memory(&in->from))
        diag_error(t->diag, in->where, "an instruction has at most one operand in memory");
    else if (in->to.kind == OPERAND_NUMBER && in->code != CODE_CMP)
        diag_error(t->diag, in->to.where, "a number cannot be the destination");
    else if (needs_register && in->from.kind != OPERAND_REGISTER)
        diag_error(t->diag, in->from.where, "%s needs a register here", m->name);
    else if (in->locked && (!m->may_lock || !is_memory(&in->to)))
        diag_error(t->diag, in->where, "LOCK goes only with an instruction that changes memory");
}

static void parse_operands(litmus_test *t, scanner *s, uint32_t thread, const mnemonic *m, instruction *in)
{
    if (m->operands == LABEL_OPERAND) {
        if (s->now.kind != TOKEN_NAME) {
            litmus_expected(t, s, "a label");
            return;
        }
        token to = scanner_take(s);
        in->label = litmus_token_text(t->memory, &to);
        return;
    }
    if (m->operands == NO_OPERANDS)
        return;
    in->to = parse_operand(t, s, thread);
    if (m->operands == TWO_OPERANDS) {
        if (!scanner_accept(s, ',')) {
            litmus_expected(t, s, "`,`");
            return;
        }
        in->from = parse_operand(t, s, thread);
        if (t->syntax == LITMUS_ATT) {
            operand first = in->to;
            in->to = in->from;
            in->from = first;
        }
    }
    if (in->code == CODE_CMPXCHG)
        litmus_local_of(t, thread, 0); /* CMPXCHG compares with the accumulator */
    check_operands(t, in, m);
}

/* The text between two places, blanks folded. */
static const char *folded(litmus_test *t, const char *from, const char *to)
{
    strbuf out = {0};
    while (to > from && isspace((unsigned char)to[-1]))
        to--;
    for (const char *c = from; c < to; c++)
        if (!isspace((unsigned char)*c))
            strbuf_add_char(&out, *c);
        else if (out.length && out.text[out.length - 1] != ' ')
            strbuf_add_char(&out, ' ');
    const char *kept = arena_strdup(t->program->memory, strbuf_text(&out));
    strbuf_release(&out);
    return kept;
}

static void skip_cell(scanner *s)
{
    while (s->now.kind != '|' && s->now.kind != ';' && s->now.kind != TOKEN_END)
        scanner_take(s);
}

static void parse_labels(litmus_test *t, scanner *s, uint32_t thread)
{
    for (;;) {
        scanner ahead = *s;
        scanner_take(&ahead);
        if (s->now.kind != TOKEN_NAME || ahead.now.kind != ':')
            return;
        litmus_label added = {.name = litmus_token_text(t->memory, &s->now), .thread = thread, .index = (uint32_t)t->threads.data[thread].code.count,
                              .where = s->now.where};
        for (size_t i = 0; i < t->labels.count; i++)
            if (!strcmp(t->labels.data[i].name, added.name))
                diag_error(t->diag, added.where, "the label %s was defined before, in line %u", added.name, t->labels.data[i].where.line);
        vec_push(&t->labels, added);
        scanner_take(s);
        scanner_take(s);
    }
}

void litmus_parse_cell(litmus_test *t, scanner *s, uint32_t thread)
{
    parse_labels(t, s, thread);
    litmus_thread *of = &t->threads.data[thread];
    const char *start = s->now.text;
    instruction in = {.where = s->now.where, .locked = of->lock_pending};
    if (litmus_token_is(&s->now, "LOCK") || litmus_token_is(&s->now, "lock")) {
        of->lock_where = s->now.where;
        in.locked = true;
        scanner_take(s);
    }
    of->lock_pending = in.locked; /* the instruction that LOCK belongs to may be in the next row */
    if (s->now.kind == '|' || s->now.kind == ';' || s->now.kind == TOKEN_END)
        return;
    of->lock_pending = false;
    if (s->now.kind != TOKEN_NAME) {
        litmus_expected(t, s, "an instruction");
        skip_cell(s);
        return;
    }
    const mnemonic *m = parse_mnemonic(t, s);
    unsigned errors = t->diag->error_count;
    if (m) {
        in.code = m->code;
        in.op = m->op;
        parse_operands(t, s, thread, m, &in);
        in.text = folded(t, start, s->now.text);
        if (in.locked && m->operands != ONE_OPERAND && m->operands != TWO_OPERANDS)
            diag_error(t->diag, in.where, "LOCK goes only with an instruction that changes memory");
    }
    if (!m || t->diag->error_count > errors) {
        skip_cell(s);
        return;
    }
    vec_push(&t->threads.data[thread].code, in);
}
