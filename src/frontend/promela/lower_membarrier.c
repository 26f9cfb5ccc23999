/* lower_membarrier.c: membarrier, during which the buffer of each other process is empty at some moment, each at one of its own.
 *
 * The caller waits at its statement until its own buffer is empty; from then on the call has begun. It notes processes one by one, in any order and each while the buffer of that process is empty, as bits of a local.
 * The call ends when the buffers of all that are not noted are empty. So it need not note anybody; a process that is started meanwhile has an empty buffer then, and one that is removed had one.
 * The order of the moments is free: with a fixed one the caller would go on waiting for a process that has had its moment. */
#include <string.h>

#include "frontend/promela/lower_body.h"

enum { MOST_PROCESSES = 31 }; /* bits of the local */

static bool is_membarrier(const edge *e)
{
    for (uint32_t i = 0; i < e->effect_count; i++)
        if (e->effects[i].kind == EFFECT_SYNC && e->effects[i].value)
            return true;
    return false;
}

/* ---- How many processes there may be ---- */
/* Does control come back to where the edge begins? */
static bool is_in_loop(lowering *l, const process_type *t, const edge *from)
{
    bool *reached = ARENA_ARRAY(l->scratch, bool, t->nodes.count + 1), more = true;
    for (reached[from->target] = true; more && !reached[from->source];) {
        more = false;
        for (size_t i = 0; i < t->edges.count; i++) {
            const edge *e = &t->edges.data[i];
            more |= reached[e->source] && !reached[e->target];
            reached[e->target] |= reached[e->source];
        }
    }
    return reached[from->source];
}

/* How many processes of each type a run has at most, the first ones counted; false where there may be too many in all. */
static bool count_processes(lowering *l, uint32_t *count)
{
    program *p = l->program;
    bool changed = true;
    while (changed) {
        uint32_t all = (uint32_t)p->start.count;
        uint32_t *next = ARENA_ARRAY(l->scratch, uint32_t, p->processes.count + 1);
        for (size_t i = 0; i < p->start.count; i++)
            next[p->start.data[i]]++;
        for (size_t t = 0; t < p->processes.count; t++)
            for (size_t i = 0; i < p->processes.data[t].edges.count; i++) {
                const edge *e = &p->processes.data[t].edges.data[i];
                for (uint32_t k = 0; k < e->effect_count && count[t]; k++)
                    if (e->effects[k].kind == EFFECT_RUN) {
                        uint32_t times = is_in_loop(l, &p->processes.data[t], e) ? MOST_PROCESSES + 1 : count[t];
                        next[e->effects[k].process] += times;
                        all += times;
                    }
            }
        if (all > MOST_PROCESSES)
            return false; /* also where processes start each other without end: each round counts one more */
        changed = false;
        for (size_t i = 0; i < p->processes.count; i++) {
            changed |= count[i] != next[i];
            count[i] = next[i];
        }
    }
    return true;
}

/* ---- The edges ---- */
/* While the buffers of the caller and of the process at that position are empty, the latter is noted. */
static edge noting(lowering *l, const edge *call, uint32_t position)
{
    arena *memory = l->program->memory;
    const effect *sync = &call->effects[0];
    const expr *noted = sync->value, *bit = expr_const(memory, (int32_t)(UINT32_C(1) << position), call->where);
    const expr *pid = expr_new(memory, EXPR_PID, call->where), *number = expr_const(memory, (int32_t)(position + l->program->pid_base), call->where);
    const expr *is_new = expr_unary(memory, OP_NOT, expr_binary(memory, OP_BIT_AND, noted, bit, call->where), call->where);
    place to = {.kind = PLACE_LOCAL, .variable = noted->variable, .where = call->where};
    step_code code = {.guard = expr_binary(memory, OP_AND, expr_binary(memory, OP_NOT_EQUAL, pid, number, call->where), is_new, call->where)};
    step_add_effect(l, &code, (effect){.kind = EFFECT_FENCE, .where = call->where});
    step_add_effect(l, &code, (effect){.kind = EFFECT_SYNC, .value = expr_const(memory, (int32_t)~(UINT32_C(1) << position), call->where), .where = call->where});
    step_add_effect(l, &code, (effect){.kind = EFFECT_ASSIGN, .target = to, .value = expr_binary(memory, OP_BIT_OR, noted, bit, call->where), .where = call->where});
    edge made = *call;
    made.target = call->source;
    made.guard = code.guard;
    made.effects = code.effects;
    made.effect_count = code.effect_count;
    made.hold = HOLD_NONE;
    made.text = arena_printf(memory, "membarrier: process %u", position + l->program->pid_base);
    made.is_part = true;
    return made;
}

/* Whoever leaves the node forgets what was noted there. */
static void forget(lowering *l, edge *e, uint32_t noted)
{
    step_code code = {.effects = e->effects, .effect_count = e->effect_count};
    place to = {.kind = PLACE_LOCAL, .variable = noted, .where = e->where};
    step_add_effect(l, &code, (effect){.kind = EFFECT_ASSIGN, .target = to, .value = expr_const(l->program->memory, 0, e->where), .where = e->where});
    e->effects = code.effects;
    e->effect_count = code.effect_count;
}

static void write_out(lowering *l, process_type *t, uint32_t positions)
{
    VEC(edge) made = {0};
    for (size_t i = 0; i < t->edges.count; i++) {
        edge e = t->edges.data[i];
        int64_t noted = -1;
        for (size_t k = 0; k < t->edges.count && noted < 0; k++)
            if (t->edges.data[k].source == e.source && is_membarrier(&t->edges.data[k]))
                noted = t->edges.data[k].effects[0].value->variable;
        for (uint32_t k = 0; is_membarrier(&t->edges.data[i]) && k < positions; k++)
            vec_push(&made, noting(l, &t->edges.data[i], k));
        if (noted >= 0)
            forget(l, &e, (uint32_t)noted);
        vec_push(&made, e);
    }
    vec_clear(&t->edges);
    for (size_t i = 0; i < made.count; i++)
        vec_push(&t->edges, made.data[i]);
    vec_release(&made);
}

static const edge *find_call(const program *p)
{
    for (size_t t = 0; t < p->processes.count; t++)
        for (size_t i = 0; i < p->processes.data[t].edges.count; i++)
            if (is_membarrier(&p->processes.data[t].edges.data[i]))
                return &p->processes.data[t].edges.data[i];
    return NULL;
}

void lower_membarriers(lowering *l)
{
    program *p = l->program;
    const edge *call = find_call(p);
    uint32_t *count = ARENA_ARRAY(l->scratch, uint32_t, p->processes.count + 1), positions = 0;
    if (!call)
        return;
    if (!count_processes(l, count)) {
        diag_error(l->diag, call->where, "membarrier is for programs of at most %d processes, those counted that `run` may start one after the other; use sync, or start fewer", MOST_PROCESSES);
        return;
    }
    for (size_t t = 0; t < p->processes.count; t++)
        positions += count[t];
    for (size_t t = 0; t < p->processes.count; t++)
        write_out(l, &p->processes.data[t], positions);
}

void membarrier_statement(lowering *l, const ast_expr *e, step_code *code)
{
    process_type *t = lowering_process(l);
    uint32_t noted = 0;
    while (noted < t->locals.count && !(t->locals.data[noted].is_temporary && !strcmp(t->locals.data[noted].name, LOWER_NOTED))) /* a variable of that name is the user's */
        noted++;
    if (noted == t->locals.count) {
        variable made = {.name = LOWER_NOTED, .type = {32, true}, .count = 1, .is_temporary = true, .where = e->where};
        vec_push(&t->locals, made);
    }
    expr *value = expr_new(l->program->memory, EXPR_LOCAL, e->where);
    value->variable = noted;
    step_add_effect(l, code, (effect){.kind = EFFECT_SYNC, .value = value, .where = e->where});
}
