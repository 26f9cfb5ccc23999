/* program_builder.h: programs for tests, put together by hand. Every statement is one edge; its line is its number. */
#ifndef TESTS_PROGRAM_BUILDER_H
#define TESTS_PROGRAM_BUILDER_H

#include <stdlib.h>
#include <string.h>

#include "program/program.h"

static const value_type TYPE_BYTE = {8, false}, TYPE_INT = {32, true};

static inline source_location at_line(uint32_t line)
{
    return (source_location){.file = 0, .line = line, .column = 1};
}

static inline uint32_t add_global(program *p, const char *name, uint32_t count, variable_class class)
{
    variable v = {.name = name, .type = TYPE_BYTE, .count = count, .dimensions = count > 1, .dimension = {count}, .class = class};
    v.initial = ARENA_ARRAY(p->memory, int32_t, count);
    vec_push(&p->globals, v);
    return (uint32_t)p->globals.count - 1;
}

static inline uint32_t add_process(program *p, const char *name, uint32_t nodes, uint32_t active)
{
    process_type t = {.name = name, .active = active};
    for (uint32_t i = 0; i < nodes; i++)
        vec_push(&t.nodes, ((node){.is_final = i + 1 == nodes}));
    vec_push(&p->processes, t);
    for (uint32_t i = 0; i < active; i++)
        vec_push(&p->start, (uint32_t)p->processes.count - 1);
    return (uint32_t)p->processes.count - 1;
}

static inline uint32_t add_local(program *p, uint32_t process, const char *name)
{
    variable v = {.name = name, .type = TYPE_INT, .count = 1};
    vec_push(&p->processes.data[process].locals, v);
    return (uint32_t)p->processes.data[process].locals.count - 1;
}

static inline void add_label(program *p, uint32_t process, const char *name, uint32_t at)
{
    vec_push(&p->processes.data[process].labels, ((label){.name = name, .node = at}));
}

/* A channel with `fields` byte fields, and the ghost global that holds its number. */
static inline uint32_t add_channel(program *p, const char *name, uint32_t capacity, uint32_t fields)
{
    uint32_t number = add_global(p, name, 1, VARIABLE_GHOST);
    p->globals.data[number].is_channel = true;
    value_type *types = ARENA_ARRAY(p->memory, value_type, fields);
    for (uint32_t i = 0; i < fields; i++)
        types[i] = TYPE_BYTE;
    channel c = {.name = name, .capacity = capacity, .field_count = fields, .fields = types, .variable = number};
    vec_push(&p->channels, c);
    return number;
}

/* ---- Expressions ---- */
static inline const expr *constant(program *p, int32_t value)
{
    return expr_const(p->memory, value, at_line(0));
}

static inline const expr *global_at(program *p, uint32_t number, const expr *index)
{
    expr *e = expr_new(p->memory, EXPR_GLOBAL, at_line(0));
    e->variable = number;
    e->index = index;
    return e;
}

static inline const expr *global(program *p, uint32_t number)
{
    return global_at(p, number, NULL);
}

static inline const expr *local(program *p, uint32_t number)
{
    expr *e = expr_new(p->memory, EXPR_LOCAL, at_line(0));
    e->variable = number;
    return e;
}

static inline const expr *in_memory(program *p, uint32_t number)
{
    expr *e = expr_new(p->memory, EXPR_MEMORY, at_line(0));
    e->variable = number;
    return e;
}

static inline const expr *bounded(program *p, const expr *a, int32_t limit, uint32_t line)
{
    expr *e = expr_new(p->memory, EXPR_BOUND, at_line(line));
    e->a = a;
    e->value = limit;
    return e;
}

static inline const expr *binary(program *p, expr_op op, const expr *a, const expr *b)
{
    return expr_binary(p->memory, op, a, b, at_line(0));
}

static inline const expr *equal(program *p, const expr *a, const expr *b)
{
    return binary(p, OP_EQUAL, a, b);
}

/* ---- Edges and effects ---- */

/* The edge, of which the caller may still change hold, is_else and priority. Valid until the next one is added. */
static inline edge *add_edge(program *p, uint32_t process, uint32_t from, uint32_t to, uint32_t line, const char *text,
                             const expr *guard)
{
    edge e = {.source = from, .target = to, .guard = guard, .text = text, .where = at_line(line)};
    vec_push(&p->processes.data[process].edges, e);
    return &vec_last(&p->processes.data[process].edges);
}

static inline edge *add_effect(program *p, edge *e, effect f)
{
    effect *effects = ARENA_ARRAY(p->memory, effect, e->effect_count + 1);
    if (e->effect_count)
        memcpy(effects, e->effects, e->effect_count * sizeof *effects);
    f.where = e->where;
    effects[e->effect_count++] = f;
    e->effects = effects;
    return e;
}

static inline place to_global(uint32_t number)
{
    return (place){.kind = PLACE_GLOBAL, .variable = number};
}

static inline place to_local(uint32_t number)
{
    return (place){.kind = PLACE_LOCAL, .variable = number};
}

static inline edge *add_store(program *p, uint32_t process, uint32_t from, uint32_t to, uint32_t line, const char *text,
                              uint32_t number, int32_t value)
{
    edge *e = add_edge(p, process, from, to, line, text, NULL);
    return add_effect(p, e, (effect){.kind = EFFECT_ASSIGN, .target = to_global(number), .value = constant(p, value)});
}

static inline edge *add_load(program *p, uint32_t process, uint32_t from, uint32_t to, uint32_t line, const char *text,
                             uint32_t number, uint32_t into)
{
    edge *e = add_edge(p, process, from, to, line, text, NULL);
    return add_effect(p, e, (effect){.kind = EFFECT_ASSIGN, .target = to_local(into), .value = global(p, number)});
}

static inline effect send_of(program *p, uint32_t number, int32_t value)
{
    const expr **arguments = ARENA_ARRAY(p->memory, const expr *, 1);
    arguments[0] = constant(p, value);
    return (effect){.kind = EFFECT_SEND, .channel = global(p, number), .argument_count = 1, .arguments = arguments};
}

/* Receives one field: into a place, or only the value `match`. */
static inline effect receive_of(program *p, uint32_t number, place target, const expr *match)
{
    pattern *patterns = ARENA_ARRAY(p->memory, pattern, 1);
    patterns[0] = (pattern){.match = match, .target = target};
    return (effect){.kind = EFFECT_RECEIVE, .channel = global(p, number), .argument_count = 1, .patterns = patterns};
}

#endif
