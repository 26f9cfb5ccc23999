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

/* One member takes much, shows it and goes on for ever; all others look at it until they shall end, and so does who is told that the member left. */
typedef struct shown {
    _Atomic(uint8_t *) block;
    bool was_left;
} shown;

enum { MUCH = 64 << 20 }; /* such a block is unmapped when it is given back */

static void show_and_leave(void *data, uint32_t who)
{
    shown *s = data;
    if (who == MEMBERS - 1)
        s->block = memory_new(MUCH);
    while (who == MEMBERS - 1)
        limits_poll();
    while (!limits_noticed())
        assert_int_equal(s->block ? s->block[MUCH - 1] : 0, 0);
}

static void look_after(void *data, uint32_t who)
{
    shown *s = data;
    assert_int_equal(who, MEMBERS - 1);
    assert_int_equal(s->block[MUCH - 1], 0);
    s->was_left = true;
}

static void look_at_shown(void *data)
{
    crew *c = crew_new(MEMBERS);
    crew_task task = {show_and_leave, look_after, data};
    assert_false(crew_do(c, &task));
    assert_int_equal(((shown *)data)->block[MUCH - 1], 0);
    crew_free(c);
}

static void test_others_look(void **unused)
{
    (void)unused;
    shown s = {.was_left = false};
    limits l = {.seconds = 0.1};
    assert_true(limits_run(&l, look_at_shown, &s));
    assert_true(s.was_left);
}

static void poll_often(void *data, uint32_t who)
{
    (void)data;
    for (int i = 0; i < COUNT && !who; i++)
        limits_poll();
}

/* What this thread did for the crew is no work of its own. */
static void poll_around(void *data)
{
    crew *c = crew_new(*(const uint32_t *)data);
    crew_task task = {poll_often, leave, NULL};
    for (int i = 0; i < 100; i++)
        limits_poll();
    assert_true(crew_do(c, &task));
    for (int i = 0; i < 100; i++)
        limits_poll();
    assert_null(limits_reason());
    crew_free(c);
}

static void test_work(void **unused)
{
    (void)unused;
    for (uint32_t members = 1; members <= MEMBERS; members++) {
        limits l = {.seconds = 60};
        assert_true(limits_run(&l, poll_around, &members));
        assert_int_equal(l.work, 200);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_share), cmocka_unit_test(test_limit), cmocka_unit_test(test_others_look), cmocka_unit_test(test_work)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
