/* The set of states and the memory of results, against brute force. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/explicit/memo.h"
#include "engine/explicit/store.h"

static uint64_t random_limb(void)
{
    return (uint64_t)rand() << 32 ^ (uint64_t)rand() << 11 ^ (uint64_t)rand();
}

/* Every state is new once, has its number for ever, and keeps its parent. */
static void check_store(uint32_t limbs, uint32_t count)
{
    store s;
    uint64_t state[4];
    uint64_t *copy = malloc((size_t)count * limbs * sizeof *copy);
    uint32_t known = 0;
    bool is_new;
    assert_true(store_init(&s, limbs));
    srand(limbs);
    for (uint32_t i = 0; i < 3 * count; i++) {
        bool again = known == count || (known && rand() % 3 == 0);
        uint32_t old = known ? (uint32_t)rand() % known : 0;
        if (again)
            memcpy(state, copy + (size_t)old * limbs, limbs * sizeof *state);
        else
            for (uint32_t k = 0; k < limbs; k++)
                state[k] = k == 0 ? known : random_limb();
        uint32_t number = store_add(&s, state, store_hash(state, limbs), (state_ref){3 * known}, &is_new).index;
        assert_int_equal(is_new, !again);
        assert_int_equal(number, again ? old : known);
        assert_int_equal(s.parents[number].index, 3 * number);
        if (!again)
            memcpy(copy + (size_t)known++ * limbs, state, limbs * sizeof *state);
    }
    assert_int_equal(s.count, known);
    assert_memory_equal(s.states, copy, (size_t)known * limbs * sizeof *copy);
    free(copy);
    store larger; /* as many as before fit without growing */
    assert_true(store_init_like(&larger, limbs + 1, &s));
    assert_int_equal(larger.capacity, s.capacity);
    assert_int_equal(larger.table_bits, s.table_bits);
    assert_int_equal(larger.count, 0);
    store_release(&larger);
    store_release(&s);
}

static void test_store(void **state)
{
    (void)state;
#ifdef TARRY_HOSTILE
    uint32_t count = 2000;
#else
    uint32_t count = 100000;
#endif
    for (uint32_t limbs = 1; limbs <= 4; limbs++)
        check_store(limbs, count);
}

/* Records are found under every state that agrees on what the unit reads, and not once it has read more. */
static void test_memo(void **unused)
{
    (void)unused;
    memo m;
    memo_init(&m);
    uint64_t state[2], record[5];
    shape three_slots = {.slot_count = 3};
    field fields[] = {{.limb = 0, .shift = 8, .width = 8}, {.limb = 1, .shift = 0, .width = 4}, {.limb = 0, .shift = 0, .width = 8}};
    packing of = {.shape = &three_slots, .fields = fields};
    const uint32_t reads[] = {0, 1, 7 /* of a process that was created meanwhile */};
    unit_ref u = {7}, other = {8};
    assert_null(memo_mask(&m, u));
    memo_extend(&m, u, &of, 2, reads, 3);
    assert_int_equal(memo_mask(&m, u)[0], 0xff00);
    assert_int_equal(memo_mask(&m, u)[1], 0xf);
    for (uint64_t a = 0; a < 256; a++)
        for (uint64_t b = 0; b < 16; b++) {
            state[0] = a << 8 | 0x12;
            state[1] = b | 0x50;
            assert_null(memo_find(&m, u, state, 2));
            for (uint64_t k = 0; k < 5; k++)
                record[k] = a * 1000 + b * 10 + k;
            memo_add(&m, u, state, 2, record, 1);
        }
    for (uint64_t a = 0; a < 256; a++)
        for (uint64_t b = 0; b < 16; b++) {
            state[0] = a << 8 | 0x99;
            state[1] = b | 0xab0;
            const uint64_t *found = memo_find(&m, u, state, 2);
            assert_non_null(found);
            assert_int_equal(found[0], 1);
            assert_int_equal(found[3], a * 1000 + b * 10 + 2);
        }
    memo_extend(&m, u, &of, 2, reads, 2);
    memo_extend(&m, other, &of, 2, reads, 2);
    assert_non_null(memo_find(&m, u, state, 2));
    assert_null(memo_find(&m, other, state, 2));
    memo_extend(&m, u, &of, 2, (const uint32_t[]){2}, 1);
    assert_null(memo_find(&m, u, state, 2));
    memo_add(&m, u, state, 2, record, 1);
    assert_non_null(memo_find(&m, u, state, 2));
    state[0]++;
    assert_null(memo_find(&m, u, state, 2));
    state[0]--;
    memo_forget(&m);
    assert_null(memo_mask(&m, u));
    assert_null(memo_find(&m, u, state, 2));
    memo_release(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_store), cmocka_unit_test(test_memo)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
