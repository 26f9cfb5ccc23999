/* promela.c: a program as plain Promela, with its store buffers of N stores as variables, so that SPIN searches what we search.
 *
 * One process takes all steps: its options are the edges of the program's processes, the pairs of edges that meet, and the commits, each a d_step. Where processes are, what they have and
 * what waits are variables, so a state of SPIN's is a state of ours; a process that is created finds its variables there. Inside blocks it goes round in loops of their own, which are atomic, so that SPIN stores nothing there; for formulas, which look
 * inside atomic blocks, they are not. A step that fails breaks an assertion and leads to one state in which everything is 0. */
#include <string.h>

#include "export/promela.h"

static void write_values(promela_writer *w, const int32_t *values, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        strbuf_printf(w->out, "%s%d", i ? ", " : " = {", values[i]);
    strbuf_add(w->out, "};\n");
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
        return f->locals[promela_type(f->writer)->locals.data[e->variable].offset + (uint32_t)index];
    if (e->kind == EXPR_PROCESS_COUNT)
        return (int32_t)(f->position + 1 + p->pid_base);
    if (e->kind == EXPR_GLOBAL || e->kind == EXPR_MEMORY)
        return p->globals.data[e->variable].initial[index];
    state->error = EVAL_NO_PROCESS;
    return 0;
}

static void set_first(promela_writer *w, uint32_t position, const variable *v, int32_t *values)
{
    first_values from = {w, values, position};
    eval_state state = {0};
    for (uint32_t e = 0; v->initial && e < v->count; e++)
        values[v->offset + e] = v->initial[e];
    for (uint32_t e = 0; v->initializer && e < v->count; e++)
        values[v->offset + e] = value_wrap(v->type, expr_eval(v->initializer, &(eval_source){read_first, &from}, &state));
    if (state.error)
        promela_refuse(w, v->where, "an initial value has no value that is known before the program runs");
}

/* Those of a process at the start. */
static void set_locals(promela_writer *w, uint32_t k, int32_t *values)
{
    w->type = w->program->start.data[k];
    const process_type *t = promela_type(w);
    uint32_t channels = (uint32_t)w->program->channels.count;
    for (uint32_t i = 0; i < k; i++)
        channels += (uint32_t)w->program->processes.data[w->program->start.data[i]].channels.count;
    for (uint32_t i = 0; i < t->channels.count; i++)
        values[t->locals.data[t->channels.data[i].variable].offset + t->channels.data[i].element] = (int32_t)(channels + i + 1);
    for (uint32_t i = t->parameter_count; i < t->locals.count; i++)
        set_first(w, k, &t->locals.data[i], values);
}

static uint32_t most_locals(const promela_writer *w, uint32_t k)
{
    uint32_t most = 0;
    for (uint32_t t = 0; t < w->program->processes.count; t++)
        if (promela_may_be(w, k, t) && w->program->processes.data[t].local_count > most)
            most = w->program->processes.data[t].local_count;
    return most;
}

static void write_position(promela_writer *w, uint32_t k)
{
    bool is_there = k < w->program->start.count;
    uint32_t locals = most_locals(w, k), type = is_there ? w->program->start.data[k] : 0;
    int32_t *initial = ARENA_ARRAY(w->memory, int32_t, locals + 1);
    if (is_there)
        set_locals(w, k, initial);
    strbuf_add(w->out, "/*");
    for (uint32_t t = 0; t < w->program->processes.count; t++)
        if (promela_may_be(w, k, t))
            strbuf_printf(w->out, " %s", w->program->processes.data[t].name);
    strbuf_printf(w->out, " */ int pc%u = %u;\nint loc%u[%u]", k, is_there ? promela_node(w, type, w->program->processes.data[type].entry) : promela_gone(w), k, locals + 1);
    write_values(w, initial, locals + 1);
    promela_write_buffer(w, k);
    w->type = 0;
}

static void write_reset(promela_writer *w)
{
    strbuf_add(w->out, "#define FAIL failed = 1; new_value = 0; holder = 0;");
    for (uint32_t e = 0; e < w->program->global_count; e++)
        strbuf_printf(w->out, " mem[%u] = 0;", e);
    for (uint32_t i = 1; i <= w->channels.count; i++)
        promela_write_no_channel(w, i);
    for (uint32_t k = 0; k < w->position_count; k++) {
        strbuf_printf(w->out, " pc%u = 0;", k);
        for (uint32_t i = 0; i < most_locals(w, k); i++)
            strbuf_printf(w->out, " loc%u[%u] = 0;", k, i);
        promela_write_no_buffer(w, k);
    }
    strbuf_add(w->out, " CHECK(0)\n");
}

static void write_declarations(promela_writer *w)
{
    const program *p = w->program;
    int32_t *initial = ARENA_ARRAY(w->memory, int32_t, p->global_count + 1);
    for (size_t i = 0; i < p->globals.count; i++)
        for (uint32_t e = 0; p->globals.data[i].initial && e < p->globals.data[i].count; e++)
            initial[p->globals.data[i].offset + e] = p->globals.data[i].initial[e];
    strbuf_add(w->out, "hidden int new_value, new_at, old_value, field[256];\nbit failed;\nshort holder; /* of a block */\n/*");
    for (size_t i = 0; i < p->globals.count; i++)
        if (!p->globals.data[i].is_channel)
            strbuf_printf(w->out, " %s: %u..%u", p->globals.data[i].name, p->globals.data[i].offset, p->globals.data[i].offset + p->globals.data[i].count - 1);
    strbuf_printf(w->out, " */\nint mem[%u]", p->global_count + 1);
    write_values(w, initial, p->global_count + 1);
    for (size_t i = 0; i < w->channels.count; i++)
        strbuf_printf(w->out, "int len%zu, msg%zu[%u];\n", i + 1, i + 1, w->channels.data[i].declaration->capacity * w->channels.data[i].declaration->field_count + 1);
    for (uint32_t k = 0; k < w->position_count; k++)
        write_position(w, k);
    write_reset(w);
}

bool export_promela(const footprints *f, const property_list *properties, machine on, const export_stacks *stacks, diag *d, strbuf *out)
{
    promela_writer w = {.footprints = f, .program = f->program, .properties = properties, .machine = on, .diag = d, .out = out, .memory = arena_new(),
                        .bound = on.buffer};
    if (promela_is_buffered(&w) && !w.bound)
        promela_refuse(&w, (source_location){0}, "give the size of buffers: --buffer N");
    else if (memory_is_approximation(on.memory))
        promela_refuse(&w, (source_location){0}, "approximations are not translated; give sc, tso, pso or slot");
    else if (promela_find_positions(&w, stacks))
        promela_find_channels(&w);
    strbuf_printf(out, "/* Store buffers of %s as variables. spin -a -o2 -o3, gcc -DSAFETY -DNOREDUCE, pan -c0: its states are ours. Formulas: spin -a -o2 -o3 -DLTL, gcc -DNOREDUCE, pan -a -E -N f1. */\n", machine_traits(on)->title);
    /* An `else` with which a d_step begins is taken for true where pan tries edges in another order (-DT_REVERSE, as SPIN's swarm has it). In an atomic block a claim would see a step more. */
    strbuf_add(out, "#ifdef LTL\nbit ended;\n#define CHECK(e) skip\n#define END ended = 1\n#define ATOMIC\n#define LAST d_step\n#else\n#define CHECK(e) assert(e)\n#define END skip\n#define ATOMIC atomic\n#define LAST atomic\n#endif\n");
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
    vec_release(&w.channels);
    arena_free(w.memory);
    return !diag_has_errors(d);
}
