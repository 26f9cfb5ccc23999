/* export_c.c: a litmus test as a C program with inline assembly.
 *
 * Each thread becomes a function of one `asm` statement, in which registers of the test are variables of the compiler's choice and locations are operands in
 * memory. A round runs many instances of the test in a shuffled order, each at its own place in memory; the threads wait for each other, not for long, before each
 * instance, so that their accesses overlap. What is fixed is in export_c_frame.c. */
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "frontend/litmus/export.h"
#include "frontend/litmus/export_internal.h"
#include "frontend/litmus/litmus.h"

enum { MAX_OPERANDS = 10 }; /* registers and locations of a thread: the processor has no more to give */

typedef struct exporter {
    litmus_test *test;
    strbuf *out;
    VEC(litmus_name) names; /* the values that make up an outcome: first those shown, then those that only the filter asks for */
    size_t shown;
} exporter;

/* ---- Names ---- */
static int compare_names(const void *left, const void *right, void *data)
{
    const litmus_name *a = left, *b = right;
    const litmus_test *t = data;
    if (a->is_register != b->is_register)
        return a->is_register ? -1 : 1;
    if (!a->is_register)
        return strcmp(t->locations.data[a->index].name, t->locations.data[b->index].name);
    uint32_t first = a->thread != b->thread ? a->thread : a->index, second = a->thread != b->thread ? b->thread : b->index;
    return first < second ? -1 : first > second;
}

static size_t position_of(const exporter *e, const litmus_name *name)
{
    size_t i = 0;
    while (i < e->names.count && compare_names(&e->names.data[i], name, e->test))
        i++;
    return i;
}

static void collect_names(exporter *e)
{
    litmus_test *t = e->test;
    for (size_t i = 0; i < t->shown.count; i++)
        if (position_of(e, &t->shown.data[i]) == e->names.count)
            vec_push(&e->names, t->shown.data[i]);
    if (e->names.count)
        qsort_r(e->names.data, e->names.count, sizeof *e->names.data, compare_names, t);
    e->shown = e->names.count;
    for (size_t i = 0; i < t->filtered.count; i++)
        if (position_of(e, &t->filtered.data[i]) == e->names.count)
            vec_push(&e->names, t->filtered.data[i]);
}

static const char *register_name(const exporter *e, uint32_t index)
{
    return litmus_register_name(e->test->syntax, index);
}

/* ---- Conditions ---- */
/* The register whose local this is. */
static uint32_t register_of_local(const litmus_thread *thread, uint32_t local)
{
    for (uint32_t i = 0; i < LITMUS_REGISTERS; i++)
        if (thread->local[i] == local + 1)
            return i;
    BUG("a local without a register");
}

/* No deeper than LITMUS_MAX_DEPTH. */
static void add_condition(exporter *e, const expr *c)
{
    static const char *const signs[] = {[OP_EQUAL] = "==", [OP_NOT_EQUAL] = "!=", [OP_AND] = "&&", [OP_OR] = "||"};
    litmus_name name = {0};
    if (c->kind == EXPR_CONST) {
        strbuf_printf(e->out, "%d", c->value);
    } else if (c->kind == EXPR_UNARY) {
        strbuf_add(e->out, "!");
        add_condition(e, c->a);
    } else if (c->kind == EXPR_BINARY) {
        CHECK(c->op < sizeof signs / sizeof *signs && signs[c->op]);
        strbuf_add(e->out, "(");
        add_condition(e, c->a);
        strbuf_printf(e->out, " %s ", signs[c->op]);
        add_condition(e, c->b);
        strbuf_add(e->out, ")");
    } else {
        CHECK(c->kind == EXPR_REMOTE || c->kind == EXPR_MEMORY);
        name.is_register = c->kind == EXPR_REMOTE;
        name.thread = name.is_register ? c->process : 0;
        name.index = name.is_register ? register_of_local(&e->test->threads.data[c->process], c->variable) : c->variable;
        strbuf_printf(e->out, "v[%zu]", position_of(e, &name));
    }
}

static void add_predicate(exporter *e, const char *name, const expr *c)
{
    strbuf_printf(e->out, "static bool %s(const int32_t *v)\n{\n    (void)v;\n    return ", name);
    if (c)
        add_condition(e, c);
    else
        strbuf_add(e->out, "true");
    strbuf_add(e->out, ";\n}\n\n");
}

/* ---- Instructions ---- */
static void refuse(exporter *e, const instruction *in, const char *why)
{
    diag_error(e->test->diag, in->where, "this cannot be exported to C: %s", why);
}

static void add_operand(exporter *e, const operand *o)
{
    switch (o->kind) {
    case OPERAND_NUMBER: strbuf_printf(e->out, "$%d", o->value); break;
    case OPERAND_REGISTER: strbuf_printf(e->out, "%%[%s]", register_name(e, o->index)); break;
    case OPERAND_LOCATION: strbuf_printf(e->out, "%%[m_%s]", e->test->locations.data[o->index].name); break;
    case OPERAND_NONE:
    case OPERAND_INDIRECT: BUG("an operand that was refused before");
    }
}

static const char *mnemonic_of(const instruction *in)
{
    switch (in->code) {
    case CODE_MOV: return "movl";
    case CODE_XCHG: return "xchgl";
    case CODE_BINARY:
        return in->op == OP_ADD ? "addl" : in->op == OP_SUBTRACT ? "subl" : in->op == OP_BIT_AND ? "andl" : in->op == OP_BIT_OR ? "orl" : "xorl";
    case CODE_STEP: return in->op == OP_ADD ? "incl" : "decl";
    case CODE_XADD: return "xaddl";
    case CODE_CMPXCHG: return "cmpxchgl";
    case CODE_CMP: return "cmpl";
    case CODE_TEST: return "testl";
    case CODE_JUMP: return "jmp";
    case CODE_JUMP_EQUAL: return "je";
    case CODE_JUMP_NOT_EQUAL: return "jne";
    case CODE_MFENCE: return "mfence";
    case CODE_SFENCE: return "sfence";
    case CODE_NOTHING: return strncasecmp(in->text, "lfence", 6) ? "nop" : "lfence";
    }
    BUG("an instruction without a name");
}

static bool is_address(const operand *o)
{
    return o->kind == OPERAND_INDIRECT || (o->kind == OPERAND_NUMBER && o->value >= LITMUS_ADDRESS);
}

/* Destination last, as the assembler wants it. */
static void add_instruction(exporter *e, const instruction *in)
{
    if (is_address(&in->to) || is_address(&in->from)) {
        refuse(e, in, "it uses an address, or a number as large as one");
        return;
    }
    if (in->to.kind == OPERAND_NUMBER) {
        refuse(e, in, "the processor compares no number with something");
        return;
    }
    strbuf_printf(e->out, "        \"%s%s", in->locked && in->code != CODE_XCHG ? "lock; " : "", mnemonic_of(in));
    if (in->label)
        strbuf_printf(e->out, " .L%s_%%=", in->label);
    if (in->from.kind != OPERAND_NONE) {
        strbuf_add_char(e->out, ' ');
        add_operand(e, &in->from);
    }
    if (in->to.kind != OPERAND_NONE) {
        strbuf_add(e->out, in->from.kind != OPERAND_NONE ? "," : " ");
        add_operand(e, &in->to);
    }
    strbuf_add(e->out, "\\n\\t\"\n");
}

static void add_labels(exporter *e, uint32_t thread, size_t index)
{
    for (size_t i = 0; i < e->test->labels.count; i++)
        if (e->test->labels.data[i].thread == thread && e->test->labels.data[i].index == index)
            strbuf_printf(e->out, "        \".L%s_%%=:\\n\\t\"\n", e->test->labels.data[i].name);
}

/* ---- Threads ---- */
static bool uses(const litmus_thread *thread, operand_kind kind, uint32_t index)
{
    for (size_t i = 0; i < thread->code.count; i++) {
        const instruction *in = &thread->code.data[i];
        if ((in->to.kind == kind && in->to.index == index) || (in->from.kind == kind && in->from.index == index))
            return true;
    }
    return false;
}

static bool has_code(const litmus_thread *thread, opcode code)
{
    for (size_t i = 0; i < thread->code.count; i++)
        if (thread->code.data[i].code == code)
            return true;
    return false;
}

static void add_variables(exporter *e, uint32_t thread)
{
    const litmus_thread *of = &e->test->threads.data[thread];
    for (uint32_t i = 0; i < LITMUS_REGISTERS; i++)
        if (of->local[i])
            strbuf_printf(e->out, "    int32_t %s = %d;\n", register_name(e, i), of->initial[i]);
}

/* All operands are read and written; one that is not used by another is written before others are read. */
static void add_constraints(exporter *e, uint32_t thread)
{
    const litmus_thread *of = &e->test->threads.data[thread];
    const char *gap = "";
    uint32_t count = 0;
    strbuf_add(e->out, "        : ");
    for (uint32_t i = 0; i < LITMUS_REGISTERS; i++)
        if (of->local[i]) {
            strbuf_printf(e->out, "%s[%s] \"+&%s\"(%s)", gap, register_name(e, i), i == 0 && has_code(of, CODE_CMPXCHG) ? "a" : "r", register_name(e, i));
            gap = ", ";
            count++;
        }
    for (uint32_t i = 0; i < e->test->locations.count; i++)
        if (uses(of, OPERAND_LOCATION, i)) {
            strbuf_printf(e->out, "%s[m_%s] \"+m\"(memory[%u][place].value)", gap, e->test->locations.data[i].name, i);
            gap = ", ";
            count++;
        }
    strbuf_add(e->out, "\n        :\n        : \"cc\", \"memory\");\n");
    if (count > MAX_OPERANDS)
        diag_error(e->test->diag, of->where, "this cannot be exported to C: the thread uses more than %d registers and locations", MAX_OPERANDS);
}

static void add_thread(exporter *e, uint32_t thread)
{
    const litmus_thread *of = &e->test->threads.data[thread];
    strbuf_printf(e->out, "__attribute__((noinline)) static void run_P%u(uint32_t place, int32_t *v)\n{\n    (void)place, (void)v;\n", thread);
    add_variables(e, thread);
    strbuf_add(e->out, "    __asm__ volatile(\n");
    if (has_code(of, CODE_JUMP_EQUAL) || has_code(of, CODE_JUMP_NOT_EQUAL))
        strbuf_add(e->out, "        \"testq %%rsp,%%rsp\\n\\t\" /* the zero flag is clear at the start */\n");
    for (size_t i = 0; i < of->code.count; i++) {
        add_labels(e, thread, i);
        add_instruction(e, &of->code.data[i]);
    }
    add_labels(e, thread, of->code.count);
    strbuf_add(e->out, "        \"\"\n");
    add_constraints(e, thread);
    for (size_t i = 0; i < e->names.count; i++)
        if (e->names.data[i].is_register && e->names.data[i].thread == thread)
            strbuf_printf(e->out, "    v[%zu] = %s;\n", i, register_name(e, e->names.data[i].index));
    strbuf_add(e->out, "}\n\n");
}

static void add_threads(exporter *e)
{
    for (uint32_t i = 0; i < e->test->threads.count; i++)
        add_thread(e, i);
    strbuf_add(e->out, "static void (*const run[THREADS])(uint32_t place, int32_t *v) = {");
    for (size_t i = 0; i < e->test->threads.count; i++)
        strbuf_printf(e->out, "%srun_P%zu", i ? ", " : "", i);
    strbuf_add(e->out, "};\n\n");
}

/* ---- Tables ---- */
static void add_string(strbuf *out, const char *text)
{
    strbuf_add_char(out, '"');
    for (; *text; text++) {
        if (*text == '\\' || *text == '"')
            strbuf_add_char(out, '\\');
        strbuf_add_char(out, *text);
    }
    strbuf_add_char(out, '"');
}

static void add_tables(exporter *e)
{
    const litmus_test *t = e->test;
    strbuf_add(e->out, "static const int32_t initial[LOCATIONS + 1] = {");
    for (size_t i = 0; i < t->locations.count; i++)
        strbuf_printf(e->out, "%d, ", t->locations.data[i].initial);
    strbuf_add(e->out, "0};\n/* The value of each name is that of this location; -1: a thread writes it. */\nstatic const int source[NAMES + 1] = {");
    for (size_t i = 0; i < e->names.count; i++)
        strbuf_printf(e->out, "%d, ", e->names.data[i].is_register ? -1 : (int)e->names.data[i].index);
    strbuf_add(e->out, "-1};\nstatic const char *const names[SHOWN + 1] = {");
    for (size_t i = 0; i < e->shown; i++) {
        const litmus_name *name = &e->names.data[i];
        if (name->is_register)
            strbuf_printf(e->out, "\"%u:%s\", ", name->thread, register_name(e, name->index));
        else
            strbuf_printf(e->out, "\"[%s]\", ", t->locations.data[name->index].name);
    }
    strbuf_add(e->out, "NULL};\n\n");
}

static void add_head(exporter *e)
{
    static const char *const words[] = {[QUANTIFIER_EXISTS] = "EXISTS", [QUANTIFIER_NOT_EXISTS] = "NOT_EXISTS", [QUANTIFIER_FORALL] = "FORALL"};
    const litmus_test *t = e->test;
    strbuf_add(e->out, export_c_includes);
    strbuf_printf(e->out, "enum { THREADS = %zu, LOCATIONS = %zu, NAMES = %zu, SHOWN = %zu, SIZE = 1000, SAMPLES = SIZE / 10 };\nenum { EXISTS, NOT_EXISTS, FORALL };\n", t->threads.count,
                  t->locations.count, e->names.count, e->shown);
    strbuf_printf(e->out, "static const int quantifier = %s;\nstatic const char test_name[] = ", words[t->quantifier]);
    add_string(e->out, t->name);
    strbuf_add(e->out, ";\nstatic const char condition_text[] = ");
    add_string(e->out, t->text);
    strbuf_add(e->out, ";\n");
    add_tables(e);
    strbuf_add(e->out, export_c_memory);
}

static void check_first_values(exporter *e)
{
    const litmus_test *t = e->test;
    for (size_t i = 0; i < t->locations.count; i++)
        if (t->locations.data[i].has_address) {
            diag_error(t->diag, t->locations.data[i].where, "this cannot be exported to C: the address of %s is used", t->locations.data[i].name);
            return;
        }
}

bool litmus_export_c(const frontend_input *input, diag *d, strbuf *out)
{
    litmus_test t = {.memory = arena_new(), .diag = d, .program = program_new()};
    exporter e = {.test = &t, .out = out};
    if (litmus_parse(&t, input)) {
        collect_names(&e);
        check_first_values(&e);
        add_head(&e);
        add_predicate(&e, "satisfies", t.condition);
        add_predicate(&e, "passes_filter", t.filter);
        add_threads(&e);
        strbuf_add(out, export_c_rounds);
        strbuf_add(out, export_c_histogram);
    }
    vec_release(&e.names);
    program_free(t.program);
    litmus_release(&t);
    arena_free(t.memory);
    return !diag_has_errors(d);
}
