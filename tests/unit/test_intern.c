/* Numbers of rows, against a list that is searched from its start. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/intern.h"

enum { MAX_ROW = 5, ROUNDS = 4000 };

typedef struct row {
    int32_t values[MAX_ROW];
    size_t count;
} row;

static row random_row(void)
{
    row r = {.count = (size_t)rand() % (MAX_ROW + 1)};
    for (size_t i = 0; i < r.count; i++)
        r.values[i] = rand() % 4 - 1;
    return r;
}

static void equal_rows_have_equal_numbers(void **state)
{
    (void)state;
    intern pool = {0};
    row *known = malloc(ROUNDS * sizeof *known);
    size_t count = 0;
    srand(1);
    for (size_t i = 0; i < ROUNDS; i++) {
        row r = random_row();
        size_t at = 0;
        while (at < count && (known[at].count != r.count || memcmp(known[at].values, r.values, r.count * sizeof *r.values)))
            at++;
        if (at == count)
            known[count++] = r;
        assert_int_equal(intern_row(&pool, r.values, r.count), at);
        assert_int_equal(intern_count(&pool), count);
    }
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(intern_length(&pool, i), known[i].count);
        if (known[i].count)
            assert_memory_equal(intern_get(&pool, i), known[i].values, known[i].count * sizeof(int32_t));
    }
    assert_true(intern_bytes(&pool) > 0);
    free(known);
    intern_release(&pool);
}

/* Rows that one value more or less, or a zero at their end, tells apart. */
static void lengths_count(void **state)
{
    (void)state;
    intern pool = {0};
    const int32_t zeros[MAX_ROW] = {0};
    for (uint32_t n = 0; n <= MAX_ROW; n++)
        assert_int_equal(intern_row(&pool, zeros, n), n);
    for (uint32_t n = 0; n <= MAX_ROW; n++)
        assert_int_equal(intern_row(&pool, zeros, n), n);
    intern_release(&pool);
    assert_int_equal(intern_count(&pool), 0);
    assert_int_equal(intern_row(&pool, zeros, 3), 0);
    intern_release(&pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_rows_have_equal_numbers),
        cmocka_unit_test(lengths_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
