/* dve.c: a DVE program with its store buffers as variables, after section 3 of V. Havel's thesis on DVE under relaxed memory.
 *
 * A process that stores to a global x has a slot sb_x_P and a mark i_x_P that the slot holds a value; a process of its own writes marked slots to memory. The thesis makes
 * 2^n transitions of one that reads n globals, by where each value is. Here it stays one, and a read is the expression i*sb + (1-i)*x: it works for effects that read what
 * an earlier one stored, and for elements of arrays that are known only at run time. */
#include <stdarg.h>
#include <string.h>

#include "base/bug.h"
#include "export/export.h"

typedef struct dve_writer {
    const program *program;
    const footprints *footprints;
    diag *diag;
    strbuf *out;
    arena *memory;
    uint32_t process;        /* whose transition is written; NO_WRITER: nobody's */
    const char ***slot, ***mark; /* by process and global: the names; NULL: the process never stores to it */
    const char *element;     /* a local for the number of an element */
    bool is_first;           /* no effect of the transition is written yet */
} dve_writer;

enum { NO_WRITER = UINT32_MAX };

static const process_type *type_at(const dve_writer *w, uint32_t process)
{
    return &w->program->processes.data[process];
}

static void refuse(dve_writer *w, source_location where, const char *why)
{
    diag_error(w->diag, where, "export --to dve: %s", why);
}

/* ---- Names ---- */
static bool is_taken(const dve_writer *w, const char *name)
{
    bool taken = false;
    for (size_t i = 0; i < w->program->globals.count; i++)
        taken |= !strcmp(w->program->globals.data[i].name, name);
    for (size_t t = 0; t < w->program->processes.count; t++) {
        taken |= !strcmp(type_at(w, (uint32_t)t)->name, name);
        for (size_t i = 0; i < type_at(w, (uint32_t)t)->locals.count; i++)
            taken |= !strcmp(type_at(w, (uint32_t)t)->locals.data[i].name, name);
    }
    return taken;
}

static const char *fresh(const dve_writer *w, const char *name)
{
    while (is_taken(w, name))
        name = arena_printf(w->memory, "%s_", name);
    return name;
}

static bool may_store(const dve_writer *w, uint32_t process, const variable *v)
{
    bool any = false;
    for (uint32_t e = 0; e < v->count; e++)
        any |= index_set_has(&w->footprints->types[process].stores, v->offset + e);
    return any && v->class == VARIABLE_RELAXED;
}

static void name_slots(dve_writer *w)
{
    size_t processes = w->program->processes.count, globals = w->program->globals.count;
    w->slot = ARENA_ARRAY(w->memory, const char **, processes + 1);
    w->mark = ARENA_ARRAY(w->memory, const char **, processes + 1);
    w->element = fresh(w, "element");
    for (uint32_t t = 0; t < processes; t++) {
        w->slot[t] = ARENA_ARRAY(w->memory, const char *, globals + 1);
        w->mark[t] = ARENA_ARRAY(w->memory, const char *, globals + 1);
        for (uint32_t g = 0; g < globals; g++) {
            const variable *v = &w->program->globals.data[g];
            if (!may_store(w, t, v))
                continue;
            w->slot[t][g] = fresh(w, arena_printf(w->memory, "sb_%s_%s", v->name, type_at(w, t)->name));
            w->mark[t][g] = fresh(w, arena_printf(w->memory, "i_%s_%s", v->name, type_at(w, t)->name));
        }
    }
}

/* ---- Expressions ---- */
static void write_expr(dve_writer *w, const expr *e);

static void write_element(dve_writer *w, const char *name, const expr *index)
{
    strbuf_add(w->out, name);
    if (!index)
        return;
    strbuf_add_char(w->out, '[');
    write_expr(w, index);
    strbuf_add_char(w->out, ']');
}

/* What the process would read. */
static void write_view(dve_writer *w, uint32_t process, const expr *e)
{
    const char *name = w->program->globals.data[e->variable].name;
    const char *mark = process == NO_WRITER ? NULL : w->mark[process][e->variable];
    if (!mark) {
        write_element(w, name, e->index);
        return;
    }
    strbuf_add_char(w->out, '(');
    write_element(w, mark, e->index);
    strbuf_add(w->out, " * ");
    write_element(w, w->slot[process][e->variable], e->index);
    strbuf_add(w->out, " + (1 - ");
    write_element(w, mark, e->index);
    strbuf_add(w->out, ") * ");
    write_element(w, name, e->index);
    strbuf_add_char(w->out, ')');
}

static void write_number(int32_t value, strbuf *out)
{
    if (value == INT32_MIN)
        strbuf_add(out, "(-2147483647 - 1)");
    else
        strbuf_printf(out, value < 0 ? "(%d)" : "%d", value);
}

static const char *operator_text(expr_op op)
{
    return op == OP_AND ? "and" : op == OP_OR ? "or" : op == OP_NOT ? "not " : op == OP_NEGATE ? "-" : op == OP_COMPLEMENT ? "~" : op_text(op);
}

static void write_binary(dve_writer *w, const expr *e)
{
    strbuf_add_char(w->out, '(');
    write_expr(w, e->a);
    strbuf_printf(w->out, " %s ", operator_text(e->op));
    write_expr(w, e->b);
    strbuf_add_char(w->out, ')');
}

static const char *state_name(const dve_writer *w, const process_type *t, uint32_t at)
{
    (void)w;
    for (size_t i = 0; i < t->labels.count; i++)
        if (t->labels.data[i].node == at)
            return t->labels.data[i].name;
    BUG("a state without a name");
}

static void write_expr(dve_writer *w, const expr *e)
{
    switch (e->kind) {
    case EXPR_CONST: write_number(e->value, w->out); return;
    case EXPR_GLOBAL: write_view(w, w->process, e); return;
    case EXPR_VIEW: write_view(w, e->process, e); return;
    case EXPR_MEMORY: write_element(w, w->program->globals.data[e->variable].name, e->index); return;
    case EXPR_LOCAL: write_element(w, type_at(w, w->process)->locals.data[e->variable].name, e->index); return;
    case EXPR_REMOTE:
        strbuf_printf(w->out, "%s->", type_at(w, e->process)->name);
        write_element(w, type_at(w, e->process)->locals.data[e->variable].name, e->index);
        return;
    case EXPR_AT: strbuf_printf(w->out, "%s.%s", type_at(w, e->process)->name, state_name(w, type_at(w, e->process), (uint32_t)e->value)); return;
    case EXPR_UNARY:
        strbuf_printf(w->out, "(%s", operator_text(e->op));
        write_expr(w, e->a);
        strbuf_add_char(w->out, ')');
        return;
    case EXPR_BINARY: write_binary(w, e); return;
    case EXPR_BOUND: write_expr(w, e->a); return;
    case EXPR_CONDITIONAL: write_expr(w, e->c); return; /* a guard that is false where it has no value: so it will be read again */
    case EXPR_PID:
    case EXPR_PROCESS_COUNT:
    case EXPR_TIMEOUT:
    case EXPR_LENGTH:
    case EXPR_EMPTY:
    case EXPR_NOT_EMPTY:
    case EXPR_FULL:
    case EXPR_NOT_FULL:
    case EXPR_POLL: BUG("not an expression of DVE");
    }
    BUG("unknown kind of expression");
}

/* ---- Effects ---- */
static void begin_effect(dve_writer *w)
{
    strbuf_add(w->out, w->is_first ? " effect " : ", ");
    w->is_first = false;
}

typedef struct name_search {
    uint32_t variable;
    bool found;
} name_search;

static void find_global(void *data, const expr *e, visit_role role)
{
    name_search *s = data;
    (void)role;
    s->found |= e->kind == EXPR_GLOBAL && e->variable == s->variable;
}

static bool reads(const expr *e, uint32_t global)
{
    name_search s = {.variable = global};
    visit_expr(&(program_visitor){.expr = find_global, .data = &s}, e, VISIT_INDEX);
    return s.found;
}

/* An index that reads its own array is evaluated once, before anything is assigned. */
static bool keeps_index(const place *target)
{
    return target->index && reads(target->index, target->variable);
}

static void write_target(dve_writer *w, const char *name, const place *target)
{
    if (keeps_index(target))
        strbuf_printf(w->out, "%s[%s]", name, w->element);
    else
        write_element(w, name, target->index);
}

static void assign_number(dve_writer *w, const char *name, const place *target, int value)
{
    begin_effect(w);
    write_target(w, name, target);
    strbuf_printf(w->out, " = %d", value);
}

/* After a value was put into the slot, or, of an atomic write, into memory. */
static void settle(dve_writer *w, const place *target)
{
    const char *slot = w->slot[w->process][target->variable], *mark = w->mark[w->process][target->variable];
    if (target->kind != PLACE_GLOBAL || !mark)
        return;
    assign_number(w, mark, target, !target->is_atomic);
    if (target->is_atomic)
        assign_number(w, slot, target, 0);
}

static const char *target_name(const dve_writer *w, const place *target)
{
    if (target->kind == PLACE_LOCAL)
        return type_at(w, w->process)->locals.data[target->variable].name;
    const char *slot = w->slot[w->process][target->variable];
    return slot && !target->is_atomic ? slot : w->program->globals.data[target->variable].name;
}

static void write_assignment(dve_writer *w, const effect *f)
{
    bool keeps = f->target.kind == PLACE_GLOBAL && keeps_index(&f->target);
    if (keeps && !w->program->checks_values)
        refuse(w, f->where, "an index that reads its own array cannot be kept where values wrap");
    if (keeps) {
        begin_effect(w);
        strbuf_printf(w->out, "%s = ", w->element);
        write_expr(w, f->target.index);
    }
    begin_effect(w);
    if (f->target.kind == PLACE_GLOBAL)
        write_target(w, target_name(w, &f->target), &f->target);
    else
        write_element(w, target_name(w, &f->target), f->target.index);
    strbuf_add(w->out, " = ");
    write_expr(w, f->value);
    settle(w, &f->target);
    if (keeps) {
        begin_effect(w);
        strbuf_printf(w->out, "%s = 0", w->element);
    }
}

/* The marks of what a message goes into: set before or after it comes, so no index may look at what it brings. */
static void write_marks(dve_writer *w, const effect *f)
{
    for (uint32_t i = 0; i < f->argument_count; i++) {
        const place *target = &f->patterns[i].target;
        if (target->kind != PLACE_GLOBAL)
            continue;
        for (uint32_t k = 0; k < f->argument_count; k++)
            if (f->patterns[k].target.index && reads(f->patterns[k].target.index, target->variable))
                refuse(w, f->where, "a message goes to an element whose number depends on another value of the message");
        settle(w, target);
    }
}

static const effect *sync_of(const edge *e)
{
    for (uint32_t i = 0; i < e->effect_count; i++)
        if (e->effects[i].kind == EFFECT_SEND || e->effects[i].kind == EFFECT_RECEIVE)
            return &e->effects[i];
    return NULL;
}

static void write_sync(dve_writer *w, const effect *f)
{
    bool sends = f->kind == EFFECT_SEND;
    strbuf_printf(w->out, " sync %s%s", w->program->globals.data[f->channel->variable].name, sends ? "!" : "?");
    strbuf_add(w->out, f->argument_count > 1 ? "{" : "");
    for (uint32_t i = 0; i < f->argument_count; i++) {
        strbuf_add(w->out, i ? ", " : "");
        if (sends)
            write_expr(w, f->arguments[i]);
        else
            write_element(w, target_name(w, &f->patterns[i].target), f->patterns[i].target.index);
    }
    strbuf_add(w->out, f->argument_count > 1 ? "};" : ";");
}

/* ---- Transitions ---- */
/* Without the question whether there is room, or a message, which stands first. */
static const expr *own_guard(const expr *guard, const effect *sync, const program *p)
{
    bool holds_messages = sync && p->channels.data[p->globals.data[sync->channel->variable].initial[0] - 1].capacity;
    if (!holds_messages)
        return guard;
    return guard->kind == EXPR_BINARY && guard->op == OP_AND && (guard->a->kind == EXPR_NOT_FULL || guard->a->kind == EXPR_NOT_EMPTY) ? guard->b : NULL;
}

static void write_guard(dve_writer *w, const edge *e, const expr *guard)
{
    const char *before = " guard ";
    if (guard) {
        strbuf_add(w->out, before);
        write_expr(w, guard);
        before = " and ";
    }
    for (uint32_t g = 0; g < w->program->globals.count && e->wait == EDGE_FENCED; g++)
        for (uint32_t k = 0; w->mark[w->process][g] && k < w->program->globals.data[g].count; k++) {
            strbuf_printf(w->out, w->program->globals.data[g].dimensions ? "%s%s[%u] == 0" : "%s%s == 0", before, w->mark[w->process][g], k);
            before = " and ";
        }
    strbuf_add(w->out, !strcmp(before, " and ") ? ";" : "");
}

static void write_transition(dve_writer *w, const process_type *t, const edge *e)
{
    const effect *sync = sync_of(e);
    bool comes_first = sync && sync == e->effects && !w->program->channels.data[w->program->globals.data[sync->channel->variable].initial[0] - 1].capacity;
    strbuf_printf(w->out, "    %s -> %s {", state_name(w, t, e->source), state_name(w, t, e->target));
    write_guard(w, e, own_guard(e->guard, sync, w->program));
    if (sync)
        write_sync(w, sync);
    w->is_first = true;
    if (comes_first && sync->kind == EFFECT_RECEIVE)
        write_marks(w, sync);
    for (uint32_t i = 0; i < e->effect_count; i++)
        if (e->effects[i].kind == EFFECT_ASSIGN)
            write_assignment(w, &e->effects[i]);
    if (sync && !comes_first && sync->kind == EFFECT_RECEIVE)
        write_marks(w, sync);
    strbuf_add(w->out, w->is_first ? " }" : "; }");
}

static void write_transitions(dve_writer *w, const process_type *t)
{
    for (size_t i = 0; i < t->edges.count; i++) {
        strbuf_add(w->out, i ? ",\n" : "  trans\n");
        write_transition(w, t, &t->edges.data[i]);
    }
    strbuf_add(w->out, t->edges.count ? ";\n" : "");
}

/* ---- Declarations ---- */
static void write_variable(dve_writer *w, const variable *v, const char *name, bool is_mark, bool has_values)
{
    strbuf_printf(w->out, "%s %s", is_mark || !v->type.is_signed ? "byte" : "int", name);
    if (v->dimensions)
        strbuf_printf(w->out, "[%u]", v->count);
    for (uint32_t i = 0; has_values && i < v->count; i++) {
        strbuf_add(w->out, i ? ", " : v->dimensions ? " = {" : " = ");
        write_number(v->initial[i], w->out);
    }
    strbuf_add(w->out, has_values && v->dimensions ? "};\n" : ";\n");
}

static void write_globals(dve_writer *w)
{
    const program *p = w->program;
    for (uint32_t g = 0; g < p->globals.count; g++) {
        const variable *v = &p->globals.data[g];
        if (v->is_channel)
            continue;
        write_variable(w, v, v->name, false, true);
        for (uint32_t t = 0; t < p->processes.count; t++)
            if (w->mark[t][g]) {
                write_variable(w, v, w->slot[t][g], false, false);
                write_variable(w, v, w->mark[t][g], true, false);
            }
    }
    for (size_t i = 0; i < p->channels.count; i++) {
        const channel *c = &p->channels.data[i];
        bool is_typed = c->field_count && c->fields[0].bits < 32;
        strbuf_add(w->out, is_typed ? "channel {" : "channel ");
        for (uint32_t k = 0; is_typed && k < c->field_count; k++)
            strbuf_printf(w->out, "%s%s", k ? ", " : "", c->fields[k].is_signed ? "int" : "byte");
        strbuf_printf(w->out, is_typed ? "} %s[%u];\n" : "%s;\n", c->name, c->capacity);
    }
}

static void write_committed(dve_writer *w, const process_type *t, uint32_t type)
{
    bool any = false;
    for (uint32_t n = 0; n < t->nodes.count; n++)
        if (program_is_committed(w->program, type, n)) {
            strbuf_printf(w->out, "%s%s", any ? ", " : "  commit ", state_name(w, t, n));
            any = true;
        }
    strbuf_add(w->out, any ? ";\n" : "");
}

/* A condition of the file is that a process is in a state and something is false there. */
static void write_assertions(dve_writer *w, uint32_t type)
{
    bool any = false;
    for (size_t i = 0; i < w->program->conditions.count; i++) {
        const expr *bad = w->program->conditions.data[i].bad;
        CHECK(bad->a->kind == EXPR_AT && bad->b->op == OP_NOT);
        if (bad->a->process != type)
            continue;
        strbuf_printf(w->out, "%s%s: ", any ? ", " : "  assert ", state_name(w, type_at(w, type), (uint32_t)bad->a->value));
        write_expr(w, bad->b->a);
        any = true;
    }
    strbuf_add(w->out, any ? ";\n" : "");
}

static bool needs_element(const process_type *t)
{
    for (size_t i = 0; i < t->edges.count; i++)
        for (uint32_t k = 0; k < t->edges.data[i].effect_count; k++) {
            const effect *f = &t->edges.data[i].effects[k];
            if (f->kind == EFFECT_ASSIGN && f->target.kind == PLACE_GLOBAL && keeps_index(&f->target))
                return true;
        }
    return false;
}

static void write_states(dve_writer *w, const process_type *t)
{
    strbuf_add(w->out, "  state ");
    for (uint32_t n = 0; n < t->nodes.count; n++)
        strbuf_printf(w->out, "%s%s", n ? ", " : "", state_name(w, t, n));
    strbuf_printf(w->out, "; init %s;\n", state_name(w, t, t->entry));
}

static void write_process(dve_writer *w, uint32_t type)
{
    const process_type *t = type_at(w, type);
    w->process = type;
    strbuf_printf(w->out, "process %s {\n", t->name);
    for (size_t i = 0; i < t->locals.count; i++) {
        strbuf_add(w->out, "  ");
        write_variable(w, &t->locals.data[i], t->locals.data[i].name, false, true);
    }
    if (needs_element(t))
        strbuf_printf(w->out, "  int %s;\n", w->element);
    write_states(w, t);
    write_committed(w, t, type);
    write_assertions(w, type);
    write_transitions(w, t);
    strbuf_add(w->out, "}\n");
    w->process = NO_WRITER;
}

/* ---- Memory ---- */
static void write_commit(dve_writer *w, uint32_t process, uint32_t global, uint32_t element, bool *any)
{
    const variable *v = &w->program->globals.data[global];
    const char *slot = w->slot[process][global], *mark = w->mark[process][global];
    const char *at = v->dimensions ? arena_printf(w->memory, "[%u]", element) : "";
    strbuf_printf(w->out, "%s    q -> q { guard %s%s == 1; effect %s%s = %s%s, %s%s = 0, %s%s = 0; }", *any ? ",\n" : "  trans\n", mark, at, v->name, at, slot, at, mark, at, slot, at);
    *any = true;
}

static void write_memory(dve_writer *w)
{
    bool any = false;
    strbuf_printf(w->out, "process %s {\n  state q; init q;\n", fresh(w, "MM"));
    for (uint32_t t = 0; t < w->program->processes.count; t++)
        for (uint32_t g = 0; g < w->program->globals.count; g++)
            for (uint32_t e = 0; w->mark[t][g] && e < w->program->globals.data[g].count; e++)
                if (index_set_has(&w->footprints->types[t].stores, w->program->globals.data[g].offset + e))
                    write_commit(w, t, g, e, &any);
    strbuf_add(w->out, any ? ";\n}\n" : "}\n");
}

/* An automaton of bad runs; its guards are about memory. */
static void write_property(dve_writer *w, const process_type *t)
{
    bool any = false;
    strbuf_printf(w->out, "process %s {\n", t->name);
    write_states(w, t);
    for (uint32_t n = 0; n < t->nodes.count; n++)
        if (t->nodes.data[n].is_accept) {
            strbuf_printf(w->out, "%s%s", any ? ", " : "  accept ", state_name(w, t, n));
            any = true;
        }
    strbuf_add(w->out, any ? ";\n" : "");
    write_transitions(w, t);
    strbuf_add(w->out, "}\n");
}

bool export_dve(const footprints *f, diag *d, strbuf *out)
{
    dve_writer w = {.program = f->program, .footprints = f, .diag = d, .out = out, .memory = arena_new(), .process = NO_WRITER};
    const process_type *watcher = NULL;
    name_slots(&w);
    strbuf_add(out, "// With store buffers: a slot sb_x_P and its mark i_x_P for each process P and global x that P stores to; MM writes slots to memory.\n");
    write_globals(&w);
    for (uint32_t t = 0; t < w.program->processes.count; t++)
        write_process(&w, t);
    write_memory(&w);
    for (size_t i = 0; i < w.program->claims.count && !watcher; i++)
        watcher = w.program->claims.data[i].body;
    if (watcher)
        write_property(&w, watcher);
    strbuf_printf(out, watcher ? "system async property %s;\n" : "system async;\n", watcher ? watcher->name : "");
    arena_free(w.memory);
    return !diag_has_errors(d);
}
