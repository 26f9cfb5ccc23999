/* lower.c: from a test to a program.
 *
 * Each thread is a process, its registers are locals, each location is a relaxed global. One instruction is one edge, so one indivisible step, but for
 * instructions that read and write memory without a lock: these are two edges. A locked instruction waits until its own buffer is empty, then works on
 * memory. Registers that nobody reads any more become 0 (live.c). */
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "base/strbuf.h"
#include "base/hash.h"
#include "frontend/litmus/litmus.h"

static const value_type TYPE_WORD = {32, true};

enum { MAX_EFFECTS = 5 + LITMUS_REGISTERS + 1, NO_LOCAL = UINT32_MAX };

typedef struct lowering {
    litmus_test *test;
    program *program;
    arena *memory;
    uint32_t thread;
    process_type *type;
    const instruction *in;  /* under way */
    uint32_t index;         /* of that instruction in its thread */
    const uint32_t *live;   /* before each instruction of the thread */
    uint32_t zero_flag;     /* local; NO_LOCAL: no jump looks at it */
    uint32_t scratch;       /* local that keeps a value between a load and a store; NO_LOCAL: none */
    const expr *guard;      /* of the first edge: which address a register holds */
} lowering;

typedef struct effects {
    uint32_t count;
    effect items[MAX_EFFECTS];
} effects;

/* ---- Expressions and places ---- */
static const expr *local_value(lowering *l, uint32_t local)
{
    expr *e = expr_new(l->memory, EXPR_LOCAL, l->in->where);
    e->variable = local;
    return e;
}

static const expr *number(lowering *l, int32_t value)
{
    return expr_const(l->memory, value, l->in->where);
}

static uint32_t register_local(lowering *l, uint32_t index)
{
    return litmus_local_of(l->test, l->thread, index);
}

/* The operand's value; indirect operands have been made direct. */
static const expr *value_of(lowering *l, const operand *o)
{
    switch (o->kind) {
    case OPERAND_NUMBER: return number(l, o->value);
    case OPERAND_REGISTER: return local_value(l, register_local(l, o->index));
    case OPERAND_LOCATION: {
        expr *e = expr_new(l->memory, EXPR_GLOBAL, o->where);
        e->variable = o->index;
        return e;
    }
    case OPERAND_INDIRECT:
    case OPERAND_NONE: break;
    }
    BUG("an operand without a value");
}

static place local_place(lowering *l, uint32_t local)
{
    return (place){.kind = PLACE_LOCAL, .variable = local, .where = l->in->where};
}

static place place_of(lowering *l, const operand *o)
{
    if (o->kind == OPERAND_REGISTER)
        return local_place(l, register_local(l, o->index));
    CHECK(o->kind == OPERAND_LOCATION);
    return (place){.kind = PLACE_GLOBAL, .variable = o->index, .where = o->where};
}

/* ---- Effects and edges ---- */
static void add(lowering *l, effects *list, effect e)
{
    CHECK(list->count < MAX_EFFECTS);
    e.where = l->in->where;
    list->items[list->count++] = e;
}

static void add_assign(lowering *l, effects *list, place to, const expr *value)
{
    add(l, list, (effect){.kind = EFFECT_ASSIGN, .target = to, .value = value});
}

/* The zero flag becomes whether the value is 0, where some jump may ask for it. */
static void add_flag(lowering *l, effects *list, const expr *value)
{
    if (l->zero_flag != NO_LOCAL)
        add_assign(l, list, local_place(l, l->zero_flag), expr_binary(l->memory, OP_EQUAL, value, number(l, 0), l->in->where));
}

static uint32_t new_node(lowering *l, source_location where)
{
    vec_push(&l->type->nodes, ((node){.where = where}));
    return (uint32_t)l->type->nodes.count - 1;
}

/* Registers that nobody reads any more become 0 with the edge that completes the instruction. */
static void add_forgetting(lowering *l, uint32_t to, effects *list)
{
    if (to > l->test->threads.data[l->thread].code.count)
        return; /* `to` is a node within the instruction: it is not complete */
    uint32_t forgotten = litmus_forgotten(l->test, l->thread, l->live, l->index, to);
    for (uint32_t r = 0; r < LITMUS_REGISTERS; r++)
        if (forgotten >> r & 1)
            add_assign(l, list, local_place(l, register_local(l, r)), number(l, 0));
    if (forgotten >> LITMUS_REGISTERS && l->zero_flag != NO_LOCAL)
        add_assign(l, list, local_place(l, l->zero_flag), number(l, 0));
}

static void add_edge(lowering *l, uint32_t from, uint32_t to, const expr *guard, effects *list)
{
    edge e = {.source = from, .target = to, .guard = guard, .text = l->in->text, .where = l->in->where};
    add_forgetting(l, to, list);
    if (list->count) {
        effect *kept = ARENA_ARRAY(l->memory, effect, list->count);
        memcpy(kept, list->items, list->count * sizeof *kept);
        e.effects = kept;
        e.effect_count = list->count;
    }
    vec_push(&l->type->edges, e);
}

static const expr *both(lowering *l, const expr *a, const expr *b)
{
    return !a ? b : !b ? a : expr_binary(l->memory, OP_AND, a, b, l->in->where);
}

/* ---- Instructions ---- */
static void lower_move(lowering *l, uint32_t from, uint32_t to)
{
    effects list = {0};
    add_assign(l, &list, place_of(l, &l->in->to), value_of(l, &l->in->from));
    add_edge(l, from, to, l->guard, &list);
}

/* Always locked where one operand is memory. */
static void lower_exchange(lowering *l, uint32_t from, uint32_t to)
{
    effects list = {0};
    const operand *a = &l->in->to, *b = &l->in->from;
    if (a->kind == OPERAND_LOCATION) {
        add(l, &list, (effect){.kind = EFFECT_EXCHANGE, .target = place_of(l, a), .result = place_of(l, b), .value = value_of(l, b)});
    } else {
        add_assign(l, &list, local_place(l, l->scratch), value_of(l, a));
        add_assign(l, &list, place_of(l, a), value_of(l, b));
        add_assign(l, &list, place_of(l, b), local_value(l, l->scratch));
        add_assign(l, &list, local_place(l, l->scratch), number(l, 0));
    }
    add_edge(l, from, to, l->guard, &list);
}

/* The destination becomes a function of itself: in a register, in memory with a lock, or in memory by a load and a store. */
static void lower_change(lowering *l, uint32_t from, uint32_t to, const expr *result)
{
    effects list = {0};
    const operand *at = &l->in->to;
    if (at->kind == OPERAND_REGISTER) {
        add_assign(l, &list, place_of(l, at), result);
        add_flag(l, &list, value_of(l, at));
        add_edge(l, from, to, l->guard, &list);
    } else if (l->in->locked) {
        add(l, &list, (effect){.kind = EFFECT_FENCE});
        add_flag(l, &list, result);
        add(l, &list, (effect){.kind = EFFECT_WRITE_MEMORY, .target = place_of(l, at), .value = result});
        add_edge(l, from, to, l->guard, &list);
    } else {
        uint32_t loaded = new_node(l, l->in->where);
        const expr *kept = local_value(l, l->scratch);
        add_assign(l, &list, local_place(l, l->scratch), result);
        add_edge(l, from, loaded, l->guard, &list);
        list.count = 0;
        add_assign(l, &list, place_of(l, at), kept);
        add_flag(l, &list, kept);
        add_assign(l, &list, local_place(l, l->scratch), number(l, 0));
        add_edge(l, loaded, to, NULL, &list);
    }
}

static void lower_binary(lowering *l, uint32_t from, uint32_t to)
{
    const expr *by = l->in->code == CODE_STEP ? number(l, 1) : value_of(l, &l->in->from);
    lower_change(l, from, to, expr_binary(l->memory, l->in->op, value_of(l, &l->in->to), by, l->in->where));
}

/* The source gets the old value, the destination the sum. */
static void lower_exchange_add(lowering *l, uint32_t from, uint32_t to)
{
    effects list = {0};
    const operand *at = &l->in->to, *by = &l->in->from;
    const expr *old = value_of(l, at), *sum = expr_binary(l->memory, OP_ADD, old, value_of(l, by), l->in->where);
    if (at->kind == OPERAND_LOCATION && l->in->locked) {
        add(l, &list, (effect){.kind = EFFECT_FENCE});
        add_flag(l, &list, sum);
        add(l, &list, (effect){.kind = EFFECT_FETCH_ADD, .target = place_of(l, at), .result = place_of(l, by), .value = value_of(l, by)});
        add_edge(l, from, to, l->guard, &list);
        return;
    }
    const expr *kept = local_value(l, l->scratch);
    if (at->kind == OPERAND_REGISTER) { /* in this order one register with itself becomes the sum */
        add_assign(l, &list, local_place(l, l->scratch), sum);
        add_assign(l, &list, place_of(l, by), expr_binary(l->memory, OP_SUBTRACT, kept, value_of(l, by), l->in->where));
        add_assign(l, &list, place_of(l, at), kept);
        add_flag(l, &list, kept);
        add_assign(l, &list, local_place(l, l->scratch), number(l, 0));
        add_edge(l, from, to, l->guard, &list);
        return;
    }
    uint32_t loaded = new_node(l, l->in->where);
    add_assign(l, &list, local_place(l, l->scratch), old);
    add_edge(l, from, loaded, l->guard, &list);
    list.count = 0;
    sum = expr_binary(l->memory, OP_ADD, kept, value_of(l, by), l->in->where);
    add_assign(l, &list, place_of(l, at), sum);
    add_flag(l, &list, sum);
    add_assign(l, &list, place_of(l, by), kept);
    add_assign(l, &list, local_place(l, l->scratch), number(l, 0));
    add_edge(l, loaded, to, NULL, &list);
}

static void set_flag(lowering *l, effects *list, bool equal)
{
    if (l->zero_flag != NO_LOCAL)
        add_assign(l, list, local_place(l, l->zero_flag), number(l, equal));
}

/* Compares the destination with the accumulator. Where the two differ the accumulator is loaded; without a lock the old value is written back, as the
 * processor does. */
static void lower_compare_exchange(lowering *l, uint32_t from, uint32_t to)
{
    const operand *at = &l->in->to;
    uint32_t accumulator = register_local(l, 0);
    bool in_steps = at->kind == OPERAND_LOCATION && !l->in->locked;
    const expr *old = in_steps ? local_value(l, l->scratch) : value_of(l, at), *guard = in_steps ? NULL : l->guard;
    if (in_steps) {
        effects load = {0};
        uint32_t loaded = new_node(l, l->in->where);
        add_assign(l, &load, local_place(l, l->scratch), value_of(l, at));
        add_edge(l, from, loaded, l->guard, &load);
        from = loaded;
    }
    for (int equal = 1; equal >= 0; equal--) {
        effects list = {0};
        const expr *compared = expr_binary(l->memory, equal ? OP_EQUAL : OP_NOT_EQUAL, old, local_value(l, accumulator), l->in->where);
        if (l->in->locked)
            add(l, &list, (effect){.kind = EFFECT_FENCE});
        if (equal || in_steps)
            add(l, &list, (effect){.kind = l->in->locked ? EFFECT_WRITE_MEMORY : EFFECT_ASSIGN, .target = place_of(l, at),
                                   .value = equal ? value_of(l, &l->in->from) : old});
        if (!equal)
            add_assign(l, &list, local_place(l, accumulator), old);
        set_flag(l, &list, equal);
        if (in_steps)
            add_assign(l, &list, local_place(l, l->scratch), number(l, 0));
        add_edge(l, from, to, both(l, guard, compared), &list);
    }
}

static void lower_compare(lowering *l, uint32_t from, uint32_t to)
{
    effects list = {0};
    expr_op op = l->in->code == CODE_TEST ? OP_BIT_AND : OP_SUBTRACT;
    add_flag(l, &list, expr_binary(l->memory, op, value_of(l, &l->in->to), value_of(l, &l->in->from), l->in->where));
    add_edge(l, from, to, l->guard, &list);
}

uint32_t litmus_label_index(const litmus_test *t, const char *name)
{
    for (size_t i = 0; i < t->labels.count; i++)
        if (!strcmp(t->labels.data[i].name, name))
            return t->labels.data[i].index;
    BUG("a label that nobody checked");
}

static void lower_jump(lowering *l, uint32_t from, uint32_t to)
{
    uint32_t target = litmus_label_index(l->test, l->in->label);
    effects jumped = {0}, not_jumped = {0};
    if (l->in->code == CODE_JUMP) {
        add_edge(l, from, target, NULL, &jumped);
        return;
    }
    const expr *flag = local_value(l, l->zero_flag), *clear = expr_unary(l->memory, OP_NOT, flag, l->in->where);
    bool on_equal = l->in->code == CODE_JUMP_EQUAL;
    add_edge(l, from, target, on_equal ? flag : clear, &jumped);
    add_edge(l, from, to, on_equal ? clear : flag, &not_jumped);
}

static void lower_direct(lowering *l, uint32_t from, uint32_t to)
{
    effects list = {0};
    switch (l->in->code) {
    case CODE_MOV: lower_move(l, from, to); return;
    case CODE_XCHG: lower_exchange(l, from, to); return;
    case CODE_BINARY:
    case CODE_STEP: lower_binary(l, from, to); return;
    case CODE_XADD: lower_exchange_add(l, from, to); return;
    case CODE_CMPXCHG: lower_compare_exchange(l, from, to); return;
    case CODE_CMP:
    case CODE_TEST: lower_compare(l, from, to); return;
    case CODE_JUMP:
    case CODE_JUMP_EQUAL:
    case CODE_JUMP_NOT_EQUAL: lower_jump(l, from, to); return;
    case CODE_MFENCE: add(l, &list, (effect){.kind = EFFECT_FENCE}); break;
    case CODE_SFENCE: add(l, &list, (effect){.kind = EFFECT_BARRIER}); break;
    case CODE_NOTHING: break;
    }
    add_edge(l, from, to, NULL, &list);
}

/* An address in a register: one way for each location whose address is held anywhere, and a failed assertion for any other number. */
static void lower_indirect(lowering *l, uint32_t from, uint32_t to)
{
    const instruction *written = l->in;
    bool is_target = written->to.kind == OPERAND_INDIRECT;
    const operand *indirect = is_target ? &written->to : &written->from;
    const expr *known = NULL;
    for (uint32_t i = 0; i < l->test->locations.count; i++) {
        if (!l->test->locations.data[i].has_address)
            continue;
        instruction direct = *written;
        *(is_target ? &direct.to : &direct.from) = (operand){.kind = OPERAND_LOCATION, .index = i, .where = indirect->where};
        const expr *holds = local_value(l, register_local(l, indirect->index));
        l->guard = expr_binary(l->memory, OP_EQUAL, holds, number(l, LITMUS_ADDRESS + (int32_t)i), written->where);
        known = known ? expr_binary(l->memory, OP_OR, known, l->guard, written->where) : l->guard;
        l->in = &direct;
        lower_direct(l, from, to);
        l->in = written;
    }
    l->guard = NULL;
    effects list = {0};
    known = known ? known : number(l, 0);
    add(l, &list, (effect){.kind = EFFECT_ASSERT, .value = known});
    add_edge(l, from, to, expr_unary(l->memory, OP_NOT, known, written->where), &list);
}

/* ---- Threads ---- */
static bool asks_flag(const instruction *in)
{
    return in->code == CODE_JUMP_EQUAL || in->code == CODE_JUMP_NOT_EQUAL;
}

static bool needs_scratch(const instruction *in)
{
    bool memory = in->to.kind == OPERAND_LOCATION || in->to.kind == OPERAND_INDIRECT;
    switch (in->code) {
    case CODE_XCHG: return !memory;
    case CODE_XADD: return !memory || !in->locked;
    case CODE_BINARY:
    case CODE_STEP:
    case CODE_CMPXCHG: return memory && !in->locked;
    case CODE_MOV:
    case CODE_CMP:
    case CODE_TEST:
    case CODE_JUMP:
    case CODE_JUMP_EQUAL:
    case CODE_JUMP_NOT_EQUAL:
    case CODE_MFENCE:
    case CODE_SFENCE:
    case CODE_NOTHING: break;
    }
    return false;
}

static bool has_addresses(const litmus_test *t)
{
    for (size_t i = 0; i < t->locations.count; i++)
        if (t->locations.data[i].has_address)
            return true;
    return false;
}

static uint32_t add_local(lowering *l, const char *name, int32_t initial, source_location where)
{
    variable v = {.name = name, .type = TYPE_WORD, .count = 1, .is_mtype = has_addresses(l->test), .where = where};
    int32_t *first = ARENA_NEW(l->memory, int32_t);
    *first = initial;
    v.initial = first;
    vec_push(&l->type->locals, v);
    return (uint32_t)l->type->locals.count - 1;
}

static void add_registers(lowering *l)
{
    const litmus_thread *of = &l->test->threads.data[l->thread];
    for (uint32_t i = 0; i < of->local_count; i++)
        for (uint32_t r = 0; r < LITMUS_REGISTERS; r++)
            if (of->local[r] == i + 1)
                add_local(l, litmus_register_name(l->test->syntax, r), of->initial[r], of->where);
    l->zero_flag = l->scratch = NO_LOCAL;
    bool flag = false, scratch = false;
    for (size_t i = 0; i < of->code.count; i++) {
        flag |= asks_flag(&of->code.data[i]);
        scratch |= needs_scratch(&of->code.data[i]);
    }
    if (flag)
        l->zero_flag = add_local(l, "zero", 0, of->where);
    if (scratch)
        l->scratch = add_local(l, "loaded", 0, of->where);
}

/* ---- Candidates (program/candidate.h) ----
 * A fence may stand before every instruction but the first, unless it has a label: it gets a row of its own in the text. A write has no atomic form that needs no
 * register. */
static bool is_fence(const instruction *in)
{
    return in->code == CODE_MFENCE || in->code == CODE_SFENCE;
}

static bool has_label(const lowering *l, uint32_t index)
{
    for (size_t i = 0; i < l->test->labels.count; i++)
        if (l->test->labels.data[i].thread == l->thread && l->test->labels.data[i].index == index)
            return true;
    return false;
}

/* A row of the table with the instruction in the thread's column. */
static const char *row_with(const lowering *l, const char *word)
{
    strbuf text = {0};
    for (size_t i = 0; i < l->test->threads.count; i++)
        strbuf_printf(&text, "%s %s ", i ? "|" : "", i == l->thread ? word : "");
    strbuf_add(&text, ";\n");
    const char *kept = arena_strdup(l->memory, strbuf_text(&text));
    strbuf_release(&text);
    return kept;
}

static effect offer(lowering *l, candidate_kind kind, const instruction *at, const instruction *before)
{
    static const char *const words[] = {"MFENCE", "SFENCE"}; /* ORDER candidate_kind */
    candidate_info made = {.kind = kind, .is_there = !before, .process = l->type->name, .where = at->where, .text = words[kind], .edit_count = 1};
    made.after_line = before ? before->where.line : at->where.line;
    made.edits[0] = (source_edit){.where = at->where, .removed = before ? 0 : (uint32_t)strlen(words[kind]), .inserted = before ? row_with(l, words[kind]) : ""};
    vec_push(&l->program->candidates, made);
    return (effect){.kind = kind == CANDIDATE_FENCE ? EFFECT_FENCE : EFFECT_BARRIER, .candidate = (uint32_t)l->program->candidates.count, .where = at->where};
}

static void offer_gap(lowering *l, const litmus_thread *of, uint32_t index)
{
    const instruction *at = &of->code.data[index], *before = &of->code.data[index - 1];
    effect *offered = ARENA_ARRAY(l->memory, effect, 2);
    uint32_t gap = new_node(l, at->where);
    for (size_t i = 0; i < l->type->edges.count; i++)
        if (l->type->edges.data[i].target == index)
            l->type->edges.data[i].target = gap;
    offered[0] = offer(l, CANDIDATE_FENCE, at, before);
    offered[1] = offer(l, CANDIDATE_BARRIER, at, before);
    vec_push(&l->type->edges, ((edge){.source = gap, .target = index, .is_gap = true, .effect_count = 2, .effects = offered, .text = "MFENCE", .where = at->where}));
}

static void offer_fence(lowering *l, const instruction *at, uint32_t index)
{
    for (size_t i = 0; i < l->type->edges.count; i++) {
        edge *e = &l->type->edges.data[i];
        if (e->source != index || e->effect_count != 1 || e->guard)
            continue;
        effect *marked = ARENA_NEW(l->memory, effect);
        *marked = offer(l, at->code == CODE_MFENCE ? CANDIDATE_FENCE : CANDIDATE_BARRIER, at, NULL);
        e->effects = marked;
        e->is_gap = true;
    }
}

static void offer_candidates(lowering *l, const litmus_thread *of)
{
    for (uint32_t i = 0; i < of->code.count; i++) {
        const instruction *at = &of->code.data[i], *before = i ? at - 1 : NULL;
        if (has_label(l, i))
            continue;
        if (is_fence(at))
            offer_fence(l, at, i);
        else if (before && !is_fence(before) && before->code != CODE_JUMP && before->where.line < at->where.line)
            offer_gap(l, of, i);
    }
}

static void lower_thread(lowering *l, uint32_t thread, bool keeps_locals, bool candidates)
{
    litmus_thread *of = &l->test->threads.data[thread];
    vec_push(&l->program->processes, ((process_type){.name = arena_printf(l->memory, "P%u", thread), .active = 1, .where = of->where}));
    vec_push(&l->program->start, thread);
    l->thread = thread;
    l->type = &l->program->processes.data[thread];
    l->live = litmus_find_live(l->test, thread, keeps_locals);
    add_registers(l);
    for (size_t i = 0; i < of->code.count; i++)
        new_node(l, of->code.data[i].where);
    uint32_t last = new_node(l, of->where);
    l->type->nodes.data[last].is_final = true;
    for (uint32_t i = 0; i < of->code.count; i++) {
        l->in = &of->code.data[i];
        l->index = i;
        if (l->in->to.kind == OPERAND_INDIRECT || l->in->from.kind == OPERAND_INDIRECT)
            lower_indirect(l, i, i + 1);
        else
            lower_direct(l, i, i + 1);
    }
    for (size_t i = 0; i < l->test->labels.count; i++)
        if (l->test->labels.data[i].thread == thread)
            vec_push(&l->type->labels, ((label){.name = arena_strdup(l->memory, l->test->labels.data[i].name), .node = l->test->labels.data[i].index}));
    if (candidates)
        offer_candidates(l, of);
}

static void add_locations(lowering *l)
{
    bool addresses = has_addresses(l->test);
    for (uint32_t i = 0; i < l->test->locations.count; i++) {
        const litmus_location *at = &l->test->locations.data[i];
        variable v = {.name = arena_strdup(l->memory, at->name), .type = TYPE_WORD, .count = 1, .is_mtype = addresses, .where = at->where};
        int32_t *first = ARENA_NEW(l->memory, int32_t);
        *first = at->initial;
        v.initial = first;
        vec_push(&l->program->globals, v);
        if (at->has_address)
            vec_push(&l->program->mtypes, ((mtype_name){.value = LITMUS_ADDRESS + (int32_t)i, .name = v.name}));
    }
}

/* ---- The question ---- */
static observation observe(lowering *l, const litmus_name *name, bool hidden)
{
    observation o = {.is_local = name->is_register, .is_hidden = hidden, .process = name->thread};
    if (name->is_register) {
        o.variable = litmus_local_of(l->test, name->thread, name->index);
        o.name = o.shown = arena_printf(l->memory, "%u:%s", name->thread, litmus_register_name(l->test->syntax, name->index));
    } else {
        o.variable = name->index;
        o.name = l->program->globals.data[name->index].name;
        o.shown = arena_printf(l->memory, "[%s]", o.name);
    }
    return o;
}

typedef struct asked_name {
    litmus_name name;
    const char *text; /* of a location */
    bool hidden;
} asked_name;

/* Registers of each thread first, then locations; what is shown before what is hidden. */
static int compare_names(const void *a, const void *b)
{
    const asked_name *x = a, *y = b;
    if (x->name.is_register != y->name.is_register)
        return x->name.is_register ? -1 : 1;
    if (x->name.thread != y->name.thread)
        return x->name.thread < y->name.thread ? -1 : 1;
    int order = x->name.is_register ? (int)x->name.index - (int)y->name.index : strcmp(x->text, y->text);
    return order ? order : (int)x->hidden - (int)y->hidden;
}

static void add_observed(lowering *l, observation_list *out)
{
    litmus_test *t = l->test;
    VEC(asked_name) all = {0};
    for (size_t i = 0; i < t->shown.count + t->filtered.count; i++) {
        bool hidden = i >= t->shown.count;
        litmus_name name = hidden ? t->filtered.data[i - t->shown.count] : t->shown.data[i];
        vec_push(&all, ((asked_name){name, name.is_register ? "" : t->locations.data[name.index].name, hidden}));
    }
    if (all.count)
        qsort(all.data, all.count, sizeof *all.data, compare_names);
    for (size_t i = 0; i < all.count; i++) {
        const litmus_name *name = &all.data[i].name, *before = i ? &all.data[i - 1].name : NULL;
        if (!before || before->is_register != name->is_register || before->thread != name->thread || before->index != name->index)
            vec_push(out, observe(l, name, all.data[i].hidden));
    }
    vec_release(&all);
}

static void add_question(lowering *l)
{
    litmus_test *t = l->test;
    final_question *q = ARENA_NEW(l->memory, final_question);
    *q = (final_question){.test = arena_strdup(l->memory, t->name), .quantifier = t->quantifier, .condition = t->condition, .filter = t->filter,
                          .text = t->text, .where = t->condition_where};
    if (!q->condition)
        q->condition = expr_const(l->memory, 1, t->condition_where);
    add_observed(l, &q->observed);
    l->program->question = q;
}

/* ---- All ---- */
static void mark_ghosts(litmus_test *t, const frontend_input *input)
{
    for (size_t i = 0; i < input->ghost_count; i++) {
        bool found = false;
        VEC(const char *) names = {0};
        for (size_t k = 0; k < t->program->globals.count; k++) {
            vec_push(&names, t->program->globals.data[k].name);
            if (!strcmp(t->program->globals.data[k].name, input->ghosts[i])) {
                t->program->globals.data[k].class = VARIABLE_GHOST;
                found = true;
            }
        }
        if (!found)
            diag_error(t->diag, (source_location){0}, "--ghost %s: the test has no location of that name%s", input->ghosts[i],
                       names_hint(t->memory, input->ghosts[i], names.data, names.count));
        vec_release(&names);
    }
}

void litmus_lower(litmus_test *t, const frontend_input *input)
{
    program *p = t->program;
    lowering l = {.test = t, .program = p, .memory = p->memory};
    p->name = arena_strdup(p->memory, input->file_name);
    p->language = "litmus";
    p->no_atomic_write = "that of a litmus test, XCHG, needs a register";
    p->input_hash = hash_fingerprint(0, input->text, input->length);
    add_locations(&l);
    mark_ghosts(t, input);
    for (uint32_t i = 0; i < t->threads.count; i++)
        lower_thread(&l, i, input->keeps_locals, input->candidates);
    add_question(&l);
    program_finish(p);
}
