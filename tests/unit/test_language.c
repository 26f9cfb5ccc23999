/* Languages of buffer contents, against enumeration of all words up to a length. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "engine/automata/language.h"

enum { LETTERS = 3, LONGEST = 6, ROUNDS = 300 };

/* Letters 0 and 1 store to element 0, letter 2 to element 1. */
static void add_letters(space *s)
{
    assert_int_equal(space_letter(s, 0, 1).index, 0);
    assert_int_equal(space_letter(s, 0, 2).index, 1);
    assert_int_equal(space_letter(s, 1, 1).index, 2);
}

static bool contains(const languages *ls, moore_ref a, const letter_ref *letters, size_t count)
{
    uint32_t at = 0;
    if (a.index == MOORE_EMPTY.index)
        return false;
    for (size_t i = 0; i < count && at != UINT32_MAX; i++)
        at = moore_next(ls->pool, a, at, letters[i].index);
    return at != UINT32_MAX && moore_state_label(ls->pool, a, at).index == ls->member.index;
}

/* The next word in the order of length, then letters; false after the last. */
static bool next_word(letter_ref *letters, size_t *count)
{
    for (size_t i = *count; i-- > 0;) {
        if (++letters[i].index < LETTERS)
            return true;
        letters[i].index = 0;
    }
    if (*count == LONGEST)
        return false;
    letters[(*count)++].index = 0;
    return true;
}

static void random_word(word *w, size_t longest)
{
    vec_clear(w);
    for (size_t n = 1 + (size_t)rand() % longest; n > 0; n--)
        vec_push(w, (letter_ref){(uint32_t)rand() % LETTERS});
}

/* The empty word, then appended, repeated, committed and joined at random. */
static moore_ref random_language(languages *ls)
{
    moore_ref a = ls->empty_word;
    word w = {0};
    for (int k = rand() % 5; k > 0; k--) {
        random_word(&w, 2);
        switch (rand() % 5) {
        case 0: a = language_repeat(ls, a, &w); break;
        case 1: a = language_repeat_mixed(ls, a, &w); break;
        case 2: a = moore_union(ls->pool, a, language_append(ls, a, w.data[0])); break;
        default: a = language_append(ls, a, w.data[0]); break;
        }
    }
    vec_release(&w);
    return a;
}

/* Some split u.v1.v2... of the word has u in a and each v in { w }. */
static bool is_repetition(const languages *ls, moore_ref a, const word *w, const letter_ref *letters, size_t count)
{
    for (;; count -= w->count) {
        if (contains(ls, a, letters, count))
            return true;
        if (count < w->count)
            return false;
        for (size_t i = 0; i < w->count; i++)
            if (!letter_is(letters[count - w->count + i], w->data[i]))
                return false;
    }
}

static void check_words(languages *ls, moore_ref a, const word *w)
{
    moore_ref appended = language_append(ls, a, w->data[0]), after = language_after_oldest(ls, a, w->data[0]);
    moore_ref repeated = language_repeat(ls, a, w), mixed = language_repeat_mixed(ls, a, w);
    letter_ref letters[LONGEST + 1] = {0}, longer[LONGEST + 1];
    size_t count = 0;
    bool always = true;
    do {
        bool in = contains(ls, a, letters, count), stores = false;
        longer[0] = w->data[0];
        for (size_t i = 0; i < count; i++) {
            longer[i + 1] = letters[i];
            stores |= letters[i].index == 2;
        }
        always &= !in || stores;
        assert_int_equal(contains(ls, appended, letters, count),
                         count && letter_is(letters[count - 1], w->data[0]) && contains(ls, a, letters, count - 1));
        assert_int_equal(contains(ls, after, letters, count), contains(ls, a, longer, count + 1));
        assert_int_equal(contains(ls, repeated, letters, count), is_repetition(ls, a, w, letters, count));
    } while (next_word(letters, &count));
    assert_true(moore_includes(ls->pool, mixed, repeated));
    assert_int_equal(language_has_empty_word(ls, a), contains(ls, a, NULL, 0));
    if (language_always_stores(ls, a, 1))
        assert_true(always);
}

static void test_words(void **state)
{
    (void)state;
    space s = {0};
    languages ls;
    word w = {0};
    languages_init(&ls, &s);
    add_letters(&s);
    srand(1);
    for (int i = 0; i < ROUNDS; i++) {
        random_word(&w, 3);
        check_words(&ls, random_language(&ls), &w);
    }
    vec_release(&w);
    languages_release(&ls);
    intern_release(&s.letters);
}

/* a.{w} extends a by w, whatever a is. */
static void test_extension(void **state)
{
    (void)state;
    space s = {0};
    languages ls;
    word w = {0}, found = {0};
    languages_init(&ls, &s);
    add_letters(&s);
    srand(2);
    for (int i = 0; i < ROUNDS; i++) {
        moore_ref a = random_language(&ls), b = a;
        random_word(&w, 3);
        for (size_t k = 0; k < w.count; k++)
            b = language_append(&ls, b, w.data[k]);
        assert_true(language_extends(&ls, a, b, &found));
        assert_int_equal(found.count, w.count);
        assert_memory_equal(found.data, w.data, w.count * sizeof *w.data);
        assert_false(language_extends(&ls, b, a, &found));
    }
    vec_release(&w);
    vec_release(&found);
    languages_release(&ls);
    intern_release(&s.letters);
}

/* The final version's formula adds words that the process cannot store: it has left the first loop for good. */
static void test_mixed_is_larger(void **state)
{
    (void)state;
    space s = {0};
    languages ls;
    word x = {0}, y = {0};
    languages_init(&ls, &s);
    add_letters(&s);
    vec_push(&x, (letter_ref){0});
    vec_push(&y, (letter_ref){2});
    moore_ref first = language_repeat(&ls, ls.empty_word, &x);
    const letter_ref wrong[] = {{2}, {0}};
    assert_false(contains(&ls, language_repeat(&ls, first, &y), wrong, 2));
    assert_true(contains(&ls, language_repeat_mixed(&ls, first, &y), wrong, 2));
    vec_release(&x);
    vec_release(&y);
    languages_release(&ls);
    intern_release(&s.letters);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_extension),
        cmocka_unit_test(test_mixed_is_larger),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
