/* Threads that work together: every part is done once, limits end all of them, memory is given back. */
#include "base/crew.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/limits.h"
#include "base/memory.h"

enum { COUNT = 1000, MEMBERS = 4 };

static void count_each(void *data, uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i < to; i++)
        ((uint8_t *)data)[i]++;
}

static void share_often(void *data)
{
    crew *c = crew_new(MEMBERS);
    for (int k = 0; k < 100; k++)
        assert_true(crew_share(c, COUNT, count_each, data));
    assert_true(crew_share(NULL, COUNT, count_each, data));
    assert_false(crew_is_broken(c));
    crew_free(c);
}

static void test_share(void **unused)
{
    (void)unused;
    uint8_t times[COUNT] = {0};
    limits l = {.seconds = 60};
    assert_true(limits_run(&l, share_often, times));
    for (int i = 0; i < COUNT; i++)
        assert_int_equal(times[i], 101);
}

/* One member, or the caller, goes on for ever, and takes memory. */
static void never_end(void *data, uint32_t who)
{
    while (who == *(const uint32_t *)data) {
        memory_new(16);
        limits_poll();
    }
}

static void leave(void *data, uint32_t who)
{
    (void)data;
    (void)who;
}

static void work_without_end(void *data)
{
    crew *c = crew_new(MEMBERS);
    crew_task task = {never_end, leave, data};
    assert_false(crew_do(c, &task));
    assert_true(crew_is_broken(c));
    assert_non_null(limits_reason());
    crew_free(c);
}

static void test_limit(void **unused)
{
    (void)unused;
    for (uint32_t who = 0; who < MEMBERS; who += 3) {
        limits l = {.seconds = 0.1};
        bool done = limits_run(&l, work_without_end, &who); /* where it is the caller the jump goes on, and the threads end with the scope */
        assert_int_equal(done, who != 0);
        assert_string_equal(l.reason, "the time limit was reached");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_share), cmocka_unit_test(test_limit)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
