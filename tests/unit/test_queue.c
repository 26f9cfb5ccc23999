/* The queue of a best-first search against sorting. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "search/queue.h"

enum { COUNT = 500 };

/* Pushes COUNT values, a few of them different, and takes out a third on the way: what comes out is never less than what is left. */
static void check_order(bool lifo)
{
    queue q = {.lifo = lifo};
    int64_t values[COUNT];
    bool inside[COUNT] = {false};
    uint32_t seed = 1;
    for (uint32_t pushed = 0, taken = 0; taken < COUNT;) {
        seed = seed * 1664525 + 1013904223;
        if (pushed < COUNT && seed >> 30 != 0) {
            values[pushed] = (int64_t)(seed >> 16 & 7) - 3;
            inside[pushed] = true;
            queue_push(&q, values[pushed], (open_state){{pushed}, 2 * pushed});
            pushed++;
        } else if (taken < pushed) {
            open_state out = queue_pop(&q);
            assert_true(inside[out.number.index]);
            assert_int_equal(out.depth, 2 * out.number.index);
            inside[out.number.index] = false;
            taken++;
            for (uint32_t i = 0; i < pushed; i++)
                if (inside[i]) {
                    assert_true(values[i] <= values[out.number.index]);
                    assert_true(values[i] < values[out.number.index] || (lifo ? i < out.number.index : i > out.number.index));
                }
        }
    }
    queue_release(&q);
}

static void test_fifo(void **state)
{
    (void)state;
    check_order(false);
}

static void test_lifo(void **state)
{
    (void)state;
    check_order(true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_fifo), cmocka_unit_test(test_lifo)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
