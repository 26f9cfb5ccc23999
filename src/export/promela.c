/* promela.c: a program as plain Promela, with its store buffers of N stores as variables, so that SPIN searches what we search.
 *
 * One process takes all steps: its options are the edges of the program's processes, the pairs of edges that meet, and the commits, each a d_step. Where processes are, what they have and
 * what waits are variables, so a state of SPIN's is a state of ours. Inside blocks it goes round in loops of their own, which are atomic, so that SPIN stores nothing there; for formulas, which look
 * inside atomic blocks, they are not. A step that fails breaks an assertion and leads to one state in which everything is 0. */
#include <string.h>

#include "export/promela.h"

static void write_values(promela_writer *w, const int32_t *values, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        strbuf_printf(w->out, "%s%d", i ? ", " : " = {", values[i]);
    strbuf_add(w->out, "};\n");
}

static void add_initial(const variable *v, int32_t *out)
{
    for (uint32_t e = 0; e < v->count; e++)
        out[v->offset + e] = v->initial ? v->initial[e] : 0;
}

typedef struct first_values {
    promela_writer *writer;
    const int32_t *locals;
    uint32_t position;
} first_values;

/* What an initial value reads: the process's number, its own locals before it, and memory as it is at the start. */
static int32_t read_first(void *data, const expr *e, int32_t index, int32_t pid, eval_state *state)
{
    const first_values *f = data;
    const program *p = f->writer->program;
    (void)pid;
    if (e->kind == EXPR_PID)
        return (int32_t)(f->position + p->pid_base);
    if (e->kind == EXPR_LOCAL)
        return f->locals[promela_type_at(f->writer, f->position)->locals.data[e->variable].offset + (uint32_t)index];
    if (e->kind == EXPR_GLOBAL || e->kind == EXPR_MEMORY)
        return p->globals.data[e->variable].initial[index];
    state->error = EVAL_NO_PROCESS;
    return 0;
}

static void set_first(promela_writer *w, uint32_t position, const variable *v, int32_t *values)
{
    first_values from = {w, values, position};
    eval_state state = {0};
    add_initial(v, values);
    for (uint32_t e = 0; v->initializer && e < v->count; e++)
        values[v->offset + e] = value_wrap(v->type, expr_eval(v->initializer, &(eval_source){read_first, &from}, &state));
    if (state.error)
        promela_refuse(w, v->where, "an initial value that is known only at run time is not translated");
}

/* In VIEW a sum instead of a conditional expression, since formulas have none. */
static void write_process_variables(promela_writer *w, uint32_t k)
{
    const process_type *t = promela_type_at(w, k);
    int32_t *initial = ARENA_ARRAY(w->memory, int32_t, t->local_count + 1);
    for (size_t i = 0; i < t->locals.count; i++)
        set_first(w, k, &t->locals.data[i], initial);
    strbuf_printf(w->out, "/* %s */ int pc%u = %u;\nint loc%u[%u]", t->name, k, t->entry, k, t->local_count + 1);
    write_values(w, initial, t->local_count + 1);
    if (promela_has_words(w))
        strbuf_printf(w->out, "int n%u, l%u[%u], v%u[%u];\n#define VIEW%u(e) ", k, k, w->bound, k, w->bound, k);
    else if (promela_is_buffered(w))
        strbuf_printf(w->out, "int n%u[%u], v%u[%u];\n#define VIEW%u(e) ((n%u[e] > 0) * v%u[(e) * %u + n%u[e] - (n%u[e] > 0)] + (n%u[e] == 0) * mem[e])\n", k,
                      w->program->global_count + 1, k, (w->program->global_count + 1) * w->bound, k, k, k, w->bound, k, k, k);
    for (uint32_t i = w->bound; promela_has_words(w) && i > 0; i--)
        strbuf_printf(w->out, "((n%u > %u && l%u[%u] == (e)) * v%u[%u] + !(n%u > %u && l%u[%u] == (e)) * ", k, i - 1, k, i - 1, k, i - 1, k, i - 1, k, i - 1);
    if (promela_has_words(w)) {
        strbuf_add(w->out, "mem[e]");
        for (uint32_t i = 0; i < w->bound; i++)
            strbuf_add_char(w->out, ')');
        strbuf_add_char(w->out, '\n');
    }
    if (t->channels.count)
        promela_refuse(w, t->where, "channels of processes are not translated");
}

static void write_reset(promela_writer *w)
{
    const program *p = w->program;
    strbuf_add(w->out, "#define FAIL failed = 1; new_value = 0; holder = 0;");
    for (uint32_t e = 0; e < p->global_count; e++)
        strbuf_printf(w->out, " mem[%u] = 0;", e);
    for (size_t i = 0; i < p->channels.count; i++) {
        strbuf_printf(w->out, " len%zu = 0;", i + 1);
        for (uint32_t k = 0; k < p->channels.data[i].capacity * p->channels.data[i].field_count; k++)
            strbuf_printf(w->out, " msg%zu[%u] = 0;", i + 1, k);
    }
    for (uint32_t k = 0; k < p->start.count; k++) {
        strbuf_printf(w->out, " pc%u = 0;", k);
        for (uint32_t i = 0; i < promela_type_at(w, k)->local_count; i++)
            strbuf_printf(w->out, " loc%u[%u] = 0;", k, i);
        if (promela_has_words(w))
            strbuf_printf(w->out, " n%u = 0;", k);
        for (uint32_t i = 0; promela_has_words(w) && i < w->bound; i++)
            strbuf_printf(w->out, " l%u[%u] = 0; v%u[%u] = 0;", k, i, k, i);
        for (uint32_t e = 0; promela_is_buffered(w) && !promela_has_words(w) && e < p->global_count; e++) {
            strbuf_printf(w->out, " n%u[%u] = 0;", k, e);
            for (uint32_t i = 0; i < w->bound; i++)
                strbuf_printf(w->out, " v%u[%u] = 0;", k, e * w->bound + i);
        }
    }
    strbuf_add(w->out, " CHECK(0)\n");
}

static void write_declarations(promela_writer *w)
{
    const program *p = w->program;
    int32_t *initial = ARENA_ARRAY(w->memory, int32_t, p->global_count + 1);
    for (size_t i = 0; i < p->globals.count; i++)
        add_initial(&p->globals.data[i], initial);
    strbuf_add(w->out, "hidden int new_value, new_at, old_value, field[64];\nbit failed;\nshort holder; /* of a block */\n/*");
    for (size_t i = 0; i < p->globals.count; i++)
        if (!p->globals.data[i].is_channel)
            strbuf_printf(w->out, " %s: %u..%u", p->globals.data[i].name, p->globals.data[i].offset, p->globals.data[i].offset + p->globals.data[i].count - 1);
    strbuf_printf(w->out, " */\nint mem[%u]", p->global_count + 1);
    write_values(w, initial, p->global_count + 1);
    for (size_t i = 0; i < p->channels.count; i++)
        strbuf_printf(w->out, "int len%zu, msg%zu[%u];\n", i + 1, i + 1, p->channels.data[i].capacity * p->channels.data[i].field_count + 1);
    for (uint32_t k = 0; k < p->start.count; k++)
        write_process_variables(w, k);
    write_reset(w);
}

bool export_promela(const footprints *f, const property_list *properties, machine on, diag *d, strbuf *out)
{
    promela_writer w = {.footprints = f, .program = f->program, .properties = properties, .machine = on, .diag = d, .out = out, .memory = arena_new(),
                        .bound = machine_traits(on)->overwrites ? 1 : on.buffer};
    if (promela_is_buffered(&w) && !w.bound)
        promela_refuse(&w, (source_location){0}, "give the size of buffers: --buffer N");
    else if (memory_is_approximation(on.memory) || on.overflow_is_error)
        promela_refuse(&w, (source_location){0}, "approximations and --overflow error are not translated");
    strbuf_printf(out, "/* Store buffers of %s as variables. spin -a -o2 -o3, gcc -DSAFETY -DNOREDUCE, pan -c0: its states are ours. Formulas: spin -a -o2 -o3 -DLTL, gcc -DNOREDUCE, pan -a -E -N f1. */\n", machine_traits(on)->title);
    strbuf_add(out, "#ifdef LTL\n#define CHECK(e) skip\n#define ATOMIC\n#else\n#define CHECK(e) assert(e)\n#define ATOMIC atomic\n#endif\n");
    if (!diag_has_errors(d))
        write_declarations(&w);
    strbuf_add(out, "active proctype all()\n{\nagain: do\n");
    if (!diag_has_errors(d))
        promela_write_steps(&w);
    promela_write_stuck(&w);
    if (w.has_blocks)
        promela_write_blocks(&w);
    strbuf_add(out, "}\n");
    if (!diag_has_errors(d))
        promela_write_properties(&w);
    if (!diag_has_errors(d) && property_first_temporal(properties) < properties->items.count)
        promela_write_formulas(&w);
    arena_free(w.memory);
    return !diag_has_errors(d);
}
