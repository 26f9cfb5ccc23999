/* test_names.c: spellings with numbers, and which one a misspelt name may mean. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "frontend/names.h"

static const char *const known[] = {"count", "turn", "x", "y", "mfence", "sfence", "again", "want", "true"};

static const char *nearest(const char *name)
{
    return names_nearest(name, known, sizeof known / sizeof *known);
}

static void names_keep_their_numbers(void **state)
{
    (void)state;
    name_table table = {.memory = arena_new()};
    char text[16];
    for (uint32_t i = 0; i < 500; i++) {
        snprintf(text, sizeof text, "n%u", i);
        assert_int_equal(names_add(&table, text, strlen(text)), i);
    }
    assert_int_equal(names_add(&table, "n17", 3), 17);
    assert_int_equal(names_find(&table, "n170", 3), 17);
    assert_int_equal(names_find(&table, "other", 5), NAMES_NONE);
    arena_free(table.memory);
    names_release(&table);
}

static void one_mistake_is_near(void **state)
{
    (void)state;
    assert_string_equal(nearest("cuont"), "count"); /* two letters exchanged */
    assert_string_equal(nearest("trun"), "turn");
    assert_string_equal(nearest("agian"), "again");
    assert_string_equal(nearest("tur"), "turn");     /* one is missing */
    assert_string_equal(nearest("coount"), "count"); /* one too many */
    assert_string_equal(nearest("cousts"), "count"); /* two, in six letters */
    assert_string_equal(nearest("fence"), "mfence"); /* the first of several */
}

static void another_case_is_nearest(void **state)
{
    (void)state;
    assert_string_equal(nearest("MFENCE"), "mfence");
    assert_string_equal(nearest("True"), "true");
    assert_string_equal(nearest("Y"), "y");
    static const char *const two[] = {"TURM", "turn"};
    assert_string_equal(names_nearest("TURN", two, 2), "turn");
}

static void other_names_are_far(void **state)
{
    (void)state;
    assert_null(nearest("z"));     /* all of it is another letter */
    assert_null(nearest("cnuot")); /* two mistakes in five letters */
    assert_null(nearest("lock"));
    assert_null(nearest(""));
    assert_null(names_nearest("count", known, 1)); /* the name itself */
    char large[101];
    memset(large, 'a', 100);
    large[100] = 0;
    const char *const candidates[] = {large};
    assert_null(names_nearest("count", candidates, 1));
    assert_null(names_nearest(large, known, sizeof known / sizeof *known));
}

static void a_hint_ends_a_message(void **state)
{
    (void)state;
    arena *a = arena_new();
    assert_string_equal(names_hint(a, "cuont", known, 1), "; do you mean count?");
    assert_string_equal(names_hint(a, "lock", known, 1), "");
    arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_keep_their_numbers), cmocka_unit_test(one_mistake_is_near), cmocka_unit_test(another_case_is_nearest),
        cmocka_unit_test(other_names_are_far),      cmocka_unit_test(a_hint_ends_a_message),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
