/* Results found again by what was looked at: against a function of random rows that looks at few of their slots. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "engine/local/looks.h"

enum { SLOTS = 70, SUBJECTS = 3, ROWS = 3000 }; /* more slots than a mask has bits */

static uint32_t below(uint64_t *seed, uint32_t limit)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*seed >> 33) % limit;
}

/* Where it looks depends on what it has seen before. The shape, slot 0, always counts. */
static int32_t work_out(uint32_t subject, const int32_t *row, look_memo *l)
{
    int32_t sum = row[0];
    uint32_t at = 1 + subject;
    for (int i = 0; i < 4; i++) {
        if (l)
            looks_note(l, &at, 1);
        sum = 5 * sum + row[at];
        at = 1 + (at * 7 + (uint32_t)row[at] * 31 + subject) % (SLOTS - 1);
    }
    return sum;
}

static void finds_what_it_looked_at(void **state)
{
    (void)state;
    intern globals = {0};
    look_memo l;
    VEC(int32_t) results = {0};
    uint64_t seed = 1;
    uint32_t again = 0;
    looks_init(&l, &globals);
    for (int n = 0; n < ROWS; n++) {
        int32_t row[SLOTS];
        for (int i = 0; i < SLOTS; i++)
            row[i] = (int32_t)below(&seed, 2);
        global_ref global = {intern_row(&globals, row, SLOTS)};
        uint32_t subject = below(&seed, SUBJECTS), number = looks_find(&l, subject, global);
        if (number == LOOK_NOTHING) {
            looks_begin(&l);
            int32_t result = work_out(subject, row, &l);
            number = looks_keep(&l, subject, global);
            assert_int_equal(number, results.count);
            vec_push(&results, result);
        } else {
            again++;
        }
        assert_int_equal(results.data[number], work_out(subject, row, NULL));
        assert_int_equal(looks_find(&l, subject, global), number);
    }
    assert_true(again > ROWS / 2); /* 96 ways to look, at the most */
    assert_true(results.count <= 32 * SUBJECTS);
    looks_release(&l);
    intern_release(&globals);
    vec_release(&results);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(finds_what_it_looked_at)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
