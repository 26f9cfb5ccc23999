/* test_footprint.c: every kind of expression, in every position in which it is evaluated, is in the footprint; so is every write and every wait. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "program/footprint.h"
#include "program_builder.h"

/* The program of all tests: process A has the statement in question, B is the other one, C is created. */
typedef struct bench {
    program *p;
    uint32_t x, ghost, array, channel; /* globals */
    uint32_t a, b, c, r;               /* process types; a local of each */
} bench;

static bench new_bench(void)
{
    bench b = {.p = program_new()};
    b.x = add_global(b.p, "x", 1, VARIABLE_RELAXED);
    b.ghost = add_global(b.p, "ghost", 1, VARIABLE_GHOST);
    b.array = add_global(b.p, "array", 100, VARIABLE_RELAXED);
    b.channel = add_channel(b.p, "channel", 2, 1);
    b.a = add_process(b.p, "A", 3, 1);
    b.b = add_process(b.p, "B", 2, 1);
    b.c = add_process(b.p, "C", 2, 0);
    for (uint32_t t = 0; t < 3; t++)
        b.r = add_local(b.p, t, "r");
    return b;
}

static uint32_t offset_of(const bench *b, uint32_t number)
{
    return b->p->globals.data[number].offset;
}

/* ---- Expressions ---- */
static expr *new_expr(bench *b, expr_kind kind)
{
    return expr_new(b->p->memory, kind, at_line(0));
}

static const expr *expr_of_kind(bench *b, expr_kind kind)
{
    expr *e = new_expr(b, kind);
    effect *poll;
    switch (kind) {
    case EXPR_CONST: break;
    case EXPR_GLOBAL:
    case EXPR_MEMORY: e->variable = b->x; break;
    case EXPR_VIEW:
        e->variable = b->x;
        e->process = b->b;
        break;
    case EXPR_LOCAL: e->variable = b->r; break;
    case EXPR_REMOTE:
        e->variable = b->r;
        e->process = b->b;
        break;
    case EXPR_AT:
        e->process = b->b;
        e->value = 1;
        break;
    case EXPR_UNARY:
        e->op = OP_NEGATE;
        e->a = global(b->p, b->x);
        break;
    case EXPR_BINARY:
        e->op = OP_DIVIDE;
        e->a = constant(b->p, 1);
        e->b = global(b->p, b->x);
        break;
    case EXPR_CONDITIONAL:
        e->a = constant(b->p, 1);
        e->b = constant(b->p, 2);
        e->c = global(b->p, b->x);
        break;
    case EXPR_BOUND:
        e->a = global(b->p, b->x);
        e->value = 2;
        break;
    case EXPR_PID:
    case EXPR_PROCESS_COUNT:
    case EXPR_TIMEOUT: break;
    case EXPR_LENGTH:
    case EXPR_EMPTY:
    case EXPR_NOT_EMPTY:
    case EXPR_FULL:
    case EXPR_NOT_FULL: e->a = global(b->p, b->channel); break;
    case EXPR_POLL:
        poll = ARENA_NEW(b->p->memory, effect);
        *poll = receive_of(b->p, b->channel, (place){.kind = PLACE_NONE}, global(b->p, b->x));
        e->poll = poll;
        break;
    }
    return e;
}

static void check_kind(const bench *b, const footprints *of, const footprint *f, expr_kind kind, visit_role role)
{
    uint32_t x = offset_of(b, b->x);
    bool fails = f->faults >> role & 1, in_view = index_set_has(role == VISIT_CONDITION ? &f->peeks : &f->loads, x);
    switch (kind) {
    case EXPR_CONST: assert_false(fails); return;
    case EXPR_LOCAL:
    case EXPR_PID: return; /* nobody else's affair */
    case EXPR_GLOBAL:
    case EXPR_UNARY:
    case EXPR_CONDITIONAL: assert_true(in_view && !fails); return;
    case EXPR_BINARY:
    case EXPR_BOUND: assert_true(in_view && fails); return;
    case EXPR_MEMORY: assert_true(index_set_has(&f->peeks, x)); return;
    case EXPR_VIEW: assert_true(index_set_has(&f->views, x) && index_set_has(&f->viewed, b->b)); return;
    case EXPR_REMOTE: assert_true(index_set_has(&f->remotes, b->b) && fails); return;
    case EXPR_AT: assert_true(footprint_asks_at(of, f, b->b, 1) && !footprint_asks_at(of, f, b->a, 1) && !footprint_asks_at(of, f, b->b, 0)); return;
    case EXPR_PROCESS_COUNT: assert_true(f->counts_processes && footprint_looks_at_processes(f)); return;
    case EXPR_TIMEOUT: assert_true(f->asks_timeout); return;
    case EXPR_LENGTH:
    case EXPR_EMPTY:
    case EXPR_NOT_EMPTY:
    case EXPR_FULL:
    case EXPR_NOT_FULL: assert_true(f->looks_at_lengths && fails && footprint_touches_channels(f)); return;
    case EXPR_POLL: assert_true(f->looks_at_lengths && f->looks_at_messages && fails && in_view); return;
    }
    fail();
}

/* ---- Positions ---- */
typedef enum position {
    AT_PROVIDED, AT_INITIALIZER, AT_GUARD, AT_VALUE, AT_TARGET_INDEX, AT_POKED_VALUE, AT_POKED_INDEX, AT_EXCHANGED, AT_LOCKED_INDEX, AT_ADDED, AT_EXPECTED,
    AT_RESULT_INDEX, AT_ASSERTED, AT_CHANNEL_SENT, AT_SENT, AT_CHANNEL_RECEIVED, AT_MATCHED, AT_RECEIVED_INDEX, AT_ARGUMENT, AT_CREATED_INITIALIZER,
    AT_LOCAL_TARGET_INDEX, AT_RUN_RESULT_INDEX, AT_INSIDE_INDEX, AT_INSIDE_LOCAL_INDEX, AT_INSIDE_MEMORY_INDEX, AT_INSIDE_VIEW_INDEX, AT_INSIDE_VIEW_PID,
    AT_INSIDE_REMOTE_INDEX, AT_INSIDE_REMOTE_PID, AT_INSIDE_PID, AT_INSIDE_POLL, AT_CONDITION, POSITIONS
} position;

static place at_index(uint32_t number, const expr *index)
{
    place target = to_global(number);
    target.index = index;
    return target;
}

static effect with_argument(bench *b, effect f, const expr *argument)
{
    const expr **arguments = ARENA_ARRAY(b->p->memory, const expr *, 1);
    arguments[0] = argument;
    f.argument_count = 1;
    f.arguments = arguments;
    return f;
}

/* An expression on process A with the other one in it: as its index, or as the number of the process. */
static const expr *around(bench *b, expr_kind kind, const expr *index, const expr *pid)
{
    expr *outer = new_expr(b, kind);
    outer->variable = kind == EXPR_LOCAL || kind == EXPR_REMOTE ? b->r : b->array;
    outer->process = b->a;
    outer->index = index;
    outer->pid = pid;
    return outer;
}

/* Puts the expression there; its role. The effect of A's one edge is filled in where the position is in one. */
static visit_role put(bench *b, position where, const expr *e, const expr **guard, effect *f)
{
    const expr *one = constant(b->p, 1);
    effect *poll;
    expr *outer;
    switch (where) {
    case AT_PROVIDED: b->p->processes.data[b->a].provided = e; return VISIT_PROVIDED;
    case AT_INITIALIZER: b->p->processes.data[b->a].locals.data[0].initializer = e; return VISIT_INITIALIZER;
    case AT_GUARD: *guard = e; return VISIT_GUARD;
    case AT_VALUE: *f = (effect){.kind = EFFECT_ASSIGN, .target = to_local(b->r), .value = e}; return VISIT_VALUE;
    case AT_TARGET_INDEX: *f = (effect){.kind = EFFECT_ASSIGN, .target = at_index(b->array, e), .value = one}; return VISIT_INDEX;
    case AT_POKED_VALUE: *f = (effect){.kind = EFFECT_WRITE_MEMORY, .target = to_global(b->ghost), .value = e}; return VISIT_VALUE;
    case AT_POKED_INDEX: *f = (effect){.kind = EFFECT_WRITE_MEMORY, .target = at_index(b->array, e), .value = one}; return VISIT_INDEX;
    case AT_EXCHANGED: *f = (effect){.kind = EFFECT_EXCHANGE, .target = to_global(b->ghost), .value = e}; return VISIT_VALUE;
    case AT_LOCKED_INDEX: *f = (effect){.kind = EFFECT_EXCHANGE, .target = at_index(b->array, e), .value = one}; return VISIT_INDEX;
    case AT_ADDED: *f = (effect){.kind = EFFECT_FETCH_ADD, .target = to_global(b->ghost), .value = e}; return VISIT_VALUE;
    case AT_EXPECTED: *f = (effect){.kind = EFFECT_COMPARE_EXCHANGE, .target = to_global(b->ghost), .expected = e, .value = one}; return VISIT_EXPECTED;
    case AT_RESULT_INDEX:
        *f = (effect){.kind = EFFECT_CAS, .target = to_global(b->ghost), .expected = one, .value = one, .result = at_index(b->array, e)};
        return VISIT_INDEX;
    case AT_ASSERTED: *f = (effect){.kind = EFFECT_ASSERT, .value = e}; return VISIT_ASSERTED;
    case AT_CHANNEL_SENT:
        *f = send_of(b->p, b->channel, 1);
        f->channel = e;
        return VISIT_CHANNEL;
    case AT_SENT: *f = with_argument(b, send_of(b->p, b->channel, 1), e); return VISIT_ARGUMENT;
    case AT_CHANNEL_RECEIVED:
        *f = receive_of(b->p, b->channel, to_local(b->r), NULL);
        f->channel = e;
        return VISIT_CHANNEL;
    case AT_MATCHED: *f = receive_of(b->p, b->channel, (place){.kind = PLACE_NONE}, e); return VISIT_MATCH;
    case AT_RECEIVED_INDEX: *f = receive_of(b->p, b->channel, at_index(b->array, e), NULL); return VISIT_INDEX;
    case AT_ARGUMENT:
        b->p->processes.data[b->c].parameter_count = 1;
        *f = with_argument(b, (effect){.kind = EFFECT_RUN, .process = b->c}, e);
        return VISIT_ARGUMENT;
    case AT_CREATED_INITIALIZER:
        b->p->processes.data[b->c].locals.data[0].initializer = e;
        *f = (effect){.kind = EFFECT_RUN, .process = b->c};
        return VISIT_INITIALIZER;
    case AT_LOCAL_TARGET_INDEX:
        *f = (effect){.kind = EFFECT_ASSIGN, .target = to_local(b->r), .value = one};
        f->target.index = e;
        return VISIT_INDEX;
    case AT_RUN_RESULT_INDEX: *f = (effect){.kind = EFFECT_RUN, .process = b->c, .result = at_index(b->array, e)}; return VISIT_INDEX;
    case AT_INSIDE_INDEX: *guard = global_at(b->p, b->array, e); return VISIT_GUARD;
    case AT_INSIDE_LOCAL_INDEX: *guard = around(b, EXPR_LOCAL, e, NULL); return VISIT_GUARD;
    case AT_INSIDE_MEMORY_INDEX: *guard = around(b, EXPR_MEMORY, e, NULL); return VISIT_GUARD;
    case AT_INSIDE_VIEW_INDEX: *guard = around(b, EXPR_VIEW, e, NULL); return VISIT_GUARD;
    case AT_INSIDE_VIEW_PID: *guard = around(b, EXPR_VIEW, NULL, e); return VISIT_GUARD;
    case AT_INSIDE_REMOTE_INDEX: *guard = around(b, EXPR_REMOTE, e, NULL); return VISIT_GUARD;
    case AT_INSIDE_REMOTE_PID: *guard = around(b, EXPR_REMOTE, NULL, e); return VISIT_GUARD;
    case AT_INSIDE_PID: *guard = around(b, EXPR_AT, NULL, e); return VISIT_GUARD;
    case AT_INSIDE_POLL:
        outer = new_expr(b, EXPR_POLL);
        poll = ARENA_NEW(b->p->memory, effect);
        *poll = receive_of(b->p, b->channel, (place){.kind = PLACE_NONE}, e);
        outer->poll = poll;
        *guard = outer;
        return VISIT_GUARD;
    case AT_CONDITION: return VISIT_CONDITION;
    case POSITIONS: break;
    }
    fail();
    return VISIT_GUARD;
}

/* What stands around these positions may fail by itself, in the same role. */
static bool is_told_apart(position where, expr_kind kind)
{
    if (where == AT_INSIDE_POLL || where == AT_INSIDE_REMOTE_INDEX || where == AT_INSIDE_REMOTE_PID)
        return kind != EXPR_CONST && kind != EXPR_GLOBAL && kind != EXPR_UNARY && kind != EXPR_CONDITIONAL;
    return true;
}

static bool fits(position where, expr_kind kind)
{
    if (kind == EXPR_LOCAL && (where == AT_CONDITION || where == AT_CREATED_INITIALIZER))
        return false; /* a condition has none; a new process's are its own */
    return is_told_apart(where, kind);
}

static void every_kind_in_every_position(void **state)
{
    (void)state;
    for (position where = 0; where < POSITIONS; where++)
        for (expr_kind kind = EXPR_CONST; kind <= EXPR_POLL; kind++) {
            if (!fits(where, kind))
                continue;
            bench b = new_bench();
            const expr *e = expr_of_kind(&b, kind), *guard = NULL;
            effect f = {.kind = EFFECT_BARRIER};
            visit_role role = put(&b, where, e, &guard, &f);
            add_effect(b.p, add_edge(b.p, b.a, 0, 1, 1, "statement", guard), f);
            program_finish(b.p);
            footprints *of = footprints_new(b.p, &(footprint_question){.condition = where == AT_CONDITION ? e : NULL}, 1);
            if (where == AT_CONDITION) {
                check_kind(&b, of, &of->questions[0], kind, role);
                check_kind(&b, of, &of->asked, kind, role);
            } else {
                if (where != AT_INITIALIZER)
                    check_kind(&b, of, &of->edges[b.a][0], kind, role);
                check_kind(&b, of, &of->types[b.a], kind, role);
                check_kind(&b, of, &of->all, kind, role);
                assert_false(index_set_has(&of->asked.loads, offset_of(&b, b.x)));
            }
            footprints_free(of);
            program_free(b.p);
        }
}

/* ---- Writes ---- */
static footprints *footprints_of_effect(bench *b, effect f)
{
    add_effect(b->p, add_edge(b->p, b->a, 0, 1, 1, "statement", NULL), f);
    program_finish(b->p);
    return footprints_new(b->p, NULL, 0);
}

static void writes(void **state)
{
    (void)state;
    const struct {
        effect_kind kind;
        bool to_ghost, stores, writes, pokes, loads;
    } rows[] = {
        {EFFECT_ASSIGN, false, true, false, false, false},      {EFFECT_ASSIGN, true, false, true, false, false},
        {EFFECT_WRITE_MEMORY, false, false, false, true, false}, {EFFECT_EXCHANGE, false, false, true, false, true},
        {EFFECT_FETCH_ADD, false, false, true, false, true},    {EFFECT_CAS, false, false, true, false, true},
        {EFFECT_COMPARE_EXCHANGE, false, false, true, false, true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bench b = new_bench();
        uint32_t target = rows[i].to_ghost ? b.ghost : b.x, element = offset_of(&b, b.x);
        const expr *one = constant(b.p, 1);
        footprints *of = footprints_of_effect(&b, (effect){.kind = rows[i].kind, .target = to_global(target), .value = one, .expected = one});
        const footprint *f = &of->edges[b.a][0];
        element = b.p->globals.data[target].offset;
        assert_int_equal(index_set_has(&f->stores, element), rows[i].stores);
        assert_int_equal(index_set_has(&f->writes, element), rows[i].writes);
        assert_int_equal(index_set_has(&f->pokes, element), rows[i].pokes);
        assert_int_equal(index_set_has(&f->loads, element), rows[i].loads);
        assert_false(footprint_accesses(f, b.p->globals.data[b.array].offset));
        footprints_free(of);
        program_free(b.p);
    }
}

static void an_index_picks_one_element_or_any(void **state)
{
    (void)state;
    bench b = new_bench();
    add_effect(b.p, add_edge(b.p, b.a, 0, 1, 1, "array[99] = 1", NULL),
               (effect){.kind = EFFECT_ASSIGN, .target = at_index(b.array, bounded(b.p, constant(b.p, 99), 100, 1)), .value = constant(b.p, 1)});
    add_effect(b.p, add_edge(b.p, b.a, 0, 1, 2, "array[r] = 1", NULL),
               (effect){.kind = EFFECT_ASSIGN, .target = at_index(b.array, bounded(b.p, local(b.p, b.r), 100, 1)), .value = constant(b.p, 1)});
    program_finish(b.p);
    footprints *of = footprints_new(b.p, NULL, 0);
    uint32_t first = b.p->globals.data[b.array].offset;
    for (uint32_t i = 0; i < 100; i++) {
        assert_int_equal(index_set_has(&of->edges[b.a][0].stores, first + i), i == 99);
        assert_true(index_set_has(&of->edges[b.a][1].stores, first + i));
        assert_true(index_set_has(&of->all.stores, first + i));
    }
    assert_false(of->edges[b.a][0].may_fail);
    assert_true(of->edges[b.a][1].may_fail);
    assert_false(index_set_has(&of->all.stores, first + 100));
    assert_false(index_set_has(&of->all.stores, offset_of(&b, b.x)));
    footprints_free(of);
    program_free(b.p);
}

/* ---- Waiting ---- */
static void waits(void **state)
{
    (void)state;
    const struct {
        effect_kind kind;
        bool flush, waits, flushes, for_all;
    } rows[] = {
        {EFFECT_FENCE, false, true, false, false},    {EFFECT_FENCE, true, false, true, false},      {EFFECT_EXCHANGE, false, true, false, false},
        {EFFECT_FETCH_ADD, true, false, true, false}, {EFFECT_CAS, false, true, false, false},       {EFFECT_RUN, false, true, false, false},
        {EFFECT_RUN, true, false, true, false},       {EFFECT_COMPARE_EXCHANGE, false, true, false, false},
        {EFFECT_SYNC, false, false, false, true},     {EFFECT_BARRIER, false, false, false, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bench b = new_bench();
        const expr *one = constant(b.p, 1);
        effect made = {.kind = rows[i].kind, .flush = rows[i].flush, .process = b.c};
        if (effect_is_locked(rows[i].kind)) {
            made.target = to_global(b.x);
            made.value = made.expected = one;
        }
        footprints *of = footprints_of_effect(&b, made);
        const footprint *f = &of->edges[b.a][0];
        assert_int_equal(f->waits, rows[i].waits);
        assert_int_equal(f->flushes, rows[i].flushes);
        assert_int_equal(f->waits_for_all, rows[i].for_all);
        assert_int_equal(footprint_drains(f), effect_drains(rows[i].kind));
        assert_int_equal(f->has_barrier, rows[i].kind == EFFECT_BARRIER);
        assert_int_equal(index_set_has(&f->created, b.c), rows[i].kind == EFFECT_RUN);
        footprints_free(of);
        program_free(b.p);
    }
}

/* ---- Channels ---- */
static void channels(void **state)
{
    (void)state;
    bench b = new_bench();
    effect sorted = send_of(b.p, b.channel, 1), peek = receive_of(b.p, b.channel, to_local(b.r), NULL);
    sorted.sorted = peek.peek = true;
    add_effect(b.p, add_edge(b.p, b.a, 0, 1, 1, "send", NULL), send_of(b.p, b.channel, 1));
    add_effect(b.p, add_edge(b.p, b.a, 0, 1, 2, "sorted", NULL), sorted);
    add_effect(b.p, add_edge(b.p, b.a, 0, 1, 3, "receive", NULL), receive_of(b.p, b.channel, to_local(b.r), NULL));
    add_effect(b.p, add_edge(b.p, b.a, 0, 1, 4, "peek", NULL), peek);
    program_finish(b.p);
    footprints *of = footprints_new(b.p, NULL, 0);
    const footprint *f = of->edges[b.a];
    for (uint32_t i = 0; i < 4; i++) {
        assert_true(f[i].looks_at_lengths && f[i].meets && f[i].may_fail);
        assert_int_equal(f[i].looks_at_messages, i != 0);
        assert_int_equal(f[i].changes_channels, i != 3);
        assert_int_equal(f[i].faults, 0);
    }
    footprints_free(of);
    program_free(b.p);
}

/* ---- d_step ---- */
/* What comes next in a d_step may block, which is an error. */
static void inside_d_step(void **state)
{
    (void)state;
    bench b = new_bench();
    add_edge(b.p, b.a, 0, 1, 1, "first", NULL)->hold = HOLD_D_STEP;
    add_edge(b.p, b.a, 1, 1, 2, "second", NULL);
    program_finish(b.p);
    footprints *of = footprints_new(b.p, NULL, 0);
    assert_true(of->edges[b.a][0].may_fail);
    assert_false(of->edges[b.a][1].may_fail);
    footprints_free(of);
    program_free(b.p);
}

/* ---- Questions ---- */
static void questions(void **state)
{
    (void)state;
    bench b = new_bench();
    add_label(b.p, b.b, "critical", 0);
    add_label(b.p, b.c, "ended", 1);
    add_edge(b.p, b.a, 0, 1, 1, "skip", NULL);
    b.p->processes_die = true;
    program_finish(b.p);
    footprint_question asked[] = {{.label = "critical"}, {.condition = in_memory(b.p, b.x), .only_at_end = true}};
    footprints *of = footprints_new(b.p, asked, 2);
    assert_true(footprint_asks_at(of, &of->questions[0], b.b, 0));
    assert_false(footprint_asks_at(of, &of->questions[0], b.a, 0));
    assert_true(footprint_accesses(&of->asked, offset_of(&b, b.x)));
    assert_false(footprint_accesses(&of->asked_before_end, offset_of(&b, b.x)));
    assert_false(footprints_deaths_matter(of));
    footprints_free(of);

    asked[0].label = "ended";
    of = footprints_new(b.p, asked, 1);
    assert_true(footprints_deaths_matter(of));
    footprints_free(of);

    of = footprints_new(b.p, &(footprint_question){.condition = expr_of_kind(&b, EXPR_PROCESS_COUNT)}, 1);
    assert_true(footprints_deaths_matter(of));
    footprints_free(of);
    program_free(b.p);
}

/* ---- Processes that come and go ---- */
static void check_deaths(const expr *(*guard)(bench *b), bool creates, bool owns_channel, bool matter)
{
    bench b = new_bench();
    edge *e = add_edge(b.p, b.a, 0, 1, 1, "statement", guard ? guard(&b) : NULL);
    if (creates)
        add_effect(b.p, e, (effect){.kind = EFFECT_RUN, .process = b.c});
    if (owns_channel) {
        channel own = b.p->channels.data[0];
        own.variable = b.r;
        vec_push(&b.p->processes.data[b.c].channels, own);
    }
    b.p->processes_die = true;
    program_finish(b.p);
    footprints *of = footprints_new(b.p, NULL, 0);
    assert_int_equal(footprints_deaths_matter(of), matter);
    assert_int_equal(of->edges[b.a][0].changes_channels, creates && owns_channel);
    assert_int_equal(footprint_touches_channels(&of->all), creates && owns_channel);
    footprints_free(of);
    b.p->processes_die = false;
    of = footprints_new(b.p, NULL, 0);
    assert_false(footprints_deaths_matter(of));
    footprints_free(of);
    program_free(b.p);
}

static const expr *count_of_processes(bench *b)
{
    return expr_of_kind(b, EXPR_PROCESS_COUNT);
}

static const expr *place_of_another(bench *b)
{
    return expr_of_kind(b, EXPR_AT);
}

static const expr *local_of_another(bench *b)
{
    return expr_of_kind(b, EXPR_REMOTE);
}

static void deaths(void **state)
{
    (void)state;
    check_deaths(NULL, false, false, false);
    check_deaths(NULL, true, false, true);
    check_deaths(NULL, false, true, true);
    check_deaths(NULL, true, true, true);
    check_deaths(count_of_processes, false, false, true);
    check_deaths(place_of_another, false, false, true);
    check_deaths(local_of_another, false, false, true);
}

/* ---- Failure ---- */
static bool may_fail(bench *b)
{
    program_finish(b->p);
    footprints *of = footprints_new(b->p, NULL, 0);
    bool fails = footprints_may_fail(of);
    footprints_free(of);
    program_free(b->p);
    return fails;
}

static void add_run(bench *b, uint32_t creator, uint32_t from, uint32_t to, uint32_t type)
{
    add_effect(b->p, add_edge(b->p, creator, from, to, 1, "run", NULL), (effect){.kind = EFFECT_RUN, .process = type});
}

/* C, of which there is none unless somebody creates one, divides by what may be 0; a claim is such a type too. */
static void failing_types(void **state)
{
    (void)state;
    for (int created = 0; created < 2; created++)
        for (int by = 0; by < 3; by++) {
            bench b = new_bench();
            const expr *divisor = by == 2 ? local(b.p, b.r) : constant(b.p, by);
            add_edge(b.p, b.c, 0, 1, 1, "1 / r", expr_binary(b.p->memory, OP_DIVIDE, constant(b.p, 1), divisor, at_line(1)));
            if (created)
                add_run(&b, b.a, 0, 1, b.c);
            assert_int_equal(may_fail(&b), created && by != 1);
        }
}

/* So many processes of C as A and B create; of 255 there are two at the start. */
static void too_many_processes(void **state)
{
    (void)state;
    for (uint32_t count = 253; count <= 254; count++) {
        bench b = new_bench();
        for (uint32_t i = 0; i < count; i++)
            add_run(&b, i % 2 ? b.a : b.b, 0, 1, b.c);
        assert_int_equal(may_fail(&b), count == 254);
    }
    bench chain = new_bench(); /* each C creates fifteen of a type of which each creates sixteen */
    uint32_t d = add_process(chain.p, "D", 2, 0), e = add_process(chain.p, "E", 2, 0);
    add_run(&chain, chain.a, 0, 1, chain.c);
    for (uint32_t i = 0; i < 16; i++) {
        if (i)
            add_run(&chain, chain.c, 0, 1, d);
        add_run(&chain, d, 0, 1, e);
    }
    assert_true(may_fail(&chain));
}

static void creation_without_end(void **state)
{
    (void)state;
    bench itself = new_bench(), loop = new_bench(), circle = new_bench(), past = new_bench();
    add_run(&itself, itself.a, 0, 1, itself.a);
    assert_true(may_fail(&itself));
    add_run(&loop, loop.a, 0, 1, loop.c);
    add_edge(loop.p, loop.a, 1, 0, 2, "again", NULL);
    assert_true(may_fail(&loop));
    add_run(&circle, circle.a, 0, 1, circle.c);
    add_run(&circle, circle.c, 0, 1, circle.a);
    assert_true(may_fail(&circle));
    add_run(&past, past.a, 0, 1, past.c); /* the loop is behind it */
    add_edge(past.p, past.a, 1, 1, 2, "again", NULL);
    assert_false(may_fail(&past));
}

/* ---- Values ---- */
static const expr *one_by(bench *b, const expr *divisor)
{
    return binary(b->p, OP_DIVIDE, constant(b->p, 1), divisor);
}

/* A divides by x - 3, which it reads in one of three ways; B stores. */
static void values_of_others(void **state)
{
    (void)state;
    for (int32_t stored = 2; stored <= 4; stored++)
        for (int way = 0; way < 4; way++) {
            bench b = new_bench();
            add_store(b.p, b.b, 0, 1, 1, "x = stored", b.x, stored);
            if (way == 3)
                add_effect(b.p, add_edge(b.p, b.a, 0, 1, 2, "exchange", NULL),
                           (effect){.kind = EFFECT_EXCHANGE, .target = to_global(b.x), .value = constant(b.p, 1), .result = to_local(b.r)});
            else
                add_load(b.p, b.a, 0, 1, 2, "r = x", b.x, b.r);
            const expr *read = way == 0 ? global(b.p, b.x) : way == 1 ? in_memory(b.p, b.x) : local(b.p, b.r);
            add_edge(b.p, b.a, 1, 2, 3, "1 / (x - 3)", one_by(&b, binary(b.p, OP_SUBTRACT, read, constant(b.p, 3))));
            assert_int_equal(may_fail(&b), stored == 3);
        }
}

/* What is added up over and over is too much to follow, and a byte comes round to 3. */
static void values_without_end(void **state)
{
    (void)state;
    bench b = new_bench();
    add_effect(b.p, add_edge(b.p, b.b, 0, 0, 1, "x++", NULL),
               (effect){.kind = EFFECT_ASSIGN, .target = to_global(b.x), .value = binary(b.p, OP_ADD, global(b.p, b.x), constant(b.p, 2))});
    add_edge(b.p, b.a, 0, 1, 2, "1 / (x - 4)", one_by(&b, binary(b.p, OP_SUBTRACT, global(b.p, b.x), constant(b.p, 4))));
    assert_true(may_fail(&b));
}

/* An index that a guard keeps below 3, in the same expression, on an edge before it, or by an else. */
static void guarded_indices(void **state)
{
    (void)state;
    for (int32_t count = 2; count <= 4; count++)
        for (int way = 0; way < 3; way++) {
            bench b = new_bench();
            add_effect(b.p, add_edge(b.p, b.a, 0, 0, 1, "r++", binary(b.p, OP_LESS, local(b.p, b.r), constant(b.p, 5))),
                       (effect){.kind = EFFECT_ASSIGN, .target = to_local(b.r), .value = binary(b.p, OP_ADD, local(b.p, b.r), constant(b.p, 1))});
            const expr *small = binary(b.p, OP_LESS, local(b.p, b.r), constant(b.p, 3)), *large = binary(b.p, OP_GREATER_EQUAL, local(b.p, b.r), constant(b.p, 3));
            const expr *element = global_at(b.p, b.array, bounded(b.p, local(b.p, b.r), count, 2));
            if (way == 0)
                add_edge(b.p, b.a, 0, 2, 2, "r < 3 && array[r]", binary(b.p, OP_AND, small, element));
            else if (way == 1)
                add_edge(b.p, b.a, 0, 1, 2, "r < 3", small);
            else {
                add_edge(b.p, b.a, 0, 2, 2, "r >= 3", large);
                add_edge(b.p, b.a, 0, 1, 2, "else", NULL)->is_else = true;
            }
            add_edge(b.p, b.a, 1, 2, 3, "array[r]", element);
            assert_int_equal(may_fail(&b), count < 3);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_in_every_position), cmocka_unit_test(writes),   cmocka_unit_test(an_index_picks_one_element_or_any),
        cmocka_unit_test(waits),                        cmocka_unit_test(channels), cmocka_unit_test(inside_d_step),
        cmocka_unit_test(questions),                    cmocka_unit_test(deaths),   cmocka_unit_test(failing_types),
        cmocka_unit_test(too_many_processes),           cmocka_unit_test(creation_without_end),
        cmocka_unit_test(values_of_others),             cmocka_unit_test(values_without_end), cmocka_unit_test(guarded_indices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
