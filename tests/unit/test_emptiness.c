/* test_emptiness.c: who can tell that a store is pending. Questions of Promela are in tests/errors; these need a graph that no front-end makes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "program/emptiness.h"
#include "program_builder.h"

static const effect waiting = {.kind = EFFECT_FENCE}, flushing = {.kind = EFFECT_FENCE, .flush = true};

static void note_kind(void *data, const question *found)
{
    *(int *)data = (int)found->kind;
}

/* A process that comes to a fence with `hold`; -1: it asks nothing. */
static int kind_at_fence(hold_kind hold, effect fence, bool has_other)
{
    program *p = program_new();
    uint32_t x = add_global(p, "x", 1, VARIABLE_RELAXED), t = add_process(p, "P", 3, 1);
    int kind = -1;
    add_store(p, t, 0, 1, 1, "x = 1", x, 1);
    p->processes.data[t].edges.data[0].hold = hold;
    add_effect(p, add_edge(p, t, 1, 2, 2, "mfence", NULL), fence);
    if (has_other)
        add_edge(p, t, 1, 2, 3, "skip", NULL);
    program_finish(p);
    footprints *f = footprints_new(p, NULL, 0);
    footprints_each_question(f, false, note_kind, &kind);
    assert_int_equal(f->asks_buffers, kind >= 0);
    footprints_free(f);
    program_free(p);
    return kind;
}

static void inside_blocks(void **state)
{
    (void)state;
    assert_int_equal(kind_at_fence(HOLD_NONE, waiting, false), -1);
    assert_int_equal(kind_at_fence(HOLD_NONE, waiting, true), -1);
    assert_int_equal(kind_at_fence(HOLD_ATOMIC, waiting, false), QUESTION_HOLD);
    assert_int_equal(kind_at_fence(HOLD_ATOMIC, flushing, false), -1);
    assert_int_equal(kind_at_fence(HOLD_D_STEP, waiting, false), QUESTION_HOLD);
    assert_int_equal(kind_at_fence(HOLD_D_STEP, waiting, true), QUESTION_FIRST);
    assert_int_equal(kind_at_fence(HOLD_D_STEP, flushing, true), -1);
}

/* One d_step begins with either of two options, and a second one with a third: who waits behind the others is asked about by nobody. */
static void first_of_a_d_step(void **state)
{
    (void)state;
    for (uint32_t waits = 0; waits < 3; waits++) {
        program *p = program_new();
        uint32_t t = add_process(p, "P", 2, 1);
        int kind = -1;
        for (uint32_t i = 0; i < 3; i++) {
            edge *e = add_edge(p, t, 0, 1, i + 1, "option", NULL);
            e->d_step = i < 2 ? 1 : 2;
            if (i == waits)
                add_effect(p, e, waiting);
        }
        program_finish(p);
        footprints *f = footprints_new(p, NULL, 0);
        footprints_each_question(f, false, note_kind, &kind);
        assert_int_equal(kind, waits == 0 ? QUESTION_FIRST : -1);
        footprints_free(f);
        program_free(p);
    }
}

/* Memory past a pending store: only where the process stores there too, and not in a step that has drained the buffer before. */
static void past_the_buffer(void **state)
{
    (void)state;
    enum { WRITES, WRITES_ANOTHER, WRITES_DRAINED, READS, READS_ANOTHER, READS_DRAINED, WAYS };
    for (int k = WRITES; k < WAYS; k++) {
        bool reads = k >= READS, another = k == WRITES_ANOTHER || k == READS_ANOTHER, drained = k == WRITES_DRAINED || k == READS_DRAINED;
        program *p = program_new();
        uint32_t x = add_global(p, "x", 1, VARIABLE_RELAXED), y = add_global(p, "y", 1, VARIABLE_RELAXED), t = add_process(p, "P", 3, 1);
        add_store(p, t, 0, 1, 1, "x = 1", x, 1);
        edge *e = add_edge(p, t, 1, 2, 2, "past the buffer", reads ? in_memory(p, another ? y : x) : NULL);
        if (drained)
            add_effect(p, e, waiting);
        if (!reads)
            add_effect(p, e, (effect){.kind = EFFECT_WRITE_MEMORY, .target = to_global(another ? y : x), .value = constant(p, 2)});
        program_finish(p);
        footprints *f = footprints_new(p, NULL, 0);
        assert_int_equal(f->asks_buffers, !another && !drained);
        footprints_free(f);
        program_free(p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(inside_blocks), cmocka_unit_test(first_of_a_d_step), cmocka_unit_test(past_the_buffer)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
