/* test_base.c: arena, vec, strbuf, diag, hash. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/hash.h"
#include "base/strbuf.h"
#include "base/vec.h"

static void arena_gives_zeroed_aligned_memory(void **state)
{
    (void)state;
    arena *a = arena_new();
    for (size_t size = 0; size < 300; size += 7) {
        unsigned char *block = arena_alloc(a, size);
        assert_non_null(block);
        assert_int_equal((uintptr_t)block % 16, 0);
        for (size_t i = 0; i < size; i++)
            assert_int_equal(block[i], 0);
        memset(block, 0xAB, size);
    }
    char *big = arena_alloc(a, 1000000);
    assert_int_equal(big[999999], 0);
    big[999999] = 1;
    assert_int_equal(((char *)arena_alloc(a, 16))[0], 0);
    arena_free(a);
}

static void arena_copies_text(void **state)
{
    (void)state;
    arena *a = arena_new();
    char text[] = "hello";
    char *copy = arena_strdup(a, text), *part = arena_strndup(a, text, 2);
    text[0] = 'j';
    assert_string_equal(copy, "hello");
    assert_string_equal(part, "he");
    assert_string_equal(arena_printf(a, "%s %d", copy, 7), "hello 7");
    arena_free(a);
}

static void vec_grows_and_shrinks(void **state)
{
    (void)state;
    VEC(int) v = {0};
    for (int i = 0; i < 1000; i++)
        vec_push(&v, i * i);
    assert_int_equal(v.count, 1000);
    assert_int_equal(v.data[31], 961);
    assert_int_equal(vec_last(&v), 999 * 999);
    assert_int_equal(vec_pop(&v), 999 * 999);
    assert_int_equal(v.count, 999);
    vec_clear(&v);
    assert_int_equal(v.count, 0);
    vec_release(&v);
    assert_null(v.data);
}

static void strbuf_builds_text(void **state)
{
    (void)state;
    strbuf s = {0};
    assert_string_equal(strbuf_text(&s), "");
    strbuf_add(&s, "a");
    strbuf_add_char(&s, 'b');
    strbuf_add_bytes(&s, "cdef", 2);
    strbuf_printf(&s, "%05d", 42);
    assert_string_equal(strbuf_text(&s), "abcd00042");
    for (int i = 0; i < 1000; i++)
        strbuf_printf(&s, "%d,", i);
    assert_int_equal(strlen(strbuf_text(&s)), s.length);
    strbuf_clear(&s);
    assert_string_equal(strbuf_text(&s), "");
    strbuf_release(&s);
}

static void diag_shows_line_and_caret(void **state)
{
    (void)state;
    diag d;
    strbuf out = {0};
    diag_init(&d);
    const char *text = "byte x;\n\tx = y;\n";
    uint32_t file = diag_add_source(&d, "m.pml", text, strlen(text));
    assert_int_equal(diag_add_source(&d, "m.pml", NULL, 0), file);
    diag_error(&d, (source_location){file, 2, 6}, "undeclared: %s", "y");
    assert_true(diag_has_errors(&d));
    diag_print(&d, &out);
    assert_string_equal(strbuf_text(&out), "m.pml:2:6: error: undeclared: y\n    2 |  x = y;\n      |      ^\n");
    strbuf_release(&out);
    diag_release(&d);
}

static void diag_without_place_and_past_the_end(void **state)
{
    (void)state;
    diag d;
    strbuf out = {0};
    diag_init(&d);
    uint32_t file = diag_add_source(&d, "m.pml", "a\n", 2);
    diag_warning(&d, (source_location){0}, "no place");
    diag_note(&d, (source_location){file, 9, 1}, "no such line");
    assert_false(diag_has_errors(&d));
    diag_print(&d, &out);
    assert_string_equal(strbuf_text(&out), "tarry: warning: no place\nm.pml:9:1: note: no such line\n");
    assert_string_equal(diag_file_name(&d, (source_location){0}), "");
    strbuf_release(&out);
    diag_release(&d);
}

static void diag_cuts_long_lines_and_stops_after_many(void **state)
{
    (void)state;
    diag d;
    strbuf out = {0}, text = {0};
    diag_init(&d);
    for (int i = 0; i < 5000; i++)
        strbuf_add_char(&text, 'x');
    uint32_t file = diag_add_source(&d, "long", strbuf_text(&text), text.length);
    for (int i = 0; i < DIAG_MAX_ERRORS + 5; i++)
        diag_error(&d, (source_location){file, 1, 2500}, "here");
    diag_print(&d, &out);
    assert_int_equal(d.error_count, DIAG_MAX_ERRORS + 5);
    assert_int_equal(d.messages.count, DIAG_MAX_ERRORS);
    assert_non_null(strstr(strbuf_text(&out), "5 further errors"));
    for (const char *line = strbuf_text(&out); *line;) {
        const char *end = strchr(line, '\n');
        assert_true(end - line < 130);
        line = end + 1;
    }
    strbuf_release(&out);
    strbuf_release(&text);
    diag_release(&d);
}

static void hash_is_a_function(void **state)
{
    (void)state;
    assert_int_equal(hash_bytes("abc", 3), hash_bytes("abc", 3));
    assert_int_equal(hash_number(12345), hash_number(12345));
#ifndef TARRY_HOSTILE
    assert_int_not_equal(hash_bytes("abc", 3), hash_bytes("abd", 3));
    assert_int_not_equal(hash_number(1), hash_number(2));
#else
    assert_true((hash_bytes("abc", 3) & ((1ull << 58) - 1)) == 0);
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arena_gives_zeroed_aligned_memory), cmocka_unit_test(arena_copies_text),
        cmocka_unit_test(vec_grows_and_shrinks),             cmocka_unit_test(strbuf_builds_text),
        cmocka_unit_test(diag_shows_line_and_caret),         cmocka_unit_test(diag_without_place_and_past_the_end),
        cmocka_unit_test(diag_cuts_long_lines_and_stops_after_many), cmocka_unit_test(hash_is_a_function),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
