/* program.c: a program's life, and the derived numbers that program_finish fills in. */
#include "program/program.h"

#include <string.h>

#include "base/bug.h"
#include "program/visit.h"

program *program_new(void)
{
    arena *memory = arena_new();
    program *p = ARENA_NEW(memory, program);
    p->memory = memory;
    return p;
}

static void release_type(process_type *t)
{
    vec_release(&t->locals);
    vec_release(&t->channels);
    vec_release(&t->nodes);
    vec_release(&t->edges);
    vec_release(&t->labels);
    vec_release(&t->dead);
}

void program_free(program *p)
{
    if (!p)
        return;
    for (size_t i = 0; i < p->processes.count; i++)
        release_type(&p->processes.data[i]);
    for (size_t i = 0; i < p->claims.count; i++)
        if (p->claims.data[i].body)
            release_type(p->claims.data[i].body);
    vec_release(&p->globals);
    vec_release(&p->channels);
    vec_release(&p->processes);
    vec_release(&p->start);
    vec_release(&p->mtypes);
    vec_release(&p->candidates);
    vec_release(&p->claims);
    vec_release(&p->conditions);
    if (p->question)
        vec_release(&p->question->observed);
    arena_free(p->memory);
}

/* ---- Checks: every reference is in range ---- */

typedef struct reference_check {
    const program *p;
    const process_type *t; /* NULL outside of processes */
} reference_check;

static void check_expr_node(void *data, const expr *e, visit_role role)
{
    const reference_check *c = data;
    (void)role;
    switch (e->kind) {
    case EXPR_GLOBAL:
    case EXPR_MEMORY: CHECK(e->variable < c->p->globals.count); break;
    case EXPR_LOCAL: CHECK(c->t && e->variable < c->t->locals.count); break;
    case EXPR_VIEW:
        CHECK(e->variable < c->p->globals.count);
        CHECK(e->process < c->p->processes.count);
        break;
    case EXPR_REMOTE:
        CHECK(e->process < c->p->processes.count);
        CHECK(e->variable < c->p->processes.data[e->process].locals.count);
        break;
    case EXPR_AT:
        CHECK(e->process < c->p->processes.count);
        CHECK(e->value >= 0 && (size_t)e->value < c->p->processes.data[e->process].nodes.count);
        break;
    case EXPR_UNARY: CHECK(e->a && e->op <= OP_COMPLEMENT); break;
    case EXPR_BINARY: CHECK(e->a && e->b && e->op > OP_COMPLEMENT); break;
    case EXPR_CONDITIONAL: CHECK(e->a && e->b && e->c); break;
    case EXPR_BOUND:
    case EXPR_LENGTH:
    case EXPR_EMPTY:
    case EXPR_NOT_EMPTY:
    case EXPR_FULL:
    case EXPR_NOT_FULL: CHECK(e->a); break;
    case EXPR_POLL: CHECK(e->poll && e->poll->channel); break;
    case EXPR_CONST:
    case EXPR_PID:
    case EXPR_PROCESS_COUNT:
    case EXPR_TIMEOUT: break;
    }
}

static void check_expr(const program *p, const process_type *t, const expr *e)
{
    reference_check c = {p, t};
    visit_expr(&(program_visitor){.expr = check_expr_node, .data = &c}, e, VISIT_CONDITION);
}

static void check_place(const program *p, const process_type *t, const place *target)
{
    if (target->kind == PLACE_LOCAL)
        CHECK(target->variable < t->locals.count);
    if (target->kind == PLACE_GLOBAL)
        CHECK(target->variable < p->globals.count);
    check_expr(p, t, target->index);
}

static void check_effect(const program *p, const process_type *t, const effect *f)
{
    check_place(p, t, &f->target);
    check_place(p, t, &f->result);
    check_expr(p, t, f->value);
    check_expr(p, t, f->expected);
    check_expr(p, t, f->channel);
    bool needs_value = f->kind == EFFECT_ASSIGN || f->kind == EFFECT_WRITE_MEMORY || f->kind == EFFECT_ASSERT || effect_is_locked(f->kind);
    CHECK(!needs_value || f->value);
    CHECK(!effect_compares(f->kind) || f->expected);
    CHECK((f->kind != EFFECT_SEND && f->kind != EFFECT_RECEIVE) || f->channel);
    CHECK(f->kind != EFFECT_PRINT || f->text);
    if (f->kind == EFFECT_RUN) {
        CHECK(f->process < p->processes.count);
        CHECK(f->argument_count == p->processes.data[f->process].parameter_count);
    }
    for (uint32_t i = 0; i < f->argument_count; i++)
        if (f->kind == EFFECT_RECEIVE) {
            check_expr(p, t, f->patterns[i].match);
            check_place(p, t, &f->patterns[i].target);
        } else {
            check_expr(p, t, f->arguments[i]);
        }
}

static void check_process(const program *p, const process_type *t)
{
    CHECK(t->nodes.count > 0 && t->entry < t->nodes.count);
    CHECK(t->parameter_count <= t->locals.count);
    check_expr(p, t, t->provided);
    for (size_t i = 0; i < t->locals.count; i++)
        check_expr(p, t, t->locals.data[i].initializer);
    for (size_t i = 0; i < t->channels.count; i++)
        CHECK(t->channels.data[i].variable < t->locals.count);
    for (size_t i = 0; i < t->labels.count; i++)
        CHECK(t->labels.data[i].node < t->nodes.count);
    for (size_t i = 0; i < t->edges.count; i++) {
        const edge *e = &t->edges.data[i];
        CHECK(e->target < t->nodes.count);
        check_expr(p, t, e->guard);
        for (uint32_t f = 0; f < e->effect_count; f++)
            check_effect(p, t, &e->effects[f]);
    }
}

/* ---- Derived numbers ---- */

/* Offsets of the variables; the number of elements of all. */
static uint32_t place_variables(variable *variables, size_t count)
{
    uint32_t offset = 0;
    for (size_t i = 0; i < count; i++) {
        CHECK(variables[i].count > 0);
        variables[i].offset = offset;
        offset += variables[i].count;
    }
    return offset;
}

/* The node's edges by falling priority; insertion keeps the order of equals and is linear on what is sorted already. */
static void sort_by_priority(edge *edges, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        edge moved = edges[i];
        uint32_t at = i;
        for (; at > 0 && edges[at - 1].priority < moved.priority; at--)
            edges[at] = edges[at - 1];
        edges[at] = moved;
    }
}

static void sort_edges(process_type *t)
{
    for (size_t i = 0; i < t->nodes.count; i++)
        t->nodes.data[i].edge_count = 0;
    for (size_t i = 0; i < t->edges.count; i++) {
        CHECK(t->edges.data[i].source < t->nodes.count);
        t->nodes.data[t->edges.data[i].source].edge_count++;
    }
    VEC(uint32_t) next = {0};
    uint32_t first = 0;
    for (size_t i = 0; i < t->nodes.count; i++) {
        node *n = &t->nodes.data[i];
        n->first_edge = first;
        n->is_end |= n->is_final;
        vec_push(&next, first);
        first += n->edge_count;
    }
    VEC(edge) sorted = {0};
    vec_reserve(&sorted, t->edges.count);
    for (size_t i = 0; i < t->edges.count; i++)
        sorted.data[next.data[t->edges.data[i].source]++] = t->edges.data[i];
    if (t->edges.count)
        memcpy(t->edges.data, sorted.data, t->edges.count * sizeof(edge));
    for (size_t i = 0; t->edges.count && i < t->nodes.count; i++)
        sort_by_priority(t->edges.data + t->nodes.data[i].first_edge, t->nodes.data[i].edge_count);
    vec_release(&next);
    vec_release(&sorted);
}

void program_finish(program *p)
{
    p->global_count = place_variables(p->globals.data, p->globals.count);
    for (size_t i = 0; i < p->processes.count; i++) {
        process_type *t = &p->processes.data[i];
        t->local_count = place_variables(t->locals.data, t->locals.count);
        sort_edges(t);
    }
    for (size_t i = 0; i < p->claims.count; i++)
        if (p->claims.data[i].body)
            sort_edges(p->claims.data[i].body);
    for (size_t i = 0; i < p->globals.count; i++)
        CHECK(p->globals.data[i].initial);
    for (size_t i = 0; i < p->channels.count; i++)
        CHECK(p->channels.data[i].variable < p->globals.count);
    for (size_t i = 0; i < p->conditions.count; i++)
        check_expr(p, NULL, p->conditions.data[i].bad);
    for (size_t i = 0; i < p->start.count; i++)
        CHECK(p->start.data[i] < p->processes.count);
    for (size_t i = 0; i < p->processes.count; i++)
        check_process(p, &p->processes.data[i]);
    for (size_t i = 0; i < p->claims.count; i++)
        if (p->claims.data[i].body)
            check_process(p, p->claims.data[i].body);
}

/* ---- Names ---- */

/* The index in each dimension, outermost first. */
static void split_element(const variable *v, uint32_t element, uint32_t index[VARIABLE_MAX_DIMENSIONS])
{
    for (uint32_t d = v->dimensions; d-- > 0;) {
        index[d] = element % v->dimension[d];
        element /= v->dimension[d];
    }
}

void variable_element_name(const variable *v, uint32_t element, strbuf *out)
{
    uint32_t index[VARIABLE_MAX_DIMENSIONS] = {0}, used = 0;
    split_element(v, element, index);
    for (const char *c = v->name; *c; c++) {
        strbuf_add_char(out, *c);
        if (c[0] == '[' && c[1] == ']' && used < v->dimensions)
            strbuf_printf(out, "%u", index[used++]);
    }
    while (used < v->dimensions)
        strbuf_printf(out, "[%u]", index[used++]);
}

void variable_value_text(const program *p, const variable *v, int32_t value, strbuf *out)
{
    if (v->is_mtype)
        for (size_t i = 0; i < p->mtypes.count; i++)
            if (p->mtypes.data[i].set == v->mtype_set && p->mtypes.data[i].value == value) {
                strbuf_add(out, p->mtypes.data[i].name);
                return;
            }
    strbuf_printf(out, "%d", value);
}

uint32_t program_global_of_element(const program *p, uint32_t element)
{
    CHECK(element < p->global_count);
    size_t low = 0, high = p->globals.count;
    while (high - low > 1) { /* globals are in the order of their offsets */
        size_t middle = low + (high - low) / 2;
        if (p->globals.data[middle].offset <= element)
            low = middle;
        else
            high = middle;
    }
    return (uint32_t)low;
}

bool process_find_label(const process_type *t, const char *name, uint32_t *node_out)
{
    for (size_t i = 0; i < t->labels.count; i++)
        if (!strcmp(t->labels.data[i].name, name)) {
            *node_out = t->labels.data[i].node;
            return true;
        }
    return false;
}

bool process_leads_to(const process_type *t, uint32_t from, uint32_t wanted)
{
    VEC(uint32_t) stack = {0};
    VEC(bool) seen = {0};
    vec_reserve(&seen, t->nodes.count);
    memset(seen.data, 0, t->nodes.count * sizeof(bool));
    vec_push(&stack, from);
    seen.data[from] = true;
    while (stack.count && !seen.data[wanted]) {
        const node *n = &t->nodes.data[vec_pop(&stack)];
        for (uint32_t i = 0; i < n->edge_count; i++) {
            uint32_t next = t->edges.data[n->first_edge + i].target;
            if (!seen.data[next]) {
                seen.data[next] = true;
                vec_push(&stack, next);
            }
        }
    }
    bool found = seen.data[wanted];
    vec_release(&stack);
    vec_release(&seen);
    return found;
}

const expr *program_at_mark(arena *memory, const program *p, label_mark mark)
{
    const expr *all = NULL;
    for (uint32_t t = 0; t < p->processes.count; t++)
        for (uint32_t i = 0; i < p->processes.data[t].nodes.count; i++) {
            const node *n = &p->processes.data[t].nodes.data[i];
            if (!(mark == MARK_ACCEPT ? n->is_accept : n->is_progress))
                continue;
            expr *at = expr_new(memory, EXPR_AT, n->where);
            at->process = t;
            at->value = (int32_t)i;
            all = all ? expr_binary(memory, OP_OR, all, at, n->where) : at;
        }
    return all;
}

bool effect_compares(effect_kind kind)
{
    return kind == EFFECT_CAS || kind == EFFECT_COMPARE_EXCHANGE;
}

bool effect_is_locked(effect_kind kind)
{
    return kind == EFFECT_EXCHANGE || kind == EFFECT_FETCH_ADD || effect_compares(kind);
}

bool effect_drains(effect_kind kind)
{
    switch (kind) {
    case EFFECT_FENCE:
    case EFFECT_SYNC:
    case EFFECT_EXCHANGE:
    case EFFECT_FETCH_ADD:
    case EFFECT_CAS:
    case EFFECT_COMPARE_EXCHANGE:
    case EFFECT_RUN: return true;
    case EFFECT_ASSIGN:
    case EFFECT_WRITE_MEMORY:
    case EFFECT_BARRIER:
    case EFFECT_ASSERT:
    case EFFECT_SEND:
    case EFFECT_RECEIVE:
    case EFFECT_PRINT: return false;
    }
    return false;
}

bool edge_has_effect(const edge *e, effect_kind kind)
{
    for (uint32_t i = 0; i < e->effect_count; i++)
        if (e->effects[i].kind == kind)
            return true;
    return false;
}

bool edge_waits(const edge *e, machine on)
{
    return e->wait == EDGE_FENCED || (e->wait == EDGE_LOCKED && !machine_traits(on)->overwrites);
}

bool edge_flushes(const edge *e)
{
    for (uint32_t i = 0; i < e->effect_count; i++)
        if (e->effects[i].flush)
            return true;
    return false;
}

uint32_t process_number_of_edge(const process_type *t, uint32_t edge_index)
{
    const source_location *at = &t->edges.data[edge_index].where;
    uint32_t number = 1;
    for (size_t i = 0; i < t->edges.count; i++) {
        const source_location *other = &t->edges.data[i].where;
        number += other->line < at->line || (other->line == at->line && other->column < at->column);
    }
    return number;
}

static bool names_node(const expr *e, uint32_t type, uint32_t at)
{
    if (!e)
        return false;
    if (e->kind == EXPR_AT)
        return e->process == type && (uint32_t)e->value == at;
    return names_node(e->a, type, at) || names_node(e->b, type, at);
}

/* Stores are committed where nobody is at one of the nodes that the condition names. */
bool program_is_committed(const program *p, uint32_t type, uint32_t at)
{
    return names_node(p->commits_when, type, at);
}

bool program_may_meet(const program *p)
{
    for (size_t i = 0; i < p->channels.count; i++)
        if (!p->channels.data[i].capacity)
            return true;
    for (size_t t = 0; t < p->processes.count; t++)
        for (size_t i = 0; i < p->processes.data[t].channels.count; i++)
            if (!p->processes.data[t].channels.data[i].capacity)
                return true;
    return false;
}
