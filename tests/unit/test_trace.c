/* test_trace.c: the interpreter behind replay, step by step; traces; saved reports, honest and tampered with. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "program_builder.h"
#include "report/report.h"
#include "trace/explain.h"
#include "trace/replay.h"
#include "trace/replay_json.h"
#include "trace/trace.h"

#define EDGE(p, e) ((step){.kind = STEP_EDGE, .process = (p), .edge = (e), .partner = -1})
#define MEET(p, e, q, f) ((step){.kind = STEP_EDGE, .process = (p), .edge = (e), .partner = (q), .partner_edge = (f)})
#define COMMIT(p, x) ((step){.kind = STEP_COMMIT, .process = (p), .element = (x), .partner = -1})
#define END(p) ((step){.kind = STEP_END, .process = (p), .partner = -1})

static const machine SC = {.memory = MEMORY_SC}, TSO = {.memory = MEMORY_TSO}, PSO = {.memory = MEMORY_PSO};

/* How the last of the steps went; all before it must be possible. */
static replay_result last_of(const program *p, machine on, size_t count, const step *steps)
{
    replay r;
    replay_result result = replay_init(&r, p, on, NULL);
    for (size_t i = 0; i < count; i++) {
        if (result != STEP_DONE)
            fail_msg("step %zu of %zu: %s", i, count, r.why);
        result = replay_take(&r, &steps[i]);
    }
    replay_release(&r);
    return result;
}

#define LAST(p, on, ...) last_of((p), (on), sizeof((step[]){__VA_ARGS__}) / sizeof(step), (step[]){__VA_ARGS__})
#define assert_done(...) assert_int_equal(LAST(__VA_ARGS__), STEP_DONE)
#define assert_impossible(...) assert_int_equal(LAST(__VA_ARGS__), STEP_IMPOSSIBLE)
#define assert_error(...) assert_int_equal(LAST(__VA_ARGS__), STEP_ERROR)

/* ---- Store buffering: each stores 1 to its own variable, then reads the other's ---- */

typedef struct store_buffering {
    program *p;
    diag d;
    property_list properties;
    property_ref bad; /* the property "both read 0" */
} store_buffering;

static const expr *read_nothing(program *p, uint32_t process)
{
    expr *value = expr_new(p->memory, EXPR_REMOTE, at_line(0)), *at = expr_new(p->memory, EXPR_AT, at_line(0));
    value->process = at->process = process;
    at->value = 2;
    return binary(p, OP_AND, at, equal(p, value, constant(p, 0)));
}

static void store_buffering_init(store_buffering *s, bool fenced)
{
    s->p = program_new();
    s->p->name = "sb.pml";
    s->p->language = "promela";
    s->p->input_hash = 0x1234;
    diag_init(&s->d);
    diag_add_source(&s->d, "sb.pml", NULL, 0);
    uint32_t x[2] = {add_global(s->p, "x", 1, VARIABLE_RELAXED), add_global(s->p, "y", 1, VARIABLE_RELAXED)};
    const char *store_text[] = {"x = 1", "y = 1"}, *load_text[] = {"r = y", "r = x"}, *names[] = {"P0", "P1"};
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t t = add_process(s->p, names[i], 3, 1), r = add_local(s->p, t, "r");
        edge *e = add_store(s->p, t, 0, 1, 10 * i + 5, store_text[i], x[i], 1);
        if (fenced)
            add_effect(s->p, e, (effect){.kind = EFFECT_FENCE, .flush = true});
        add_load(s->p, t, 1, 2, 10 * i + 6, load_text[i], x[1 - i], r);
    }
    program_finish(s->p);
    property_list_init(&s->properties, s->p, &s->d, true, false);
    const expr *bad = binary(s->p, OP_AND, read_nothing(s->p, 0), read_nothing(s->p, 1));
    property_add(&s->properties, (property){.kind = PROPERTY_NEVER, .name = "never both 0", .bad = bad});
    s->bad.index = (uint32_t)s->properties.items.count - 1;
}

static void store_buffering_release(store_buffering *s)
{
    property_list_release(&s->properties);
    diag_release(&s->d);
    program_free(s->p);
}

static run run_of_steps(size_t count, const step *steps)
{
    run r = {0};
    for (size_t i = 0; i < count; i++)
        vec_push(&r, steps[i]);
    return r;
}

static const step both_miss[] = {{.kind = STEP_EDGE, .process = 0, .edge = 0, .partner = -1},
                                 {.kind = STEP_EDGE, .process = 0, .edge = 1, .partner = -1},
                                 {.kind = STEP_EDGE, .process = 1, .edge = 0, .partner = -1},
                                 {.kind = STEP_EDGE, .process = 1, .edge = 1, .partner = -1}};

static const trace *build(arena *memory, const store_buffering *s, machine on, strbuf *why)
{
    run steps = run_of_steps(4, both_miss);
    const trace *t = trace_build(memory, s->p, on, &s->properties, s->bad, &steps, NO_LOOP, why);
    vec_release(&steps);
    return t;
}

static void stores_wait_under_tso_and_pso_only(void **state)
{
    (void)state;
    store_buffering s;
    strbuf why = {0};
    arena *memory = arena_new();
    store_buffering_init(&s, false);
    assert_non_null(build(memory, &s, TSO, &why));
    assert_non_null(build(memory, &s, PSO, &why));
    assert_null(build(memory, &s, SC, &why));
    assert_string_equal(strbuf_text(&why), "the run does not end in a violation of \"never both 0\"");
    store_buffering_release(&s);
    store_buffering_init(&s, true);
    assert_null(build(memory, &s, TSO, &why));
    store_buffering_release(&s);
    strbuf_release(&why);
    arena_free(memory);
}

static void trace_records_states(void **state)
{
    (void)state;
    store_buffering s;
    strbuf why = {0};
    arena *memory = arena_new();
    store_buffering_init(&s, false);
    const trace *t = build(memory, &s, TSO, &why);
    assert_int_equal(t->step_count, 4);
    assert_int_equal(t->steps[0].kind, TRACE_STORE);
    assert_int_equal(t->steps[0].element, 0);
    assert_int_equal(t->steps[0].memory[0], 0);
    assert_int_equal(t->steps[0].processes[0].store_count, 1);
    assert_int_equal(t->steps[0].processes[0].stores[0].value, 1);
    assert_int_equal(t->steps[1].kind, TRACE_LOAD);
    assert_int_equal(t->steps[1].reads[0].element, 1);
    assert_false(t->steps[1].reads[0].from_buffer);
    assert_string_equal(t->steps[3].process, "P1");
    assert_int_equal(t->steps[3].where.line, 16);
    const trace_overtake *o = trace_find_overtakes(memory, t);
    assert_false(o[0].found);
    assert_true(o[1].found);
    assert_int_equal(o[1].store.step, 0);
    assert_int_equal(o[1].element, 1);
    assert_int_equal(o[1].missed, 3);
    strbuf story = {0};
    trace_explain(t, o, &s.properties, &s.d, &story);
    assert_non_null(strstr(strbuf_text(&story), "A fence in P0 right behind x = 1 (line 5), before line 6, rules out this run"));
    assert_non_null(strstr(strbuf_text(&story), "P1 therefore still read the old value x = 0 (step 4, line 16)"));
    strbuf_release(&story);
    store_buffering_release(&s);
    strbuf_release(&why);
    arena_free(memory);
}

static void impossible_steps_are_refused(void **state)
{
    (void)state;
    store_buffering s;
    store_buffering_init(&s, false);
    assert_impossible(s.p, TSO, EDGE(0, 1));                         /* not there yet */
    assert_impossible(s.p, TSO, EDGE(0, 7));                         /* no such edge */
    assert_impossible(s.p, TSO, EDGE(5, 0));                         /* no such process */
    assert_impossible(s.p, TSO, EDGE(0, 0), EDGE(0, 0));             /* not there any more */
    assert_impossible(s.p, TSO, COMMIT(0, 0));                       /* nothing is pending */
    assert_impossible(s.p, TSO, EDGE(0, 0), COMMIT(0, 1));           /* that is not what is pending */
    assert_impossible(s.p, TSO, EDGE(0, 0), COMMIT(1, 0));           /* nor is it theirs */
    assert_impossible(s.p, SC, EDGE(0, 0), COMMIT(0, 0));
    assert_impossible(s.p, TSO, MEET(0, 0, 1, 0));                   /* no rendezvous */
    assert_impossible(s.p, TSO, EDGE(1, 0), COMMIT(1, 1), EDGE(1, 1), END(1)); /* processes do not die here */
    assert_done(s.p, TSO, EDGE(0, 0), EDGE(0, 1), COMMIT(0, 0));
    assert_impossible(s.p, TSO, ((step){.kind = (step_kind)9}));
    store_buffering_release(&s);
}

static void pso_reorders_stores_to_two_places(void **state)
{
    (void)state;
    program *p = program_new();
    uint32_t x = add_global(p, "x", 1, VARIABLE_RELAXED), y = add_global(p, "y", 1, VARIABLE_RELAXED), a = add_process(p, "A", 4, 1);
    add_store(p, a, 0, 1, 1, "x = 1", x, 1);
    add_store(p, a, 1, 2, 2, "y = 1", y, 1);
    add_store(p, a, 2, 3, 3, "x = 2", x, 2);
    program_finish(p);
    assert_impossible(p, TSO, EDGE(0, 0), EDGE(0, 1), COMMIT(0, y));
    assert_done(p, PSO, EDGE(0, 0), EDGE(0, 1), COMMIT(0, y), EDGE(0, 2), COMMIT(0, x), COMMIT(0, x));
    machine one = {.memory = MEMORY_TSO, .buffer = 1};
    assert_impossible(p, one, EDGE(0, 0), EDGE(0, 1));
    one.memory = MEMORY_PSO;
    assert_impossible(p, one, EDGE(0, 0), EDGE(0, 1), EDGE(0, 2));
    one.overflow_is_error = true;
    assert_int_equal(LAST(p, one, EDGE(0, 0), EDGE(0, 1), EDGE(0, 2)), STEP_OVERFLOW);
    program_free(p);
}

static void fences_runs_and_removal_wait_for_the_buffer(void **state)
{
    (void)state;
    program *p = program_new();
    p->processes_die = true;
    uint32_t x = add_global(p, "x", 1, VARIABLE_RELAXED), a = add_process(p, "A", 5, 1), b = add_process(p, "B", 2, 0);
    uint32_t r = add_local(p, a, "r");
    add_store(p, a, 0, 1, 1, "x = 1", x, 1);
    add_effect(p, add_edge(p, a, 1, 2, 2, "mfence", NULL), (effect){.kind = EFFECT_FENCE});
    add_effect(p, add_edge(p, a, 1, 2, 3, "sync", NULL), (effect){.kind = EFFECT_SYNC});
    add_effect(p, add_edge(p, a, 1, 2, 4, "run B()", NULL), (effect){.kind = EFFECT_RUN, .process = b, .result = to_local(r)});
    edge *e = add_edge(p, a, 1, 2, 5, "cas(x, 1, 7, r)", NULL);
    effect cas = {.kind = EFFECT_CAS, .target = to_global(x), .expected = constant(p, 1), .value = constant(p, 7), .result = to_local(r)};
    add_effect(p, e, cas);
    const expr *r_is_1 = equal(p, local(p, r), constant(p, 1)), *x_is_7 = equal(p, global(p, x), constant(p, 7));
    add_edge(p, a, 2, 3, 6, "r == 1 && x == 7", binary(p, OP_AND, r_is_1, x_is_7));
    add_edge(p, a, 2, 3, 7, "r == 1", r_is_1);
    add_edge(p, a, 2, 4, 8, "skip", NULL);
    add_store(p, b, 0, 1, 9, "x = 2", x, 2);
    program_finish(p);
    for (uint32_t waiting = 1; waiting <= 4; waiting++) {
        assert_impossible(p, TSO, EDGE(0, 0), EDGE(0, waiting));
        assert_done(p, TSO, EDGE(0, 0), COMMIT(0, x), EDGE(0, waiting));
        assert_done(p, SC, EDGE(0, 0), EDGE(0, waiting));
    }
    assert_done(p, TSO, EDGE(0, 0), COMMIT(0, x), EDGE(0, 4), EDGE(0, 5));
    assert_done(p, TSO, EDGE(0, 0), COMMIT(0, x), EDGE(0, 3), EDGE(0, 6)); /* the new process has number 1 */
    assert_impossible(p, TSO, END(0));
    assert_impossible(p, TSO, EDGE(0, 0), COMMIT(0, x), EDGE(0, 3), EDGE(1, 0), END(1));
    assert_done(p, TSO, EDGE(0, 0), COMMIT(0, x), EDGE(0, 3), EDGE(1, 0), COMMIT(1, x), END(1), EDGE(0, 7), END(0));
    assert_impossible(p, TSO, EDGE(0, 0), COMMIT(0, x), EDGE(0, 3), EDGE(0, 7), END(0)); /* not the youngest */
    program_free(p);
}

static void rendezvous_moves_both(void **state)
{
    (void)state;
    program *p = program_new();
    uint32_t c = add_channel(p, "c", 0, 1), a = add_process(p, "A", 3, 1), b = add_process(p, "B", 3, 1), r = add_local(p, b, "r");
    edge *e = add_effect(p, add_edge(p, a, 0, 1, 1, "c!300", NULL), send_of(p, c, 300));
    e->hold = HOLD_ATOMIC;
    add_edge(p, a, 1, 2, 2, "skip", NULL);
    e = add_effect(p, add_edge(p, b, 0, 1, 3, "c?r", NULL), receive_of(p, c, to_local(r), NULL));
    e->hold = HOLD_ATOMIC;
    add_effect(p, add_edge(p, b, 0, 1, 4, "c?eval(1)", NULL), receive_of(p, c, (place){0}, constant(p, 1)));
    add_edge(p, b, 1, 2, 5, "r == 44", equal(p, local(p, r), constant(p, 44)));
    program_finish(p);
    assert_impossible(p, SC, EDGE(0, 0));            /* nobody named */
    assert_impossible(p, SC, EDGE(1, 0));            /* a receiver alone */
    assert_impossible(p, SC, MEET(0, 0, 1, 1));      /* the pattern does not fit */
    assert_impossible(p, SC, MEET(0, 0, 0, 0));
    assert_impossible(p, SC, MEET(1, 0, 0, 0));      /* the wrong way round */
    assert_done(p, SC, MEET(0, 0, 1, 0), EDGE(1, 2)); /* 300 has become 44 */
    assert_impossible(p, SC, MEET(0, 0, 1, 0), EDGE(0, 1)); /* the receiver holds now */
    program_free(p);
}

static void atomic_holds_until_it_blocks(void **state)
{
    (void)state;
    program *p = program_new();
    uint32_t x = add_global(p, "x", 1, VARIABLE_RELAXED), go = add_global(p, "go", 1, VARIABLE_GHOST);
    uint32_t a = add_process(p, "A", 4, 1), b = add_process(p, "B", 2, 1);
    add_store(p, a, 0, 1, 1, "x = 1", x, 1)->hold = HOLD_ATOMIC;
    add_edge(p, a, 1, 2, 2, "skip", NULL)->hold = HOLD_ATOMIC;
    add_edge(p, a, 2, 3, 3, "go == 1", equal(p, global(p, go), constant(p, 1)));
    add_store(p, b, 0, 1, 4, "go = 1", go, 1);
    program_finish(p);
    assert_impossible(p, TSO, EDGE(0, 0), EDGE(1, 0));
    assert_impossible(p, TSO, EDGE(0, 0), COMMIT(0, x));
    assert_done(p, TSO, EDGE(0, 0), EDGE(0, 1), COMMIT(0, x));
    assert_impossible(p, TSO, EDGE(0, 0), EDGE(0, 1), EDGE(0, 2));
    assert_done(p, TSO, EDGE(0, 0), EDGE(0, 1), EDGE(1, 0), EDGE(0, 2));
    assert_impossible(p, TSO, EDGE(1, 0), EDGE(0, 0), EDGE(0, 1), COMMIT(0, x)); /* not blocked this time */
    program_free(p);
}

static void d_step_takes_the_first_and_must_not_block(void **state)
{
    (void)state;
    program *p = program_new();
    uint32_t go = add_global(p, "go", 1, VARIABLE_GHOST), a = add_process(p, "A", 4, 1);
    add_edge(p, a, 0, 1, 1, "skip", NULL)->hold = HOLD_D_STEP;
    add_edge(p, a, 1, 2, 2, "go == 1", equal(p, global(p, go), constant(p, 1)))->hold = HOLD_D_STEP;
    add_edge(p, a, 1, 2, 3, "first", NULL);
    add_edge(p, a, 1, 2, 4, "second", NULL);
    add_edge(p, a, 0, 3, 5, "other", NULL)->hold = HOLD_D_STEP;
    add_edge(p, a, 3, 0, 6, "go == 2", equal(p, global(p, go), constant(p, 2)));
    p->processes.data[a].nodes.data[3].is_final = false;
    program_finish(p);
    assert_done(p, SC, EDGE(0, 0), EDGE(0, 3));
    assert_impossible(p, SC, EDGE(0, 0), EDGE(0, 4));
    assert_impossible(p, SC, EDGE(0, 0), EDGE(0, 2));
    assert_error(p, SC, EDGE(0, 1));
    program_free(p);
}

static void escapes_and_else(void **state)
{
    (void)state;
    program *p = program_new();
    uint32_t x = add_global(p, "x", 1, VARIABLE_RELAXED), a = add_process(p, "A", 3, 1), b = add_process(p, "B", 2, 1);
    add_edge(p, a, 0, 1, 1, "x == 2", equal(p, global(p, x), constant(p, 2)));
    add_edge(p, a, 0, 1, 2, "else", NULL)->is_else = true;
    add_edge(p, a, 0, 2, 3, "escape x == 1", equal(p, global(p, x), constant(p, 1)))->priority = 1;
    add_store(p, b, 0, 1, 4, "x = 1", x, 1);
    add_store(p, b, 0, 1, 5, "x = 2", x, 2);
    program_finish(p); /* edges of A: 0 the escape, 1 the guard, 2 else */
    assert_done(p, TSO, EDGE(0, 2));
    assert_impossible(p, TSO, EDGE(0, 0));
    assert_impossible(p, TSO, EDGE(1, 0), EDGE(0, 0)); /* not committed yet */
    assert_done(p, TSO, EDGE(1, 0), EDGE(0, 2));
    assert_done(p, TSO, EDGE(1, 0), COMMIT(1, x), EDGE(0, 0));
    assert_impossible(p, TSO, EDGE(1, 0), COMMIT(1, x), EDGE(0, 2));
    assert_impossible(p, TSO, EDGE(1, 1), COMMIT(1, x), EDGE(0, 2));
    assert_done(p, TSO, EDGE(1, 1), COMMIT(1, x), EDGE(0, 1));
    program_free(p);
}

/* The step that else takes has read what the other guards read. */
static void else_counts_as_a_load(void **state)
{
    (void)state;
    program *p = program_new();
    diag d;
    arena *memory = arena_new();
    strbuf why = {0};
    diag_init(&d);
    uint32_t x = add_global(p, "x", 1, VARIABLE_RELAXED), y = add_global(p, "y", 1, VARIABLE_RELAXED), a = add_process(p, "A", 4, 1);
    add_store(p, a, 0, 1, 1, "x = 1", x, 1);
    add_edge(p, a, 1, 1, 2, "y == 1", equal(p, global(p, y), constant(p, 1)));
    add_edge(p, a, 1, 2, 3, "else", NULL)->is_else = true;
    add_effect(p, add_edge(p, a, 2, 3, 4, "assert(0)", NULL), (effect){.kind = EFFECT_ASSERT, .value = constant(p, 0)});
    program_finish(p);
    property_list list;
    property_list_init(&list, p, &d, true, false);
    run steps = run_of_steps(3, (step[]){EDGE(0, 0), EDGE(0, 2), EDGE(0, 3)});
    const trace *t = trace_build(memory, p, TSO, &list, (property_ref){0}, &steps, NO_LOOP, &why);
    assert_non_null(t);
    assert_int_equal(t->steps[1].kind, TRACE_LOAD);
    const trace_overtake *o = trace_find_overtakes(memory, t);
    assert_true(o[1].found);
    assert_int_equal(o[1].element, y);
    assert_string_equal(t->message, "assertion violated: 0");
    vec_release(&steps);
    property_list_release(&list);
    strbuf_release(&why);
    diag_release(&d);
    arena_free(memory);
    program_free(p);
}

static void timeout_needs_everything_else_stuck(void **state)
{
    (void)state;
    program *p = program_new();
    uint32_t x = add_global(p, "x", 1, VARIABLE_RELAXED), a = add_process(p, "A", 2, 1), b = add_process(p, "B", 2, 1);
    add_edge(p, a, 0, 1, 1, "timeout", expr_new(p->memory, EXPR_TIMEOUT, at_line(1)));
    add_store(p, b, 0, 1, 2, "x = 1", x, 1);
    program_finish(p);
    assert_impossible(p, TSO, EDGE(0, 0));
    assert_impossible(p, TSO, EDGE(1, 0), EDGE(0, 0)); /* a commit is pending */
    assert_done(p, TSO, EDGE(1, 0), COMMIT(1, x), EDGE(0, 0));
    program_free(p);
}

static void provided_stops_a_process(void **state)
{
    (void)state;
    program *p = program_new();
    uint32_t go = add_global(p, "go", 1, VARIABLE_GHOST), a = add_process(p, "A", 2, 1), b = add_process(p, "B", 2, 1);
    p->processes.data[a].provided = global(p, go);
    add_edge(p, a, 0, 1, 1, "skip", NULL);
    add_store(p, b, 0, 1, 2, "go = 1", go, 1);
    program_finish(p);
    assert_impossible(p, SC, EDGE(0, 0));
    assert_done(p, SC, EDGE(1, 0), EDGE(0, 0));
    program_free(p);
}

static void channels_keep_order(void **state)
{
    (void)state;
    program *p = program_new();
    uint32_t c = add_channel(p, "c", 2, 1), a = add_process(p, "A", 6, 1);
    effect sorted = send_of(p, c, 3), peek = receive_of(p, c, (place){0}, constant(p, 3));
    effect random = receive_of(p, c, (place){0}, constant(p, 5));
    sorted.sorted = peek.peek = random.random = true;
    add_effect(p, add_edge(p, a, 0, 1, 1, "c!5", NULL), send_of(p, c, 5));
    add_effect(p, add_edge(p, a, 1, 2, 2, "c!!3", NULL), sorted);
    add_effect(p, add_edge(p, a, 2, 3, 3, "c?<3>", NULL), peek);
    add_effect(p, add_edge(p, a, 3, 4, 4, "c??5", NULL), random);
    add_effect(p, add_edge(p, a, 4, 5, 5, "c?3", NULL), receive_of(p, c, (place){0}, constant(p, 3)));
    add_effect(p, add_edge(p, a, 3, 4, 6, "c?5", NULL), receive_of(p, c, (place){0}, constant(p, 5)));
    add_effect(p, add_edge(p, a, 2, 3, 7, "c!1", NULL), send_of(p, c, 1));
    program_finish(p); /* edges: 0 c!5, 1 c!!3, 2 c?<3>, 3 c!1, 4 c??5, 5 c?5, 6 c?3 */
    assert_done(p, SC, EDGE(0, 0), EDGE(0, 1), EDGE(0, 2), EDGE(0, 4), EDGE(0, 6));
    assert_impossible(p, SC, EDGE(0, 0), EDGE(0, 1), EDGE(0, 2), EDGE(0, 5)); /* 3 is in front */
    assert_impossible(p, SC, EDGE(0, 0), EDGE(0, 1), EDGE(0, 3));             /* full */
    program_free(p);
}

static void errors_end_a_run(void **state)
{
    (void)state;
    program *p = program_new();
    uint32_t x = add_global(p, "x", 3, VARIABLE_RELAXED), none = add_global(p, "none", 1, VARIABLE_GHOST), a = add_process(p, "A", 2, 1);
    add_edge(p, a, 0, 1, 1, "x[7] == 0", equal(p, global_at(p, x, bounded(p, constant(p, 7), 3, 1)), constant(p, 0)));
    add_edge(p, a, 0, 1, 2, "1 / 0", binary(p, OP_DIVIDE, constant(p, 1), constant(p, 0)));
    add_effect(p, add_edge(p, a, 0, 1, 3, "none!1", NULL), send_of(p, none, 1));
    program_finish(p);
    for (uint32_t e = 0; e < 3; e++)
        assert_error(p, TSO, EDGE(0, e));
    program_free(p);
}

static void deadlock_and_mutex(void **state)
{
    (void)state;
    program *p = program_new();
    uint32_t x = add_global(p, "x", 1, VARIABLE_RELAXED), a = add_process(p, "A", 3, 2);
    add_label(p, a, "CS", 1);
    add_edge(p, a, 0, 1, 1, "skip", NULL);
    add_edge(p, a, 1, 2, 2, "x == 1", equal(p, global(p, x), constant(p, 1)));
    program_finish(p);
    replay r;
    assert_int_equal(replay_init(&r, p, TSO, NULL), STEP_DONE);
    assert_false(replay_is_deadlock(&r));
    step first = EDGE(0, 0), second = EDGE(1, 0);
    assert_int_equal(replay_take(&r, &first), STEP_DONE);
    assert_false(replay_at_label_together(&r, "CS"));
    assert_int_equal(replay_take(&r, &second), STEP_DONE);
    assert_true(replay_at_label_together(&r, "CS"));
    assert_true(replay_is_deadlock(&r));
    p->processes.data[a].nodes.data[1].is_end = true;
    assert_false(replay_is_deadlock(&r));
    replay_release(&r);
    program_free(p);
}

/* ---- Saved reports ---- */

static void save(const store_buffering *s, const trace *t, strbuf *out)
{
    report_options options = {.language = "promela", .memory = MEMORY_TSO};
    const char *nevers[] = {"both 0"};
    options.never = (report_strings){1, nevers};
    const trace *traces[] = {t};
    report r = {.version = "0", .file = "sb.pml", .engine = "explicit", .program = s->p, .sources = &s->d, .properties = &s->properties,
                .options = &options, .machine = TSO, .exact = true, .scope = "all buffer sizes", .verdict = REPORT_VIOLATED,
                .trace_count = 1, .traces = traces};
    report_json(&r, out);
}

static replay_verdict replay_with(const store_buffering *s, const char *json, const char *from, const char *to)
{
    strbuf changed = {0}, message = {0};
    const char *at = strstr(json, from);
    assert_non_null(at);
    strbuf_add_bytes(&changed, json, (size_t)(at - json));
    strbuf_add(&changed, to);
    strbuf_add(&changed, at + strlen(from));
    replay_verdict verdict = trace_replay_json(s->p, &s->properties, &s->d, strbuf_text(&changed), changed.length, &message);
    assert_true(message.length > 0);
    strbuf_release(&changed);
    strbuf_release(&message);
    return verdict;
}

static void saved_traces_are_confirmed_or_rejected(void **state)
{
    (void)state;
    store_buffering s;
    strbuf why = {0}, json = {0};
    arena *memory = arena_new();
    store_buffering_init(&s, false);
    save(&s, build(memory, &s, TSO, &why), &json);
    const char *text = strbuf_text(&json);
    assert_int_equal(replay_with(&s, text, "sb.pml", "sb.pml"), REPLAY_CONFIRMED);
    assert_int_equal(replay_with(&s, text, "\"file\": \"sb.pml\", \"process_index\"", "\"file\": \"elsewhere/sb.pml\", \"process_index\""),
                     REPLAY_CONFIRMED);
    const char *tampered[][2] = {
        {"\"text\": \"x = 1\"", "\"text\": \"x = 2\""}, {"\"line\": 5", "\"line\": 6"},       {"\"kind\": \"load\"", "\"kind\": \"store\""},
        {"[[\"x\", 1]]", "[[\"x\", 2]]"},               {"{\"x\": 0, \"y\": 0}", "{\"x\": 1, \"y\": 0}"}, {"\"edge\": 1", "\"edge\": 0"},
        {"\"process_index\": 1", "\"process_index\": 0"}, {"\"memory\": \"tso\"", "\"memory\": \"pso\""}, {"\"loop\": null", "\"loop\": 0"},
        {"\"verdict\": \"violated\"", "\"verdict\": \"holds\""}, {"\"value\": 1", "\"value\": 0"}, {"\"process\": \"P0\"", "\"process\": \"P1\""},
        {"never both 0", "never"}, {"\"trace\": 0", "\"trace\": null"}, {"\"location\": \"x\"", "\"location\": \"y\""},
        {"\"edge\": 0}", "\"edge\": 0, \"more\": 1}"}, {"\"buffer_reached\": 0", "\"buffer_reached\": -1"},
    };
    for (size_t i = 0; i < sizeof tampered / sizeof *tampered; i++)
        assert_int_equal(replay_with(&s, text, tampered[i][0], tampered[i][1]), REPLAY_REJECTED);
    assert_int_equal(replay_with(&s, text, "0000000000001234", "0000000000001235"), REPLAY_UNREADABLE);
    assert_int_equal(replay_with(&s, text, "\"traces\"", "\"paths\""), REPLAY_UNREADABLE);
    assert_int_equal(replay_with(&s, text, "{", ""), REPLAY_UNREADABLE);

    report_options back;
    assert_true(report_options_from_json(memory, text, json.length, &back, &why));
    assert_int_equal(back.memory, MEMORY_TSO);
    assert_int_equal(back.buffer, 0);
    assert_int_equal(back.never.count, 1);
    assert_string_equal(back.never.items[0], "both 0");
    assert_false(report_options_from_json(memory, "[1]", 3, &back, &why));
    store_buffering_release(&s);
    strbuf_release(&why);
    strbuf_release(&json);
    arena_free(memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stores_wait_under_tso_and_pso_only),
        cmocka_unit_test(trace_records_states),
        cmocka_unit_test(impossible_steps_are_refused),
        cmocka_unit_test(pso_reorders_stores_to_two_places),
        cmocka_unit_test(fences_runs_and_removal_wait_for_the_buffer),
        cmocka_unit_test(rendezvous_moves_both),
        cmocka_unit_test(atomic_holds_until_it_blocks),
        cmocka_unit_test(d_step_takes_the_first_and_must_not_block),
        cmocka_unit_test(escapes_and_else),
        cmocka_unit_test(else_counts_as_a_load),
        cmocka_unit_test(timeout_needs_everything_else_stuck),
        cmocka_unit_test(provided_stops_a_process),
        cmocka_unit_test(channels_keep_order),
        cmocka_unit_test(errors_end_a_run),
        cmocka_unit_test(deadlock_and_mutex),
        cmocka_unit_test(saved_traces_are_confirmed_or_rejected),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
