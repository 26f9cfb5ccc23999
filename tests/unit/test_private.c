/* test_private.c: which locations need no buffer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "program/footprint.h"
#include "program_builder.h"

static effect run_of(uint32_t process)
{
    return (effect){.kind = EFFECT_RUN, .process = process};
}

static void find_private(const program *p, const expr *condition, bool *private)
{
    footprints *f = footprints_new(p, &(footprint_question){.condition = condition}, 1);
    footprints_find_private(f, (machine){.memory = MEMORY_TSO}, private);
    footprints_free(f);
}

static void one_process_alone(void **state)
{
    (void)state;
    program *p = program_new();
    uint32_t own = add_global(p, "own", 1, VARIABLE_RELAXED), both = add_global(p, "both", 1, VARIABLE_RELAXED);
    uint32_t twice = add_global(p, "twice", 1, VARIABLE_RELAXED), ghost = add_global(p, "ghost", 1, VARIABLE_GHOST);
    uint32_t array = add_global(p, "array", 2, VARIABLE_RELAXED), unused = add_global(p, "unused", 1, VARIABLE_RELAXED);
    uint32_t a = add_process(p, "A", 3, 1), b = add_process(p, "B", 3, 1), c = add_process(p, "C", 2, 2);
    add_store(p, a, 0, 1, 1, "own = 1", own, 1);
    add_store(p, a, 0, 1, 2, "both = 1", both, 1);
    add_store(p, a, 0, 1, 3, "ghost = 1", ghost, 1);
    edge *e = add_edge(p, a, 0, 1, 4, "array[0] = 1", NULL);
    place first = to_global(array);
    first.index = constant(p, 0);
    add_effect(p, e, (effect){.kind = EFFECT_ASSIGN, .target = first, .value = constant(p, 1)});
    add_edge(p, b, 0, 1, 5, "both == 1", equal(p, global(p, both), constant(p, 1)));
    add_edge(p, b, 0, 1, 6, "array[1] == 1", equal(p, global_at(p, array, bounded(p, constant(p, 1), 2, 6)), constant(p, 1)));
    add_store(p, c, 0, 1, 7, "twice = 1", twice, 1);
    program_finish(p);
    bool private[7];
    find_private(p, NULL, private);
    assert_true(private[p->globals.data[own].offset]);
    assert_false(private[p->globals.data[both].offset]);
    assert_false(private[p->globals.data[twice].offset]);
    assert_false(private[p->globals.data[ghost].offset]);
    assert_true(private[p->globals.data[array].offset]);
    assert_true(private[p->globals.data[array].offset + 1]);
    assert_true(private[p->globals.data[unused].offset]);

    find_private(p, in_memory(p, own), private);
    assert_false(private[p->globals.data[own].offset]);
    program_free(p);
}

static void unknown_index_is_every_element(void **state)
{
    (void)state;
    program *p = program_new();
    uint32_t array = add_global(p, "array", 2, VARIABLE_RELAXED), a = add_process(p, "A", 2, 1), b = add_process(p, "B", 2, 1);
    uint32_t i = add_local(p, b, "i");
    add_edge(p, a, 0, 1, 1, "array[0] == 0", equal(p, global_at(p, array, constant(p, 0)), constant(p, 0)));
    add_edge(p, b, 0, 1, 2, "array[i] == 0", equal(p, global_at(p, array, bounded(p, local(p, i), 2, 2)), constant(p, 0)));
    program_finish(p);
    bool private[2];
    find_private(p, NULL, private);
    assert_false(private[0]);
    assert_true(private[1]);
    program_free(p);
}

/* How often a type is created decides: once from init, in a loop, from a process that exists twice, from itself. */
static void created_processes(void **state)
{
    (void)state;
    program *p = program_new();
    uint32_t x[4];
    const char *names[] = {"once", "looped", "from_two", "from_self"};
    for (size_t i = 0; i < 4; i++)
        x[i] = add_global(p, names[i], 1, VARIABLE_RELAXED);
    uint32_t init = add_process(p, "init", 4, 1), two = add_process(p, "two", 2, 2), target[4];
    for (size_t i = 0; i < 4; i++) {
        target[i] = add_process(p, names[i], 2, 0);
        add_store(p, target[i], 0, 1, 1, names[i], x[i], 1);
    }
    add_effect(p, add_edge(p, init, 0, 1, 2, "run once()", NULL), run_of(target[0]));
    add_effect(p, add_edge(p, init, 1, 2, 3, "run looped()", NULL), run_of(target[1]));
    add_edge(p, init, 2, 1, 4, "again", NULL);
    add_effect(p, add_edge(p, two, 0, 1, 5, "run from_two()", NULL), run_of(target[2]));
    add_effect(p, add_edge(p, target[3], 0, 1, 6, "run from_self()", NULL), run_of(target[3]));
    program_finish(p);
    bool private[4];
    find_private(p, NULL, private);
    assert_true(private[0]);
    assert_false(private[1]);
    assert_false(private[2]);
    assert_false(private[3]);
    program_free(p);
}

static void looking_past_the_buffer(void **state)
{
    (void)state;
    program *p = program_new();
    uint32_t seen = add_global(p, "seen", 1, VARIABLE_RELAXED), written = add_global(p, "written", 1, VARIABLE_RELAXED);
    uint32_t given = add_global(p, "given", 1, VARIABLE_RELAXED);
    uint32_t a = add_process(p, "A", 2, 1), b = add_process(p, "B", 2, 1);
    add_edge(p, a, 0, 1, 1, "GSVAR(seen)", equal(p, in_memory(p, seen), constant(p, 0)));
    edge *e = add_edge(p, a, 0, 1, 2, "INIT(written, 1)", NULL);
    add_effect(p, e, (effect){.kind = EFFECT_WRITE_MEMORY, .target = to_global(written), .value = constant(p, 1)});
    add_store(p, a, 0, 1, 3, "given = 1", given, 1);
    p->processes.data[b].provided = global(p, given);
    program_finish(p);
    bool private[3];
    find_private(p, NULL, private);
    for (size_t i = 0; i < 3; i++)
        assert_false(private[i]);
    program_free(p);
}

/* What another process sees, the own process looks at: it can tell its view from memory. What another process prints has to be right too. */
static void seen_through_another(void **state)
{
    (void)state;
    program *p = program_new();
    uint32_t viewed = add_global(p, "viewed", 1, VARIABLE_RELAXED), printed = add_global(p, "printed", 1, VARIABLE_RELAXED);
    uint32_t a = add_process(p, "A", 2, 1), b = add_process(p, "B", 2, 1);
    expr *view = expr_new(p->memory, EXPR_VIEW, at_line(2));
    view->variable = viewed;
    view->process = b;
    const expr **arguments = ARENA_ARRAY(p->memory, const expr *, 1);
    arguments[0] = global(p, printed);
    add_store(p, a, 0, 1, 1, "viewed = 1", viewed, 1);
    add_edge(p, a, 0, 1, 2, "SVAR(B, viewed)", view);
    add_store(p, a, 0, 1, 3, "printed = 1", printed, 1);
    add_effect(p, add_edge(p, b, 0, 1, 4, "printf(printed)", NULL), (effect){.kind = EFFECT_PRINT, .text = "%d", .argument_count = 1, .arguments = arguments});
    program_finish(p);
    bool private[2];
    find_private(p, NULL, private);
    assert_false(private[0]);
    assert_false(private[1]);
    program_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_process_alone),
        cmocka_unit_test(unknown_index_is_every_element),
        cmocka_unit_test(created_processes),
        cmocka_unit_test(looking_past_the_buffer),
        cmocka_unit_test(seen_through_another),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
