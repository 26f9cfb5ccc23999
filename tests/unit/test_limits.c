/* test_limits.c: loops that do not end are left, and those who ask in time end in order. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/bug.h"
#include "base/limits.h"

typedef struct counts {
    uint64_t rounds;
    bool reached_end, inner_left;
} counts;

static void poll_for_ever(void *data)
{
    counts *c = data;
    for (;;) {
        limits_poll();
        c->rounds++;
    }
}

static void ask_in_time(void *data)
{
    counts *c = data;
    while (!limits_noticed())
        c->rounds++;
    c->reached_end = true;
}

static void allocate_too_much(void *data)
{
    (void)data;
    out_of_memory();
}

/* The inner one is left, the outer one goes on. */
static void attempt(void *data)
{
    counts *c = data;
    c->inner_left = !limits_attempt(allocate_too_much, NULL);
    c->reached_end = true;
}

static bool refuses(void *data)
{
    return (*(uint32_t *)data)++ < 3;
}

static void time_runs_out(void **state)
{
    (void)state;
    counts c = {0};
    limits l = {.seconds = 0.01};
    assert_false(limits_run(&l, poll_for_ever, &c));
    assert_string_equal(l.reason, "the time limit was reached");
    assert_true(c.rounds > 0);
    l = (limits){.seconds = 0.01};
    assert_true(limits_run(&l, ask_in_time, &c));
    assert_true(c.reached_end);
    assert_null(limits_current);
}

static void memory_runs_out(void **state)
{
    (void)state;
    counts c = {0};
    limits l = {0};
    assert_false(limits_run(&l, allocate_too_much, NULL));
    assert_string_equal(l.reason, "memory is used up");
    l = (limits){0};
    assert_true(limits_run(&l, attempt, &c));
    assert_true(c.inner_left && c.reached_end);
}

static void somebody_interrupts(void **state)
{
    (void)state;
    uint32_t asked = 0;
    counts c = {0};
    limits l = {.go_on = refuses, .data = &asked};
    assert_true(limits_run(&l, ask_in_time, &c));
    assert_string_equal(l.reason, "it was interrupted");
}

static void without_limits(void **state)
{
    (void)state;
    limits_poll();
    limits_look();
    assert_null(limits_reason());
    assert_int_equal(limits_peak_bytes(), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(time_runs_out), cmocka_unit_test(memory_runs_out), cmocka_unit_test(somebody_interrupts),
                                       cmocka_unit_test(without_limits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
