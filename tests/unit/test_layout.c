/* test_layout.c: states as limbs of bits, while values and contents of buffers go on to be met. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/explicit/layout.h"
#include "program_builder.h"

enum { STATES = 400, MOST_SLOTS = 64, MOST_LIMBS = 32, BOUND = 3 };

typedef struct sample {
    int32_t slots[MOST_SLOTS];
    uint64_t limbs[MOST_LIMBS];
} sample;

static uint32_t next_random(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 16;
}

/* Two processes that store to two locations, and have a local each. */
static program *two_writers(void)
{
    program *p = program_new();
    uint32_t x = add_global(p, "x", 1, VARIABLE_RELAXED), y = add_global(p, "y", 1, VARIABLE_RELAXED), a = add_process(p, "A", 3, 2);
    add_local(p, a, "i");
    add_store(p, a, 0, 1, 1, "x = 1", x, 1);
    add_store(p, a, 1, 2, 2, "y = 1", y, 1);
    program_finish(p);
    return p;
}

/* Most cells are 0, and so are all of some buffers. */
static void fill(const rows *r, const shape *s, sample *to, uint32_t *seed)
{
    uint32_t cells = r->buffers->cell_count(r->stores[0].count, BOUND);
    for (uint32_t i = 0; i < s->slot_count; i++)
        to->slots[i] = next_random(seed) % 3 ? 0 : (int32_t)(next_random(seed) % 5);
    for (uint32_t p = 0; p < s->process_count; p++) {
        to->slots[s->process[p].locals] = (int32_t)(next_random(seed) % 9) - 4;
        if (next_random(seed) % 3 == 0)
            memset(to->slots + s->process[p].buffer, 0, cells * sizeof *to->slots);
    }
}

/* A new layout, in which all states so far are written anew. */
static void lay_out(layout *l, const packing *s, sample *samples, uint32_t count, bool dissolves)
{
    field fields[MOST_SLOTS];
    packing old = *s;
    memcpy(fields, s->fields, s->shape->slot_count * sizeof *fields);
    old.fields = fields;
    if (dissolves)
        layout_dissolve(l);
    layout_renew(l);
    assert_true(l->limbs <= MOST_LIMBS);
    for (uint32_t i = 0; i < count; i++) {
        uint64_t before[MOST_LIMBS];
        memcpy(before, samples[i].limbs, sizeof before);
        packing_convert(s, &old, before, l->limbs, samples[i].limbs);
    }
    if (dissolves)
        layout_drop_contents(l);
}

static void keep(layout *l, const packing *s, sample *samples, uint32_t count)
{
    while (!layout_pack(l, s, samples[count].slots, samples[count].limbs))
        lay_out(l, s, samples, count, false);
}

static bool has_pending(const layout *l, const packing *s, const sample *of, uint32_t process)
{
    uint64_t any = 0;
    for (uint32_t i = 0; i < l->limbs; i++)
        any |= of->limbs[i] & s->pending[process * l->limbs + i];
    return any != 0;
}

static void check_sample(const layout *l, const packing *s, const sample *of)
{
    int32_t back[MOST_SLOTS];
    packing_unpack(s, of->limbs, back);
    assert_memory_equal(back, of->slots, s->shape->slot_count * sizeof *back);
    for (uint32_t i = 0; i < s->shape->slot_count; i++)
        assert_int_equal(packing_value(s, i, of->limbs), of->slots[i]);
    for (uint32_t p = 0; p < s->shape->process_count; p++) {
        bool any = false;
        for (uint32_t k = 0; k < l->rows->buffers->cell_count(l->rows->stores[0].count, BOUND); k++)
            any |= of->slots[s->shape->process[p].buffer + k] != 0;
        if (l->bundles && l->rows->buffers->word_cells) /* otherwise only the counts tell, and they are as random as the rest */
            assert_int_equal(has_pending(l, s, of, p), any);
    }
}

/* After `dissolve_at` states buffers are no bundles any more, after `foresee_at` fields are given more bits than are needed. */
static void states_come_back_with(memory_kind kind, const memory_model *buffers, uint32_t dissolve_at, uint32_t foresee_at)
{
    program *p = two_writers();
    bool unbuffered[3] = {false};
    footprints *looked_at = footprints_new(p, NULL, 0);
    rows *r = rows_new(looked_at, (machine){.memory = kind, .buffer = BOUND}, buffers, unbuffered);
    const shape *of = rows_push(r, rows_push(r, rows_root(r), 0), 0);
    layout *l = layout_new(r);
    layout_of_shape(l, of);
    layout_renew(l);
    const packing *s = layout_of_shape(l, of);
    assert_true(of->slot_count <= MOST_SLOTS);
    sample *samples = calloc(STATES, sizeof *samples);
    uint32_t seed = 7;
    for (uint32_t i = 0; i < STATES; i++) {
        l->has_foresight |= i == foresee_at;
        if (i == dissolve_at)
            lay_out(l, s, samples, i, true);
        fill(r, of, &samples[i], &seed);
        keep(l, s, samples, i);
    }
    assert_int_equal(layout_bytes(l) == 0, !buffers->word_cells || dissolve_at < STATES);
    for (uint32_t i = 0; i < STATES; i++) {
        check_sample(l, s, &samples[i]);
        for (uint32_t k = 0; k < i; k++)
            assert_int_equal(!memcmp(samples[i].limbs, samples[k].limbs, l->limbs * sizeof(uint64_t)),
                             !memcmp(samples[i].slots, samples[k].slots, of->slot_count * sizeof(int32_t)));
    }
    free(samples);
    layout_free(l);
    rows_free(r);
    footprints_free(looked_at);
    program_free(p);
}

static void states_come_back(memory_kind kind, const memory_model *buffers, uint32_t dissolve_at)
{
    states_come_back_with(kind, buffers, dissolve_at, STATES);
    states_come_back_with(kind, buffers, dissolve_at, 0);
    states_come_back_with(kind, buffers, dissolve_at, 20);
}

static void tso(void **state)
{
    (void)state;
    states_come_back(MEMORY_TSO, &memory_tso, STATES);
}

static void pso(void **state)
{
    (void)state;
    states_come_back(MEMORY_PSO, &memory_pso, STATES);
    states_come_back(MEMORY_PSO, &memory_pso_barriers, STATES);
}

static void no_bundles(void **state)
{
    (void)state;
    states_come_back(MEMORY_SC, &memory_sc, STATES);
    states_come_back(MEMORY_TSO_US, &memory_tso_us, STATES);
}

static void dissolved(void **state)
{
    (void)state;
    states_come_back(MEMORY_TSO, &memory_tso, 0);
    states_come_back(MEMORY_TSO, &memory_tso, STATES / 2);
    states_come_back(MEMORY_PSO, &memory_pso, STATES / 2);
    states_come_back(MEMORY_PSO, &memory_pso_barriers, STATES - 1);
    states_come_back(MEMORY_TSO_US, &memory_tso_us, STATES / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(tso), cmocka_unit_test(pso), cmocka_unit_test(no_bundles), cmocka_unit_test(dissolved)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
