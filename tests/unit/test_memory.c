/* The memory models on plain arrays, against a list of stores kept beside them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "memory/memory.h"

enum { LOCATIONS = 3, BOUND = 4, MAX_CELLS = 64 };

static int32_t get(void *data, uint32_t position)
{
    return ((int32_t *)data)[position];
}

static void set(void *data, uint32_t position, int32_t value)
{
    ((int32_t *)data)[position] = value;
}

static buffer_cells over(int32_t *row)
{
    return (buffer_cells){.get = get, .set = set, .data = row, .locations = LOCATIONS, .bound = BOUND};
}

static void test_find(void **state)
{
    (void)state;
    assert_ptr_equal(memory_model_for(MEMORY_TSO, &(footprint){0}), &memory_tso);
    memory_kind kind;
    for (size_t i = 0; i < MEMORY_KINDS; i++) {
        assert_true(memory_kind_find(memory_traits_of((memory_kind)i)->name, &kind));
        assert_int_equal(kind, i);
    }
    assert_false(memory_kind_find("arm", &kind));
}

static void test_sc_has_nothing(void **state)
{
    (void)state;
    buffer_cells cells = over(NULL);
    int32_t value;
    assert_int_equal(memory_sc.cell_count(LOCATIONS, BOUND), 0);
    assert_true(memory_sc.is_empty(&cells));
    assert_false(memory_sc.pending(&cells, (location_ref){0}, &value));
    assert_int_equal(memory_sc.choices(LOCATIONS, BOUND), 0);
}

static void test_tso_is_one_queue(void **state)
{
    (void)state;
    int32_t row[MAX_CELLS] = {0}, value;
    buffer_cells cells = over(row);
    buffered_store s;
    assert_true(memory_tso.store(&cells, (buffered_store){{2}, 7}));
    assert_true(memory_tso.store(&cells, (buffered_store){{0}, -1}));
    assert_true(memory_tso.store(&cells, (buffered_store){{2}, 8}));
    assert_true(memory_tso.pending(&cells, (location_ref){2}, &value));
    assert_int_equal(value, 8);
    assert_false(memory_tso.pending(&cells, (location_ref){1}, &value));
    assert_int_equal(memory_tso.choices(LOCATIONS, BOUND), 1);
    assert_true(memory_tso.commit(&cells, 0, &s));
    assert_int_equal(s.location.index, 2);
    assert_int_equal(s.value, 7);
    assert_true(memory_tso.commit(&cells, 0, &s));
    assert_int_equal(s.location.index, 0);
    assert_int_equal(s.value, -1);
}

static void test_pso_lets_locations_overtake(void **state)
{
    (void)state;
    int32_t row[MAX_CELLS] = {0};
    buffer_cells cells = over(row);
    buffered_store s;
    assert_true(memory_pso.store(&cells, (buffered_store){{0}, 1}));
    assert_true(memory_pso.store(&cells, (buffered_store){{1}, 2}));
    assert_int_equal(memory_pso.choices(LOCATIONS, BOUND), LOCATIONS);
    assert_false(memory_pso.commit(&cells, 2, &s));
    assert_true(memory_pso.commit(&cells, 1, &s));
    assert_int_equal(s.value, 2);
    assert_false(memory_pso.is_empty(&cells));
}

/* Random stores and commits; the list holds what the buffer should. */
static void compare_with_list(const memory_model *model, unsigned seed)
{
    int32_t row[MAX_CELLS] = {0};
    buffer_cells cells = over(row);
    buffered_store list[LOCATIONS * BOUND + 1];
    size_t count = 0;
    srand(seed);
    assert_true(model->cell_count(LOCATIONS, BOUND) <= MAX_CELLS);
    for (int round = 0; round < 2000; round++) {
        uint32_t location = (uint32_t)rand() % LOCATIONS;
        size_t same = 0;
        for (size_t i = 0; i < count; i++)
            same += model == &memory_tso || list[i].location.index == location;
        if (rand() % 2) {
            buffered_store s = {{location}, rand() % 5 - 2};
            assert_int_equal(model->store(&cells, s), same < BOUND);
            if (same < BOUND)
                list[count++] = s;
        } else {
            uint32_t choice = (uint32_t)rand() % model->choices(LOCATIONS, BOUND);
            size_t at = 0;
            while (at < count && model != &memory_tso && list[at].location.index != choice)
                at++;
            buffered_store s;
            assert_int_equal(model->commit(&cells, choice, &s), at < count);
            if (at < count) {
                assert_int_equal(s.location.index, list[at].location.index);
                assert_int_equal(s.value, list[at].value);
                memmove(list + at, list + at + 1, (--count - at) * sizeof *list);
            }
        }
        assert_int_equal(model->is_empty(&cells), count == 0);
        for (uint32_t m = 0; m < LOCATIONS; m++) {
            int32_t value = 0, expected = 0;
            bool found = false;
            for (size_t i = 0; i < count; i++)
                if (list[i].location.index == m) {
                    found = true;
                    expected = list[i].value;
                }
            assert_int_equal(model->pending(&cells, (location_ref){m}, &value), found);
            assert_int_equal(value, expected);
        }
        if (count == 0)
            for (uint32_t i = 0; i < MAX_CELLS; i++)
                assert_int_equal(row[i], 0);
    }
}

static void test_random(void **state)
{
    (void)state;
    for (unsigned seed = 1; seed <= 20; seed++) {
        compare_with_list(&memory_tso, seed);
        compare_with_list(&memory_pso, seed);
        compare_with_list(&memory_pso_barriers, seed);
    }
}

/* What the table of kinds says is what the models do. */
static void test_traits(void **state)
{
    (void)state;
    for (size_t i = 0; i < MEMORY_KINDS; i++) {
        const memory_traits *t = memory_traits_of((memory_kind)i);
        const memory_model *m = memory_model_for((memory_kind)i, &(footprint){0});
        assert_int_equal(m->has_buffers, t->has_buffers);
        assert_int_equal(m->choices(LOCATIONS, BOUND) > 1, t->per_location || t->value_sets);
        assert_int_equal(t->exact != (memory_kind)i, t->adds_runs || t->loses_runs);
    }
}

static void test_om_keeps_the_youngest(void **state)
{
    (void)state;
    int32_t row[MAX_CELLS] = {0}, value = 0;
    buffer_cells cells = over(row);
    buffered_store s;
    for (int32_t i = 0; i < 10; i++) {
        assert_true(memory_tso_om.store(&cells, (buffered_store){{1}, i}));
        assert_true(memory_tso_om.store(&cells, (buffered_store){{0}, -i}));
    }
    assert_true(memory_tso_om.pending(&cells, (location_ref){1}, &value));
    assert_int_equal(value, 9);
    assert_true(memory_tso_om.commit(&cells, 0, &s));
    assert_int_equal(s.location.index, 1);
    assert_true(memory_tso_om.commit(&cells, 0, &s));
    assert_int_equal(s.location.index, 0);
    assert_true(memory_tso_om.is_empty(&cells));
}

static void test_fc_forces_the_oldest(void **state)
{
    (void)state;
    int32_t row[MAX_CELLS] = {0};
    buffer_cells cells = over(row);
    buffered_store s;
    memory_tso.store(&cells, (buffered_store){{0}, 1});
    memory_tso.store(&cells, (buffered_store){{0}, 2});
    memory_tso.store(&cells, (buffered_store){{1}, 3});
    assert_false(memory_tso_fc.forced(&cells, &s)); /* the youngest is to another location */
    assert_true(memory_tso_fcany.forced(&cells, &s));
    assert_int_equal(s.value, 1);
    assert_false(memory_tso_fcany.forced(&cells, &s));
    memory_tso.store(&cells, (buffered_store){{0}, 4});
    assert_true(memory_tso_fc.forced(&cells, &s));
    assert_int_equal(s.value, 2);
    assert_false(memory_tso_fc.forced(&cells, &s));
}

static void test_us_is_a_set(void **state)
{
    (void)state;
    int32_t row[MAX_CELLS] = {0}, value = 0;
    value_list values[LOCATIONS] = {0};
    buffer_cells cells = over(row);
    cells.values = values;
    buffered_store s;
    for (int32_t i = 0; i < 3; i++) {
        assert_true(memory_tso_us.store(&cells, (buffered_store){{2}, 7}));
        assert_true(memory_tso_us.store(&cells, (buffered_store){{2}, -1}));
    }
    assert_int_equal(memory_tso_us.candidates(&cells, (location_ref){2}, 1, &value), 2);
    assert_int_equal(value, -1);
    assert_int_equal(memory_tso_us.candidates(&cells, (location_ref){0}, 0, &value), 0);
    uint32_t kept = 0, dropped = 0;
    for (uint32_t choice = 0; choice < memory_tso_us.choices(LOCATIONS, BOUND); choice++) {
        int32_t before[MAX_CELLS];
        memcpy(before, row, sizeof row);
        if (!memory_tso_us.commit(&cells, choice, &s))
            continue;
        assert_int_equal(s.location.index, 2);
        bool same = !memcmp(before, row, sizeof row);
        kept += same;
        dropped += !same;
        memcpy(row, before, sizeof row);
    }
    assert_int_equal(kept, 2);
    assert_int_equal(dropped, 2);
    for (int32_t i = 0; i < 40; i++) /* 42 values take two cells */
        assert_true(memory_tso_us.store(&cells, (buffered_store){{2}, 100 + i}));
    assert_int_equal(memory_tso_us.candidates(&cells, (location_ref){2}, 41, &value), 42);
    assert_int_equal(value, 139);
    vec_release(&values[2]);
}

/* Stores behind a barrier wait for all before it; a barrier before or after nothing leaves no trace. */
static void test_barriers(void **state)
{
    (void)state;
    int32_t row[MAX_CELLS] = {0};
    buffer_cells cells = over(row);
    buffered_store s;
    memory_pso_barriers.barrier(&cells);
    assert_int_equal(row[0], 0);
    memory_pso_barriers.store(&cells, (buffered_store){{0}, 1});
    memory_pso_barriers.store(&cells, (buffered_store){{1}, 2});
    memory_pso_barriers.barrier(&cells);
    memory_pso_barriers.barrier(&cells);
    memory_pso_barriers.store(&cells, (buffered_store){{2}, 3});
    memory_pso_barriers.store(&cells, (buffered_store){{0}, 4});
    assert_false(memory_pso_barriers.commit(&cells, 2, &s));
    assert_true(memory_pso_barriers.commit(&cells, 0, &s));
    assert_int_equal(s.value, 1);
    assert_false(memory_pso_barriers.commit(&cells, 0, &s));
    assert_false(memory_pso_barriers.commit(&cells, 2, &s));
    assert_true(memory_pso_barriers.commit(&cells, 1, &s));
    assert_true(memory_pso_barriers.commit(&cells, 0, &s));
    assert_int_equal(s.value, 4);
    memory_pso_barriers.barrier(&cells);
    assert_true(memory_pso_barriers.commit(&cells, 2, &s));
    assert_true(memory_pso_barriers.is_empty(&cells));
    for (uint32_t i = 0; i < MAX_CELLS; i++)
        assert_int_equal(row[i], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_find),
        cmocka_unit_test(test_sc_has_nothing),
        cmocka_unit_test(test_tso_is_one_queue),
        cmocka_unit_test(test_pso_lets_locations_overtake),
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_traits),
        cmocka_unit_test(test_om_keeps_the_youngest),
        cmocka_unit_test(test_fc_forces_the_oldest),
        cmocka_unit_test(test_us_is_a_set),
        cmocka_unit_test(test_barriers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
