/* test_bound.c: how many stores a buffer can hold, told from the control graph. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/bound.h"
#include "program_builder.h"

enum { X, Y, ARRAY, GHOST, MOST_ELEMENTS = 8 };

static program *new_program(void)
{
    program *p = program_new();
    add_global(p, "x", 1, VARIABLE_RELAXED);
    add_global(p, "y", 1, VARIABLE_RELAXED);
    add_global(p, "array", 2, VARIABLE_RELAXED);
    add_global(p, "ghost", 1, VARIABLE_GHOST);
    return p;
}

static void store(program *p, uint32_t process, uint32_t from, uint32_t to, uint32_t number)
{
    add_store(p, process, from, to, 1, "store", number, 1);
}

static void take(program *p, uint32_t process, uint32_t from, uint32_t to, effect f)
{
    add_effect(p, add_edge(p, process, from, to, 1, "effect", NULL), f);
}

static void go(program *p, uint32_t process, uint32_t from, uint32_t to)
{
    add_edge(p, process, from, to, 1, "go", NULL);
}

static const effect FENCE = {.kind = EFFECT_FENCE};

static uint32_t bound_without(const program *p, memory_kind memory, const bool *unbuffered)
{
    footprints *f = footprints_new(p, NULL, 0);
    uint32_t found = bound_of_buffers(f, memory, unbuffered);
    footprints_free(f);
    return found;
}

static uint32_t bound_of(const program *p, memory_kind memory)
{
    bool unbuffered[MOST_ELEMENTS] = {false};
    return bound_without(p, memory, unbuffered);
}

static void expect(program *p, uint32_t tso, uint32_t pso)
{
    program_finish(p);
    assert_int_equal(bound_of(p, MEMORY_TSO), tso);
    assert_int_equal(bound_of(p, MEMORY_PSO), pso);
    program_free(p);
}

static void longest_way_counts(void **state)
{
    (void)state;
    program *p = new_program();
    uint32_t a = add_process(p, "A", 5, 1), b = add_process(p, "B", 2, 1);
    store(p, a, 0, 1, X); /* x x y, or y alone */
    store(p, a, 1, 2, X);
    store(p, a, 2, 3, Y);
    store(p, a, 0, 3, Y);
    store(p, a, 3, 4, GHOST);
    store(p, b, 0, 1, X);
    expect(p, 3, 2);
}

static void no_store_is_a_bound_of_one(void **state)
{
    (void)state;
    program *p = new_program();
    uint32_t a = add_process(p, "A", 2, 1);
    store(p, a, 0, 1, GHOST);
    expect(p, 1, 1);
}

static void cycles_need_a_drain(void **state)
{
    (void)state;
    for (uint32_t variant = 0; variant < 4; variant++) {
        program *p = new_program();
        uint32_t a = add_process(p, "A", 5, 1);
        store(p, a, 0, 1, X);
        go(p, a, 1, 1); /* waits in a loop: nothing is stored there */
        store(p, a, 1, 2, Y);
        store(p, a, 2, 3, X);
        if (variant == 0)
            go(p, a, 3, 1);
        else if (variant == 1)
            take(p, a, 3, 1, FENCE);
        else if (variant == 2)
            take(p, a, 3, 1, (effect){.kind = EFFECT_CAS, .target = to_global(X), .value = constant(p, 1), .expected = constant(p, 0)});
        go(p, a, 3, 4);
        expect(p, variant == 0 ? 0 : 3, variant == 0 ? 0 : 2);
    }
}

static void nested_loops(void **state)
{
    (void)state;
    for (uint32_t fence_inside = 0; fence_inside < 2; fence_inside++) {
        program *p = new_program();
        uint32_t a = add_process(p, "A", 6, 1);
        store(p, a, 0, 1, X);
        store(p, a, 1, 2, Y); /* inner loop: 1 2 */
        if (fence_inside)
            take(p, a, 2, 1, FENCE);
        else
            go(p, a, 2, 1);
        store(p, a, 2, 3, X);
        take(p, a, 3, 0, FENCE); /* outer loop */
        expect(p, fence_inside ? 3 : 0, fence_inside ? 2 : 0);
    }
}

/* Only x grows: under PSO that is enough, and the way from a drain round to itself counts, whatever was pending before. */
static void loop_that_begins_with_its_drain(void **state)
{
    (void)state;
    program *p = new_program();
    uint32_t a = add_process(p, "A", 4, 1);
    store(p, a, 0, 1, Y);
    take(p, a, 1, 2, (effect){.kind = EFFECT_SYNC});
    store(p, a, 2, 1, X);
    expect(p, 1, 1);
}

/* Stores before, between and after drains of one step. */
static void drains_inside_a_step(void **state)
{
    (void)state;
    program *p = new_program();
    uint32_t a = add_process(p, "A", 4, 1);
    effect to_x = {.kind = EFFECT_ASSIGN, .target = to_global(X), .value = constant(p, 1)}, flush = {.kind = EFFECT_FENCE, .flush = true};
    store(p, a, 0, 1, X);
    edge *e = add_edge(p, a, 1, 2, 1, "x x | x x x | x", NULL);
    const effect effects[] = {to_x, to_x, flush, to_x, to_x, to_x, flush, to_x};
    for (size_t i = 0; i < sizeof effects / sizeof *effects; i++)
        add_effect(p, e, effects[i]);
    store(p, a, 2, 3, X);
    expect(p, 3, 3);
}

static void results_and_messages_are_stores(void **state)
{
    (void)state;
    program *p = new_program();
    uint32_t c = add_channel(p, "c", 1, 1), a = add_process(p, "A", 5, 1);
    store(p, a, 0, 1, X);
    store(p, a, 1, 2, X);
    take(p, a, 2, 3, (effect){.kind = EFFECT_EXCHANGE, .target = to_global(Y), .result = to_global(X), .value = constant(p, 1)});
    take(p, a, 3, 4, receive_of(p, c, to_global(X), NULL));
    take(p, a, 3, 4, (effect){.kind = EFFECT_BARRIER});
    expect(p, 2, 2);
}

static void elements_of_arrays(void **state)
{
    (void)state;
    program *p = new_program();
    uint32_t a = add_process(p, "A", 5, 1), i = add_local(p, a, "i");
    for (uint32_t k = 0; k < 4; k++) {
        place at = to_global(ARRAY);
        at.index = k < 2 ? constant(p, (int32_t)k) : bounded(p, local(p, i), 2, 1);
        take(p, a, k, k + 1, (effect){.kind = EFFECT_ASSIGN, .target = at, .value = constant(p, 1)});
    }
    program_finish(p);
    assert_int_equal(bound_of(p, MEMORY_TSO), 4);
    assert_int_equal(bound_of(p, MEMORY_PSO), 3);
    bool unbuffered[MOST_ELEMENTS] = {false};
    unbuffered[p->globals.data[ARRAY].offset] = true;
    assert_int_equal(bound_without(p, MEMORY_TSO, unbuffered), 3); /* the one to element 0 alone does not count */
    unbuffered[p->globals.data[ARRAY].offset + 1] = true;
    assert_int_equal(bound_without(p, MEMORY_TSO, unbuffered), 1);
    program_free(p);
}

static void created_processes_count(void **state)
{
    (void)state;
    for (uint32_t created = 0; created < 2; created++) {
        program *p = new_program();
        uint32_t a = add_process(p, "A", 4, 1), b = add_process(p, "B", 3, 0), c = add_process(p, "C", 2, 0);
        store(p, a, 0, 1, X);
        take(p, a, 1, 0, (effect){.kind = EFFECT_RUN, .process = b}); /* it drains */
        store(p, b, 0, 1, X);
        if (created)
            take(p, b, 1, 2, (effect){.kind = EFFECT_RUN, .process = c});
        store(p, b, 1, 2, Y);
        store(p, c, 0, 0, Y);
        expect(p, created ? 0 : 2, created ? 0 : 1);
    }
}

static void other_memory_models(void **state)
{
    (void)state;
    program *p = new_program();
    uint32_t a = add_process(p, "A", 3, 1);
    store(p, a, 0, 1, X);
    store(p, a, 1, 0, Y);
    program_finish(p);
    assert_int_equal(bound_of(p, MEMORY_SC), 1);
    assert_int_equal(bound_of(p, MEMORY_TSO_OM), 2); /* one store a location */
    assert_int_equal(bound_of(p, MEMORY_TSO_FC), 0);
    assert_int_equal(bound_of(p, MEMORY_TSO_FCANY), 0);
    assert_int_equal(bound_of(p, MEMORY_TSO_US), 0);
    program_free(p);
}

static void large_bounds_are_not_told(void **state)
{
    (void)state;
    for (uint32_t count = BOUND_MOST; count <= BOUND_MOST + 1; count++) {
        program *p = new_program();
        uint32_t a = add_process(p, "A", count + 1, 1);
        for (uint32_t i = 0; i < count; i++)
            store(p, a, i, i + 1, X);
        expect(p, count > BOUND_MOST ? 0 : count, count > BOUND_MOST ? 0 : count);
    }
}

/* ---- Against a walk through all pairs of a node and a number of pending stores ---- */
typedef struct plain_edge {
    uint32_t from, to;
    uint32_t kind; /* 0, 1: nothing; 2, 3: a store; 4: a fence */
} plain_edge;

/* With stores on no cycle no edge of them counts twice: more pending than there are stores means a cycle. */
static uint32_t walk(const plain_edge *edges, uint32_t edge_count, uint32_t nodes)
{
    bool seen[8][16] = {{false}};
    uint32_t limit = 1, most = 1;
    for (uint32_t i = 0; i < edge_count; i++)
        limit += edges[i].kind == 2 || edges[i].kind == 3;
    assert_true(nodes <= 8 && limit < 16);
    seen[0][0] = true;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < edge_count; i++)
            for (uint32_t k = 0; k < limit; k++) {
                uint32_t next = edges[i].kind == 4 ? 0 : k + (edges[i].kind >= 2);
                if (!seen[edges[i].from][k] || seen[edges[i].to][next])
                    continue;
                seen[edges[i].to][next] = changed = true;
                most = next > most ? next : most;
            }
    }
    return most == limit && limit > 1 ? 0 : most;
}

static void random_graphs(void **state)
{
    (void)state;
    uint32_t seed = 1, bounded_graphs = 0, unbounded_graphs = 0;
    for (uint32_t round = 0; round < 3000; round++) {
        plain_edge edges[12];
        uint32_t nodes = 2 + round % 6, count = 2 + round % 11;
        program *p = new_program();
        uint32_t a = add_process(p, "A", nodes, 1);
        for (uint32_t i = 0; i < count; i++) {
            uint32_t number[3];
            for (uint32_t k = 0; k < 3; k++) {
                seed = seed * 1664525u + 1013904223u;
                number[k] = seed >> 16;
            }
            edges[i] = (plain_edge){number[0] % nodes, number[1] % nodes, number[2] % 5};
            if (edges[i].kind == 4)
                take(p, a, edges[i].from, edges[i].to, FENCE);
            else if (edges[i].kind >= 2)
                store(p, a, edges[i].from, edges[i].to, X);
            else
                go(p, a, edges[i].from, edges[i].to);
        }
        uint32_t expected = walk(edges, count, nodes);
        bounded_graphs += expected > 0;
        unbounded_graphs += expected == 0;
        expect(p, expected, expected);
    }
    assert_true(bounded_graphs > 500 && unbounded_graphs > 500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(longest_way_counts), cmocka_unit_test(no_store_is_a_bound_of_one), cmocka_unit_test(cycles_need_a_drain),
        cmocka_unit_test(nested_loops), cmocka_unit_test(loop_that_begins_with_its_drain), cmocka_unit_test(drains_inside_a_step),
        cmocka_unit_test(results_and_messages_are_stores), cmocka_unit_test(elements_of_arrays), cmocka_unit_test(created_processes_count),
        cmocka_unit_test(other_memory_models), cmocka_unit_test(large_bounds_are_not_told), cmocka_unit_test(random_graphs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
