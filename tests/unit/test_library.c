/* test_library.c: libtarry.h as a client uses it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "libtarry.h"

static const char bad_text[] = "byte x;\nactive proctype P() { x = 1; assert(x == 2) }\n";
static const char long_text[] = "int x;\nactive proctype P() { do :: x < 20000 -> x++ :: else -> break od; assert(x == 1) }\n";

static tarry_model *load(const char *text, const tarry_options *o)
{
    return tarry_load_text("m.pml", text, strlen(text), o);
}

static void faulty_text_gives_messages(void **state)
{
    (void)state;
    tarry_options *o = tarry_options_new();
    tarry_model *m = load("active proctype P() { x = }\n", o);
    assert_false(tarry_model_is_good(m));
    assert_true(tarry_message_count(m) > 0);
    assert_true(tarry_message_get(m, 0).is_error);
    assert_int_equal(tarry_message_get(m, 0).line, 1);
    tarry_model_free(m);
    tarry_options_free(o);
}

static void answers_are_checked_again(void **state)
{
    (void)state;
    char *message;
    const char *why;
    tarry_options *o = tarry_options_new();
    tarry_model *m = load(bad_text, o);
    tarry_result *r = tarry_check(m, o, &why);
    assert_int_equal(tarry_result_verdict(r), TARRY_VIOLATED);
    assert_true(tarry_trace_length(r, 0) > 0);
    const char *json = tarry_result_json(r);
    assert_int_equal(tarry_replay("m.pml", bad_text, strlen(bad_text), json, strlen(json), o, &message), TARRY_CONFIRMED);
    assert_non_null(strstr(message, "memory tso, all buffer sizes"));
    tarry_text_free(message);
    assert_int_equal(tarry_certify("m.pml", bad_text, strlen(bad_text), json, strlen(json), o, &message), TARRY_UNREADABLE);
    tarry_text_free(message);
    tarry_result_free(r);
    tarry_model_free(m);
    tarry_options_free(o);
}

/* A limit on memory that no replay of so long a trace keeps to. */
static void limits_hold_for_a_replay(void **state)
{
    (void)state;
    char *message;
    const char *why;
    tarry_options *o = tarry_options_new();
    tarry_model *m = load(long_text, o);
    tarry_result *r = tarry_check(m, o, &why);
    assert_int_equal(tarry_result_verdict(r), TARRY_VIOLATED);
    const char *json = tarry_result_json(r);
    assert_null(tarry_options_set(o, "memory-limit", "0.001"));
    assert_int_equal(tarry_replay("m.pml", long_text, strlen(long_text), json, strlen(json), o, &message), TARRY_UNDECIDED);
    assert_string_equal(message, "the memory limit was reached");
    tarry_text_free(message);
    tarry_result_free(r);
    tarry_model_free(m);
    tarry_options_free(o);
}

static void states_are_walked_through(void **state)
{
    (void)state;
    int32_t value;
    tarry_options *o = tarry_options_new();
    tarry_model *m = load(bad_text, o);
    tarry_walk *w = tarry_walk_new(m);
    assert_int_equal(tarry_walk_count(w), 1);
    assert_string_equal(tarry_walk_text(w, 0), "x = 1");
    assert_true(tarry_walk_take(w, 0));
    assert_true(tarry_walk_value(w, "x", &value));
    assert_int_equal(value, 0); /* the store waits */
    tarry_walk_free(w);
    tarry_model_free(m);
    tarry_options_free(o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(faulty_text_gives_messages),
        cmocka_unit_test(answers_are_checked_again),
        cmocka_unit_test(limits_hold_for_a_replay),
        cmocka_unit_test(states_are_walked_through),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
