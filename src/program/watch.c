#include "program/watch.h"

#include <string.h>

#include "base/bug.h"
#include "program/visit.h"

typedef enum watch_kind { WATCH_NODE, WATCH_LOCAL, WATCH_VIEW } watch_kind;

/* What is watched of all processes of a type: whether they are at a node, the value of a local, or what they would read of a global. */
typedef struct watch {
    uint32_t type;
    watch_kind kind;
    uint32_t number; /* of the node, the local or the global variable */
    uint32_t global; /* the ghost: for each process at the start, one value or as many as the variable has elements */
    uint32_t size;
    bool *wanted;    /* by process at the start: somebody looks at it. The ghosts of all others stay 0 */
} watch;

typedef struct watching {
    arena *memory;
    program *program;
    VEC(watch) watches;
    const char *refused;
} watching;

/* ---- The ghosts ---- */
static uint32_t add_ghost(program *p, arena *memory, const char *name, value_type type, uint32_t count)
{
    variable added = {.name = name, .type = type, .count = count, .class = VARIABLE_GHOST, .offset = p->global_count, .dimensions = count > 1,
                      .dimension = {count}, .initial = ARENA_ARRAY(memory, int32_t, count + 1)};
    variable *all = ARENA_ARRAY(memory, variable, p->globals.count + 1);
    if (p->globals.count)
        memcpy(all, p->globals.data, p->globals.count * sizeof *all);
    all[p->globals.count] = added;
    p->globals.data = all;
    p->globals.capacity = ++p->globals.count;
    p->global_count += count;
    return (uint32_t)p->globals.count - 1;
}

static int32_t first_value(watching *w, const variable *local, uint32_t element)
{
    int32_t value = 0;
    if (local->initializer && !expr_is_const(local->initializer, &value))
        w->refused = "the formula looks at a local whose first value is worked out";
    return local->initializer ? value_wrap(local->type, value) : local->initial ? local->initial[element] : 0;
}

static void fill_first_values(watching *w, const watch *of, uint32_t q)
{
    const program *p = w->program;
    int32_t *values = (int32_t *)p->globals.data[of->global].initial;
    const process_type *t = &p->processes.data[of->type];
    for (uint32_t i = 0; i < of->size; i++)
        values[q * of->size + i] = of->kind == WATCH_LOCAL  ? first_value(w, &t->locals.data[of->number], i)
                                   : of->kind == WATCH_VIEW ? p->globals.data[of->number].initial[i]
                                                            : t->entry == of->number;
}

/* The ghost of the node or variable; made where there is none yet. */
static const watch *watch_of(watching *w, uint32_t type, watch_kind kind, uint32_t number)
{
    for (size_t i = 0; i < w->watches.count; i++)
        if (w->watches.data[i].type == type && w->watches.data[i].kind == kind && w->watches.data[i].number == number)
            return &w->watches.data[i];
    const variable *of = kind == WATCH_LOCAL ? &w->program->processes.data[type].locals.data[number] : kind == WATCH_VIEW ? &w->program->globals.data[number] : NULL;
    watch made = {.type = type, .kind = kind, .number = number, .size = of ? of->count : 1};
    made.global = add_ghost(w->program, w->memory, of ? of->name : "at", of ? of->type : (value_type){1, false}, made.size * (uint32_t)w->program->start.count);
    made.wanted = ARENA_ARRAY(w->memory, bool, w->program->start.count + 1);
    vec_push(&w->watches, made);
    return &vec_last(&w->watches);
}

/* ---- The conditions ---- */
static const expr *ghost_value(watching *w, const watch *of, uint32_t process, const expr *index, source_location where)
{
    expr *e = expr_new(w->memory, EXPR_MEMORY, where);
    of->wanted[process] = true;
    fill_first_values(w, of, process);
    e->variable = of->global;
    e->index = expr_const(w->memory, (int32_t)(process * of->size), where);
    if (index)
        e->index = expr_binary(w->memory, OP_ADD, e->index, index, where);
    return e;
}

static bool may_be_removed(const program *p, uint32_t type)
{
    bool ends = false;
    for (size_t i = 0; i < p->processes.data[type].nodes.count; i++)
        ends |= p->processes.data[type].nodes.data[i].is_final;
    return ends && p->processes_die;
}

/* Its processes come and go: nobody notes what they have when they come. */
static bool is_created(const program *p, uint32_t type)
{
    for (size_t t = 0; t < p->processes.count; t++)
        for (size_t i = 0; i < p->processes.data[t].edges.count; i++) {
            const edge *e = &p->processes.data[t].edges.data[i];
            for (uint32_t k = 0; k < e->effect_count; k++)
                if (e->effects[k].kind == EFFECT_RUN && e->effects[k].process == type)
                    return true;
        }
    return false;
}

static const expr *watch_control(watching *w, const expr *e, const expr *pid)
{
    const program *p = w->program;
    if (p->processes.data[e->process].nodes.data[e->value].is_final)
        w->refused = "the formula looks at a place where a process has ended";
    if (is_created(p, e->process))
        w->refused = "the formula looks at a process that is created on the way";
    const watch of = *watch_of(w, e->process, WATCH_NODE, (uint32_t)e->value);
    int32_t number;
    bool numbered = pid && expr_is_const(pid, &number);
    const expr *any = expr_const(w->memory, 0, e->where);
    for (uint32_t q = 0; q < p->start.count; q++) {
        if (p->start.data[q] != e->process || (numbered && (int64_t)q + p->pid_base != number))
            continue;
        const expr *one = ghost_value(w, &of, q, NULL, e->where);
        if (pid && !numbered) {
            const expr *is_it = expr_binary(w->memory, OP_EQUAL, pid, expr_const(w->memory, (int32_t)(q + p->pid_base), e->where), e->where);
            one = expr_binary(w->memory, OP_AND, is_it, one, e->where);
        }
        any = expr_binary(w->memory, OP_OR, any, one, e->where);
    }
    return any;
}

/* A local, or what a process would read of a global. */
static const expr *watch_variable(watching *w, const expr *e, watch_kind kind, const expr *index)
{
    const program *p = w->program;
    int32_t pid = -1;
    uint32_t process = 0;
    bool numbered = e->pid && expr_is_const(e->pid, &pid);
    while (process < p->start.count && (p->start.data[process] != e->process || (numbered && (int64_t)process + p->pid_base != pid)))
        process++;
    if ((e->pid && !numbered) || process == p->start.count || may_be_removed(p, e->process) || is_created(p, e->process)) {
        w->refused = "the formula looks at what a process has that need not exist";
        return expr_const(w->memory, 0, e->where);
    }
    const watch of = *watch_of(w, e->process, kind, e->variable);
    return ghost_value(w, &of, process, index, e->where);
}

static const expr *watch_expr(void *data, const expr *e)
{
    watching *w = data;
    switch (e->kind) {
    case EXPR_CONST:
    case EXPR_GLOBAL:
    case EXPR_MEMORY:
    case EXPR_UNARY:
    case EXPR_BINARY:
    case EXPR_CONDITIONAL:
    case EXPR_BOUND:
    case EXPR_LENGTH:
    case EXPR_EMPTY:
    case EXPR_NOT_EMPTY:
    case EXPR_FULL:
    case EXPR_NOT_FULL:
    case EXPR_POLL: return expr_map(w->memory, e, watch_expr, w);
    case EXPR_AT: return watch_control(w, e, e->pid ? watch_expr(w, e->pid) : NULL);
    case EXPR_REMOTE: return watch_variable(w, e, WATCH_LOCAL, e->index ? watch_expr(w, e->index) : NULL);
    case EXPR_VIEW: return watch_variable(w, e, WATCH_VIEW, e->index ? watch_expr(w, e->index) : NULL);
    case EXPR_LOCAL:
    case EXPR_PID:
    case EXPR_PROCESS_COUNT:
    case EXPR_TIMEOUT: w->refused = "the formula looks at more than memory, ghosts, control and locals"; return e;
    }
    BUG("unknown kind of expression");
}

/* ---- The steps ---- */
typedef struct writes {
    place_kind kind;
    uint32_t variable;
    bool found;
} writes;

static void note_place(void *data, const place *target, visit_write how)
{
    writes *x = data;
    (void)how;
    x->found |= target->kind == x->kind && target->variable == x->variable;
}

/* May the edge change what is watched? */
static bool may_change(const watch *of, const edge *e)
{
    writes x = {.kind = of->kind == WATCH_LOCAL ? PLACE_LOCAL : PLACE_GLOBAL, .variable = of->number};
    if (of->kind == WATCH_NODE)
        return (e->source == of->number) != (e->target == of->number);
    visit_edge(&(program_visitor){.place = note_place, .data = &x}, e);
    return x.found;
}

/* Whether the process that takes the step is looked at. */
static const expr *is_wanted(watching *w, const watch *of, const expr *position, source_location where)
{
    const expr *any = expr_const(w->memory, 0, where);
    for (uint32_t q = 0; q < w->program->start.count; q++)
        if (of->wanted[q]) {
            const expr *is_it = expr_binary(w->memory, OP_EQUAL, position, expr_const(w->memory, (int32_t)q, where), where);
            any = expr_binary(w->memory, OP_OR, any, is_it, where);
        }
    return any;
}

/* ghost := what there is after the step, for the process that takes it. */
static effect note_effect(watching *w, const watch *of, const edge *e, uint32_t element)
{
    const program *p = w->program;
    expr *own = expr_new(w->memory, EXPR_PID, e->where);
    const expr *position = expr_binary(w->memory, OP_SUBTRACT, own, expr_const(w->memory, (int32_t)p->pid_base, e->where), e->where);
    const expr *first = expr_binary(w->memory, OP_MULTIPLY, position, expr_const(w->memory, (int32_t)of->size, e->where), e->where);
    place target = {.kind = PLACE_GLOBAL, .variable = of->global, .where = e->where};
    target.index = expr_binary(w->memory, OP_ADD, first, expr_const(w->memory, (int32_t)element, e->where), e->where);
    const expr *value = expr_const(w->memory, e->target == of->number, e->where);
    if (of->kind != WATCH_NODE) {
        expr *held = expr_new(w->memory, of->kind == WATCH_LOCAL ? EXPR_LOCAL : EXPR_GLOBAL, e->where);
        held->variable = of->number;
        held->index = expr_const(w->memory, (int32_t)element, e->where);
        value = held;
    }
    value = expr_binary(w->memory, OP_MULTIPLY, is_wanted(w, of, position, e->where), value, e->where);
    return (effect){.kind = EFFECT_ASSIGN, .target = target, .value = value, .where = e->where};
}

static void watch_edge(watching *w, uint32_t type, edge *e)
{
    uint32_t most = e->effect_count;
    for (size_t i = 0; i < w->watches.count; i++)
        most += w->watches.data[i].type == type ? w->watches.data[i].size : 0;
    effect *effects = ARENA_ARRAY(w->memory, effect, most + 1);
    uint32_t count = e->effect_count;
    if (count)
        memcpy(effects, e->effects, count * sizeof *effects);
    for (size_t i = 0; i < w->watches.count; i++)
        for (uint32_t k = 0; w->watches.data[i].type == type && may_change(&w->watches.data[i], e) && k < w->watches.data[i].size; k++)
            effects[count++] = note_effect(w, &w->watches.data[i], e, k);
    e->effects = effects;
    e->effect_count = count;
}

static void watch_steps(watching *w)
{
    program *p = w->program;
    process_type *types = ARENA_ARRAY(w->memory, process_type, p->processes.count + 1);
    for (uint32_t t = 0; t < p->processes.count; t++) {
        types[t] = p->processes.data[t];
        edge *edges = ARENA_ARRAY(w->memory, edge, types[t].edges.count + 1);
        for (size_t i = 0; i < types[t].edges.count; i++) {
            edges[i] = types[t].edges.data[i];
            watch_edge(w, t, &edges[i]);
        }
        types[t].edges.data = edges;
    }
    p->processes.data = types;
}

static const expr *or_also(const watching *w, const expr *a, const expr *b)
{
    return expr_binary(w->memory, OP_OR, a, b, (source_location){0});
}

static const expr *memory_of(const watching *w, uint32_t element)
{
    expr *e = expr_new(w->memory, EXPR_MEMORY, (source_location){0});
    e->variable = program_global_of_element(w->program, element);
    e->index = expr_const(w->memory, (int32_t)(element - w->program->globals.data[e->variable].offset), (source_location){0});
    return e;
}

static void gather(const watching *w, uint32_t count, watched *out)
{
    out->looked_at = expr_const(w->memory, 0, (source_location){0});
    for (uint32_t i = 0; i < count; i++)
        out->looked_at = or_also(w, out->looked_at, out->conditions[i]);
    for (uint32_t i = 0; i < out->view_count; i++)
        out->looked_at = or_also(w, out->looked_at, memory_of(w, out->views[i].element));
}

static void list_views(const watching *w, watched *out)
{
    const program *p = w->program;
    uint32_t most = 0;
    for (size_t i = 0; i < w->watches.count; i++)
        most += w->watches.data[i].kind == WATCH_VIEW ? w->watches.data[i].size * (uint32_t)p->start.count : 0;
    out->views = ARENA_ARRAY(w->memory, watched_view, most + 1);
    for (size_t i = 0; i < w->watches.count; i++) {
        const watch *of = &w->watches.data[i];
        for (uint32_t q = 0; q < p->start.count && of->kind == WATCH_VIEW; q++)
            for (uint32_t k = 0; k < of->size && of->wanted[q]; k++)
                out->views[out->view_count++] = (watched_view){q, p->globals.data[of->number].offset + k, p->globals.data[of->global].offset + q * of->size + k};
    }
}

const char *program_watch(arena *memory, const program *p, const expr *const *conditions, uint32_t count, watched *out)
{
    watching w = {.memory = memory, .program = ARENA_NEW(memory, program)};
    const expr **made = ARENA_ARRAY(memory, const expr *, count + 1);
    *w.program = *p;
    for (uint32_t i = 0; i < count; i++)
        made[i] = watch_expr(&w, conditions[i]);
    watch_steps(&w);
    *out = (watched){.program = w.program, .conditions = made, .spare = add_ghost(w.program, memory, "claim", (value_type){32, true}, 1)};
    list_views(&w, out);
    gather(&w, count, out);
    vec_release(&w.watches);
    return w.refused;
}
