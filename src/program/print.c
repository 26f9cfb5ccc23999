/* print.c: the program as text, for --dump-program: stable, one fact a line, so that two dumps can be compared. */
#include <string.h>

#include "base/bug.h"
#include "program/program.h"

/* ---- Expressions ---- */

static bool is_simple(const expr *e)
{
    return e->kind != EXPR_BINARY && e->kind != EXPR_CONDITIONAL;
}

static void print_operand(const program *p, const process_type *t, const expr *e, strbuf *out)
{
    if (!is_simple(e))
        strbuf_add_char(out, '(');
    expr_print(p, t, e, out);
    if (!is_simple(e))
        strbuf_add_char(out, ')');
}

/* The variable of type mtype that the expression reads; NULL: it is something else. */
static const variable *mtype_of(const program *p, const process_type *t, const expr *e)
{
    const variable *v = e->kind == EXPR_LOCAL && t                            ? &t->locals.data[e->variable]
                        : e->kind == EXPR_GLOBAL || e->kind == EXPR_MEMORY ? &p->globals.data[e->variable]
                                                                              : NULL;
    return v && v->is_mtype ? v : NULL;
}

static bool is_global(const program *p, const char *name)
{
    for (size_t i = 0; i < p->globals.count; i++)
        if (!strcmp(p->globals.data[i].name, name))
            return true;
    return false;
}

/* A number beside such a variable is shown by its name, unless that is the name of a variable too: addresses have names of that kind. */
static void print_beside(const program *p, const process_type *t, const expr *e, const expr *other, strbuf *out)
{
    const variable *v = e->kind == EXPR_CONST ? mtype_of(p, t, other) : NULL;
    strbuf name = {0};
    if (v)
        variable_value_text(p, v, e->value, &name);
    if (v && !is_global(p, strbuf_text(&name)))
        strbuf_add(out, strbuf_text(&name));
    else
        print_operand(p, t, e, out);
    strbuf_release(&name);
}

/* An index that is checked against exactly the array's size is what the user wrote: the check is not printed. */
static void print_index(const program *p, const process_type *t, const variable *v, const expr *index, strbuf *out)
{
    bool plain = v->dimensions == 1 && index->kind == EXPR_BOUND && index->value == (int32_t)v->count;
    expr_print(p, t, plain ? index->a : index, out);
}

static void print_element(const program *p, const process_type *t, const variable *v, const expr *index, strbuf *out)
{
    int32_t at = 0;
    const char *hole = v->dimensions == 1 ? strstr(v->name, "[]") : NULL;
    if (!index && v->dimensions == 0) {
        strbuf_add(out, v->name);
    } else if (!index || expr_is_const(index, &at)) {
        variable_element_name(v, (uint32_t)at, out);
    } else if (hole) {
        strbuf_add_bytes(out, v->name, (size_t)(hole - v->name) + 1);
        print_index(p, t, v, index, out);
        strbuf_add(out, hole + 1);
    } else { /* several dimensions: the number of the element among all */
        strbuf_printf(out, "%s%s", v->name, v->dimensions > 1 ? "[#" : "[");
        print_index(p, t, v, index, out);
        strbuf_add_char(out, ']');
    }
}

static const variable *own_local(const process_type *t, uint32_t number)
{
    CHECK(t && number < t->locals.count);
    return &t->locals.data[number];
}

static void print_process_reference(const program *p, const process_type *t, const expr *e, strbuf *out)
{
    strbuf_add(out, p->processes.data[e->process].name);
    if (e->pid) {
        strbuf_add_char(out, '[');
        expr_print(p, t, e->pid, out);
        strbuf_add_char(out, ']');
    }
}

static void print_call(const program *p, const process_type *t, const char *name, const expr *a, strbuf *out)
{
    strbuf_printf(out, "%s(", name);
    expr_print(p, t, a, out);
    strbuf_add_char(out, ')');
}

static void print_patterns(const program *p, const process_type *t, const effect *f, strbuf *out);

static void print_poll(const program *p, const process_type *t, const effect *f, strbuf *out)
{
    print_operand(p, t, f->channel, out);
    strbuf_add(out, f->random ? "??[" : "?[");
    print_patterns(p, t, f, out);
    strbuf_add_char(out, ']');
}

static void print_at(const program *p, const process_type *t, const expr *e, strbuf *out)
{
    print_process_reference(p, t, e, out);
    strbuf_printf(out, "@%d", e->value);
}

void expr_print(const program *p, const process_type *t, const expr *e, strbuf *out)
{
    switch (e->kind) {
    case EXPR_CONST: strbuf_printf(out, "%d", e->value); break;
    case EXPR_GLOBAL: print_element(p, t, &p->globals.data[e->variable], e->index, out); break;
    case EXPR_MEMORY:
        strbuf_add(out, "memory(");
        print_element(p, t, &p->globals.data[e->variable], e->index, out);
        strbuf_add_char(out, ')');
        break;
    case EXPR_VIEW:
        strbuf_add(out, "view(");
        print_process_reference(p, t, e, out);
        strbuf_add(out, ", ");
        print_element(p, t, &p->globals.data[e->variable], e->index, out);
        strbuf_add_char(out, ')');
        break;
    case EXPR_LOCAL: print_element(p, t, own_local(t, e->variable), e->index, out); break;
    case EXPR_REMOTE:
        print_process_reference(p, t, e, out);
        strbuf_add_char(out, ':');
        print_element(p, t, own_local(&p->processes.data[e->process], e->variable), e->index, out);
        break;
    case EXPR_AT: print_at(p, t, e, out); break;
    case EXPR_UNARY:
        strbuf_add(out, op_text(e->op));
        print_operand(p, t, e->a, out);
        break;
    case EXPR_BINARY:
        print_beside(p, t, e->a, e->b, out);
        strbuf_printf(out, " %s ", op_text(e->op));
        print_beside(p, t, e->b, e->a, out);
        break;
    case EXPR_CONDITIONAL:
        print_operand(p, t, e->a, out);
        strbuf_add(out, " ? ");
        print_operand(p, t, e->b, out);
        strbuf_add(out, " : ");
        print_operand(p, t, e->c, out);
        break;
    case EXPR_BOUND:
        strbuf_add(out, "bound(");
        expr_print(p, t, e->a, out);
        strbuf_printf(out, ", %d)", e->value);
        break;
    case EXPR_PID: strbuf_add(out, "_pid"); break;
    case EXPR_PROCESS_COUNT: strbuf_add(out, "_nr_pr"); break;
    case EXPR_TIMEOUT: strbuf_add(out, "timeout"); break;
    case EXPR_LENGTH: print_call(p, t, "len", e->a, out); break;
    case EXPR_EMPTY: print_call(p, t, "empty", e->a, out); break;
    case EXPR_NOT_EMPTY: print_call(p, t, "nempty", e->a, out); break;
    case EXPR_FULL: print_call(p, t, "full", e->a, out); break;
    case EXPR_NOT_FULL: print_call(p, t, "nfull", e->a, out); break;
    case EXPR_POLL: print_poll(p, t, e->poll, out); break;
    }
}

/* ---- Effects ---- */

static void print_place(const program *p, const process_type *t, const place *target, strbuf *out)
{
    switch (target->kind) {
    case PLACE_NONE: strbuf_add_char(out, '_'); break;
    case PLACE_LOCAL: print_element(p, t, own_local(t, target->variable), target->index, out); break;
    case PLACE_GLOBAL: print_element(p, t, &p->globals.data[target->variable], target->index, out); break;
    }
}

static void print_patterns(const program *p, const process_type *t, const effect *f, strbuf *out)
{
    for (uint32_t i = 0; i < f->argument_count; i++) {
        strbuf_add(out, i ? ", " : "");
        if (f->patterns[i].match)
            print_call(p, t, "eval", f->patterns[i].match, out);
        else
            print_place(p, t, &f->patterns[i].target, out);
        strbuf_add(out, f->patterns[i].target.is_atomic ? " (atomic)" : "");
    }
}

static void print_arguments(const program *p, const process_type *t, const effect *f, strbuf *out)
{
    for (uint32_t i = 0; i < f->argument_count; i++) {
        strbuf_add(out, i ? ", " : "");
        expr_print(p, t, f->arguments[i], out);
    }
}

static void print_quoted(const char *text, strbuf *out)
{
    strbuf_add_char(out, '"');
    for (const char *c = text; *c; c++)
        switch (*c) {
        case '\n': strbuf_add(out, "\\n"); break;
        case '\t': strbuf_add(out, "\\t"); break;
        case '"': strbuf_add(out, "\\\""); break;
        case '\\': strbuf_add(out, "\\\\"); break;
        default: strbuf_add_char(out, *c);
        }
    strbuf_add_char(out, '"');
}

/* cas(x, old, new), with the place of the answer in front. */
static void print_atomic(const program *p, const process_type *t, const effect *f, const char *name, strbuf *out)
{
    print_place(p, t, &f->result, out);
    strbuf_printf(out, " = %s(", name);
    print_place(p, t, &f->target, out);
    if (f->expected) {
        strbuf_add(out, ", ");
        expr_print(p, t, f->expected, out);
    }
    strbuf_add(out, ", ");
    expr_print(p, t, f->value, out);
    strbuf_add_char(out, ')');
}

static const char *assignment_word(const program *p, const effect *f)
{
    if (f->target.kind != PLACE_GLOBAL)
        return "assign";
    return f->target.is_atomic ? "atomic" : p->globals.data[f->target.variable].class == VARIABLE_RELAXED ? "store" : "ghost";
}

static void print_assignment(const program *p, const process_type *t, const effect *f, const char *word, strbuf *out)
{
    strbuf_printf(out, "%s ", word);
    print_place(p, t, &f->target, out);
    strbuf_add(out, " = ");
    expr_print(p, t, f->value, out);
}

static void print_channel_effect(const program *p, const process_type *t, const effect *f, strbuf *out)
{
    bool send = f->kind == EFFECT_SEND;
    strbuf_add(out, send ? "send " : "receive ");
    print_operand(p, t, f->channel, out);
    strbuf_add(out, send ? (f->sorted ? "!!" : "!") : (f->random ? "??" : "?"));
    strbuf_add(out, f->peek ? "<" : "");
    if (send)
        print_arguments(p, t, f, out);
    else
        print_patterns(p, t, f, out);
    strbuf_add(out, f->peek ? ">" : "");
}

static void print_effect(const program *p, const process_type *t, const effect *f, strbuf *out)
{
    switch (f->kind) {
    case EFFECT_ASSIGN: print_assignment(p, t, f, assignment_word(p, f), out); break;
    case EFFECT_WRITE_MEMORY: print_assignment(p, t, f, "memory", out); break;
    case EFFECT_FENCE: strbuf_add(out, "fence"); break;
    case EFFECT_SYNC:
        strbuf_add(out, f->value ? "sync but " : "sync");
        if (f->value)
            expr_print(p, t, f->value, out);
        break;
    case EFFECT_BARRIER: strbuf_add(out, "barrier"); break;
    case EFFECT_EXCHANGE: print_atomic(p, t, f, "exchange", out); break;
    case EFFECT_FETCH_ADD: print_atomic(p, t, f, "fetch_add", out); break;
    case EFFECT_CAS: print_atomic(p, t, f, "cas", out); break;
    case EFFECT_COMPARE_EXCHANGE: print_atomic(p, t, f, "cmpxchg", out); break;
    case EFFECT_ASSERT: print_call(p, t, "assert", f->value, out); break;
    case EFFECT_SEND:
    case EFFECT_RECEIVE: print_channel_effect(p, t, f, out); break;
    case EFFECT_RUN:
        print_place(p, t, &f->result, out);
        strbuf_printf(out, " = run %s(", p->processes.data[f->process].name);
        print_arguments(p, t, f, out);
        strbuf_add_char(out, ')');
        break;
    case EFFECT_PRINT:
        strbuf_add(out, "print ");
        print_quoted(f->text, out);
        strbuf_add(out, f->argument_count ? ", " : "");
        print_arguments(p, t, f, out);
        break;
    }
    strbuf_add(out, f->flush ? " (flushes)" : "");
}

/* ---- Declarations ---- */

static void print_type(value_type type, strbuf *out)
{
    if (type.bits == 1 && !type.is_signed)
        strbuf_add(out, "bit");
    else if (type.bits == 8 && !type.is_signed)
        strbuf_add(out, "byte");
    else if (type.bits == 16 && type.is_signed)
        strbuf_add(out, "short");
    else if (type.bits == 32 && type.is_signed)
        strbuf_add(out, "int");
    else
        strbuf_printf(out, "%s:%u", type.is_signed ? "signed" : "unsigned", type.bits);
}

static void print_declaration(const variable *v, strbuf *out)
{
    if (v->is_mtype)
        strbuf_add(out, "mtype");
    else if (v->is_channel)
        strbuf_add(out, "chan");
    else
        print_type(v->type, out);
    strbuf_add_char(out, ' ');
    uint32_t used = 0; /* sizes stand where an element's name has its indices */
    for (const char *c = v->name; *c; c++) {
        strbuf_add_char(out, *c);
        if (c[0] == '[' && c[1] == ']' && used < v->dimensions)
            strbuf_printf(out, "%u", v->dimension[used++]);
    }
    for (; used < v->dimensions; used++)
        strbuf_printf(out, "[%u]", v->dimension[used]);
}

/* The first values of a variable: one where all elements have the same, else each. */
static void print_initial(const program *p, const variable *v, strbuf *out)
{
    bool all_equal = true;
    for (uint32_t i = 1; i < v->count; i++)
        all_equal &= v->initial[i] == v->initial[0];
    strbuf_add(out, " = ");
    if (all_equal) {
        variable_value_text(p, v, v->initial[0], out);
        return;
    }
    for (uint32_t i = 0; i < v->count; i++) {
        strbuf_add(out, i ? ", " : "{");
        variable_value_text(p, v, v->initial[i], out);
    }
    strbuf_add_char(out, '}');
}

static void print_channel(const variable *variables, const channel *c, const char *indent, strbuf *out)
{
    strbuf_printf(out, "%schannel ", indent);
    variable_element_name(&variables[c->variable], c->element, out);
    strbuf_printf(out, " = [%u] of {", c->capacity);
    for (uint32_t i = 0; i < c->field_count; i++) {
        strbuf_add(out, i ? ", " : "");
        if (c->field_is_mtype && c->field_is_mtype[i])
            strbuf_add(out, "mtype");
        else
            print_type(c->fields[i], out);
    }
    strbuf_add(out, "}\n");
}

static void print_where(const diag *d, source_location where, strbuf *out)
{
    if (where.line)
        strbuf_printf(out, "%s:%u", diag_file_name(d, where), where.line);
    else
        strbuf_add(out, "-");
}

static void print_globals(const program *p, strbuf *out)
{
    for (size_t i = 0; i < p->mtypes.count; i++)
        strbuf_printf(out, "mtype %u %s = %d\n", p->mtypes.data[i].set, p->mtypes.data[i].name, p->mtypes.data[i].value);
    for (size_t i = 0; i < p->globals.count; i++) {
        const variable *v = &p->globals.data[i];
        strbuf_add(out, v->class == VARIABLE_RELAXED ? "relaxed " : "ghost ");
        print_declaration(v, out);
        print_initial(p, v, out);
        strbuf_add_char(out, '\n');
    }
    for (size_t i = 0; i < p->channels.count; i++)
        print_channel(p->globals.data, &p->channels.data[i], "", out);
    for (size_t i = 0; i < p->claims.count; i++) {
        const claim *c = &p->claims.data[i];
        strbuf_printf(out, "claim %s%s%s\n", c->name, c->formula ? ": " : "", c->formula ? c->formula : "");
    }
    for (size_t i = 0; i < p->conditions.count; i++) {
        strbuf_add(out, "never ");
        expr_print(p, NULL, p->conditions.data[i].bad, out);
        strbuf_add_char(out, '\n');
    }
}

/* ---- Processes ---- */

static void print_edge(const program *p, const process_type *t, const diag *d, const edge *e, strbuf *out)
{
    static const char *const hold_text[] = {"", " atomic", " d_step"}; /* in the order of hold_kind */
    strbuf_printf(out, "    edge %u -> %u%s%s", (uint32_t)(e - t->edges.data), e->target, hold_text[e->hold],
                  e->is_else ? " else" : "");
    if (e->d_step)
        strbuf_printf(out, " enters %u", e->d_step);
    strbuf_add(out, e->wait == EDGE_FENCED ? " fenced" : e->wait == EDGE_LOCKED ? " locked" : "");
    if (e->priority)
        strbuf_printf(out, " priority %u", e->priority);
    strbuf_add(out, "  # ");
    print_where(d, e->where, out);
    strbuf_printf(out, "  %s\n", e->text ? e->text : "");
    if (e->guard) {
        strbuf_add(out, "      when ");
        expr_print(p, t, e->guard, out);
        strbuf_add_char(out, '\n');
    }
    for (uint32_t i = 0; i < e->effect_count; i++) {
        strbuf_add(out, "      ");
        print_effect(p, t, &e->effects[i], out);
        strbuf_add_char(out, '\n');
    }
}

static void print_node(const program *p, const process_type *t, const diag *d, uint32_t number, strbuf *out)
{
    const node *n = &t->nodes.data[number];
    strbuf_printf(out, "  node %u%s%s%s%s%s%s", number, number == t->entry ? " entry" : "", n->is_final ? " final" : "",
                  n->is_end ? " end" : "", n->is_progress ? " progress" : "", n->is_accept ? " accept" : "",
                  n->in_atomic ? " in-atomic" : "");
    for (size_t i = 0; i < t->labels.count; i++)
        if (t->labels.data[i].node == number)
            strbuf_printf(out, " label %s", t->labels.data[i].name);
    strbuf_add_char(out, '\n');
    for (uint32_t i = 0; i < n->edge_count; i++)
        print_edge(p, t, d, &t->edges.data[n->first_edge + i], out);
}

static void print_locals(const program *p, const process_type *t, strbuf *out)
{
    for (size_t i = 0; i < t->locals.count; i++) {
        const variable *v = &t->locals.data[i];
        strbuf_add(out, i < t->parameter_count ? "  parameter " : "  local ");
        print_declaration(v, out);
        if (v->initial)
            print_initial(p, v, out);
        if (v->initializer) {
            strbuf_add(out, " = ");
            expr_print(p, t, v->initializer, out);
        }
        strbuf_add_char(out, '\n');
    }
    for (size_t i = 0; i < t->channels.count; i++)
        print_channel(t->locals.data, &t->channels.data[i], "  ", out);
}

static void print_process(const program *p, const process_type *t, const diag *d, strbuf *out)
{
    strbuf_printf(out, "\nprocess %s", t->name);
    if (t->active)
        strbuf_printf(out, " active %u", t->active);
    if (t->provided) {
        strbuf_add(out, " provided ");
        expr_print(p, t, t->provided, out);
    }
    strbuf_add(out, "  # ");
    print_where(d, t->where, out);
    strbuf_add_char(out, '\n');
    print_locals(p, t, out);
    for (uint32_t i = 0; i < t->nodes.count; i++)
        print_node(p, t, d, i, out);
}

void program_print(const program *p, const diag *d, strbuf *out)
{
    strbuf_printf(out, "program %s (%s)\n", p->name ? p->name : "-", p->language ? p->language : "-");
    strbuf_printf(out, "first process %u, processes %s%s\n", p->pid_base, p->processes_die ? "die" : "stay",
                  p->buffers_all ? ", private locations are buffered too" : "");
    if (p->buffer_size)
        strbuf_printf(out, "buffer %u\n", p->buffer_size);
    print_globals(p, out);
    if (p->start.count) {
        strbuf_add(out, "start");
        for (size_t i = 0; i < p->start.count; i++)
            strbuf_printf(out, " %s", p->processes.data[p->start.data[i]].name);
        strbuf_add_char(out, '\n');
    }
    for (size_t i = 0; i < p->processes.count; i++)
        print_process(p, &p->processes.data[i], d, out);
    for (size_t i = 0; i < p->claims.count; i++)
        if (p->claims.data[i].body)
            print_process(p, p->claims.data[i].body, d, out);
}
