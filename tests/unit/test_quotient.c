/* Quotients of random automata: they have all pairs and more, tags stay a function of the word, and few states are left. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "automaton/moore.h"
#include "base/intern.h"

enum { LETTERS = 3, MASKS = 1 << LETTERS, MAX_STATES = 6, KEYS = 3, MAX_LENGTH = 6, MAX_DEPTH = 4, ROUNDS = 400, SETS_A_CLASS = 4 };

static uint32_t below(uint32_t limit)
{
    return (uint32_t)rand() % limit;
}

/* The tag says which letters the word has; the empty word has a tag of its own. */
static uint32_t next_tag(void *data, uint32_t tag, uint32_t letter)
{
    (void)data;
    return tag | 1u << letter;
}

static const moore_tagging masks = {.start = 0, .next = next_tag};

/* A random graph, each state taken once for each mask, with many states that have no key. */
static moore_ref random_automaton(moore_pool *pool, uint32_t states)
{
    moore_draft d = {0};
    uint32_t keys[MAX_STATES], next[MAX_STATES][LETTERS];
    for (uint32_t s = 0; s < states; s++) {
        keys[s] = below(2) ? below(1 << KEYS) : 0;
        for (uint32_t l = 0; l < LETTERS; l++)
            next[s][l] = below(4) ? below(states) : UINT32_MAX;
    }
    for (uint32_t s = 0; s < states; s++)
        for (uint32_t mask = 0; mask < MASKS; mask++) {
            uint32_t list[KEYS], count = 0;
            for (uint32_t k = 0; k < KEYS; k++)
                if (keys[s] >> k & 1)
                    list[count++] = k;
            uint32_t at = moore_draft_state(&d, moore_label_of(pool, mask, list, count));
            for (uint32_t l = 0; l < LETTERS; l++)
                if (next[s][l] != UINT32_MAX)
                    moore_draft_edge_add(&d, at, l, next[s][l] * MASKS + next_tag(NULL, mask, l));
        }
    moore_ref made = moore_build(pool, &d);
    moore_draft_release(&d);
    return made;
}

/* Words x, xx, ... up to a length, all with a key; then one that has none. */
static moore_ref chain(moore_pool *pool, uint32_t length)
{
    moore_draft d = {0};
    uint32_t key = 1;
    for (uint32_t i = 0; i < length; i++) {
        moore_draft_state(&d, moore_label_of(pool, i ? 1 : 0, &key, 1));
        if (i)
            moore_draft_edge_add(&d, i - 1, 0, i);
    }
    moore_ref made = moore_build(pool, &d);
    moore_draft_release(&d);
    return made;
}

/* ---- Words ---- */
static uint32_t step(const moore_pool *pool, moore_ref a, uint32_t state, uint32_t letter)
{
    return state == UINT32_MAX ? UINT32_MAX : moore_next(pool, a, state, letter);
}

static moore_label label_at(const moore_pool *pool, moore_ref a, uint32_t state)
{
    return state == UINT32_MAX ? MOORE_NO_KEYS : moore_state_label(pool, a, state);
}

/* All words up to MAX_LENGTH; how many have more keys than before. */
static uint32_t compare_words(const moore_pool *pool, moore_ref small, uint32_t s, moore_ref big, uint32_t b, uint32_t mask, uint32_t length)
{
    moore_label less = label_at(pool, small, s), more = label_at(pool, big, b);
    assert_true(moore_label_includes(pool, more, less));
    if (more.index != MOORE_NO_KEYS.index)
        assert_int_equal(moore_label_tag(pool, more), mask);
    uint32_t extra = more.index != less.index;
    for (uint32_t l = 0; l < LETTERS && length < MAX_LENGTH; l++)
        extra += compare_words(pool, small, step(pool, small, s, l), big, step(pool, big, b, l), next_tag(NULL, mask, l), length + 1);
    return extra;
}

/* ---- Classes, by writing down what comes next ---- */
static void write_future(const moore_pool *pool, moore_ref a, uint32_t state, uint32_t depth, int32_t *row, size_t *count)
{
    row[(*count)++] = state == UINT32_MAX ? -1 : (int32_t)moore_state_label(pool, a, state).index;
    for (uint32_t l = 0; l < LETTERS && depth && state != UINT32_MAX; l++)
        write_future(pool, a, step(pool, a, state, l), depth - 1, row, count);
}

static size_t count_classes(const moore_pool *pool, moore_ref a, uint32_t depth)
{
    intern pairs = {0}, futures = {0};
    int32_t row[256], pair[2] = {0, 0};
    intern_row(&pairs, pair, 2);
    for (uint32_t i = 0; i < intern_count(&pairs); i++) {
        uint32_t state = (uint32_t)intern_get(&pairs, i)[0], mask = (uint32_t)intern_get(&pairs, i)[1];
        size_t count = 0;
        row[count++] = (int32_t)mask;
        write_future(pool, a, state, depth, row, &count);
        intern_row(&futures, row, count);
        for (uint32_t l = 0; l < LETTERS; l++) {
            uint32_t to = step(pool, a, state, l);
            pair[0] = (int32_t)to;
            pair[1] = (int32_t)next_tag(NULL, mask, l);
            if (to != UINT32_MAX)
                intern_row(&pairs, pair, 2);
        }
    }
    size_t found = intern_count(&futures);
    intern_release(&pairs);
    intern_release(&futures);
    return found;
}

/* ---- Tests ---- */
static void has_all_pairs(void **state)
{
    (void)state;
    moore_pool *pool = moore_pool_new();
    uint32_t changed = 0;
    srand(1);
    for (uint32_t i = 0; i < ROUNDS; i++) {
        moore_ref a = random_automaton(pool, 1 + below(MAX_STATES));
        uint32_t start = a.index == MOORE_EMPTY.index ? UINT32_MAX : 0;
        for (uint32_t depth = 0; depth < MAX_DEPTH; depth++) {
            moore_ref more = moore_quotient(pool, a, depth, &masks);
            uint32_t extra = compare_words(pool, a, start, more, start, 0, 0);
            assert_true(moore_includes(pool, more, a));
            assert_true(!extra || more.index != a.index);
            changed += extra > 0;
        }
    }
    assert_true(changed > ROUNDS / 4);
    moore_pool_free(pool);
}

static void has_few_states(void **state)
{
    (void)state;
    moore_pool *pool = moore_pool_new();
    srand(2);
    for (uint32_t i = 0; i < ROUNDS; i++) {
        moore_ref a = random_automaton(pool, 1 + below(MAX_STATES));
        for (uint32_t depth = 0; depth < MAX_DEPTH && a.index != MOORE_EMPTY.index; depth++) {
            moore_ref more = moore_quotient(pool, a, depth, &masks);
            assert_true(moore_state_count(pool, more) <= SETS_A_CLASS * count_classes(pool, a, depth));
        }
    }
    moore_pool_free(pool);
}

static void great_depth_changes_nothing(void **state)
{
    (void)state;
    moore_pool *pool = moore_pool_new();
    srand(3);
    for (uint32_t i = 0; i < ROUNDS; i++) {
        moore_ref a = random_automaton(pool, 1 + below(MAX_STATES));
        assert_int_equal(moore_quotient(pool, a, moore_state_count(pool, a), &masks).index, a.index);
    }
    assert_int_equal(moore_quotient(pool, MOORE_EMPTY, 0, &masks).index, MOORE_EMPTY.index);
    moore_pool_free(pool);
}

/* The same automaton as what it is drawn as anew, last state first. */
static void is_canonical(void **state)
{
    (void)state;
    moore_pool *pool = moore_pool_new();
    srand(4);
    for (uint32_t i = 0; i < ROUNDS; i++) {
        moore_ref more = moore_quotient(pool, random_automaton(pool, 1 + below(MAX_STATES)), below(3), &masks);
        uint32_t states = moore_state_count(pool, more);
        moore_draft d = {0};
        for (uint32_t k = 0; k < states; k++) /* state s > 0 becomes states - s */
            moore_draft_state(&d, moore_state_label(pool, more, k ? states - k : 0));
        for (uint32_t s = 0; s < states; s++)
            for (uint32_t l = LETTERS; l-- > 0;) {
                uint32_t to = moore_next(pool, more, s, l);
                if (to != UINT32_MAX)
                    moore_draft_edge_add(&d, s ? states - s : 0, l, to ? states - to : 0);
            }
        assert_int_equal(moore_build(pool, &d).index, more.index);
        moore_draft_release(&d);
    }
    moore_pool_free(pool);
}

/* A set that only gets longer becomes one in which lengths are not counted, always the same. */
static void chains_become_loops(void **state)
{
    (void)state;
    moore_pool *pool = moore_pool_new();
    for (uint32_t depth = 0; depth < MAX_DEPTH; depth++) {
        moore_ref first = moore_quotient(pool, chain(pool, 20), depth, &masks);
        assert_true(moore_state_count(pool, first) < 4);
        for (uint32_t length = 21; length < 40; length++)
            assert_int_equal(moore_quotient(pool, chain(pool, length), depth, &masks).index, first.index);
    }
    moore_pool_free(pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(has_all_pairs),
        cmocka_unit_test(has_few_states),
        cmocka_unit_test(great_depth_changes_nothing),
        cmocka_unit_test(is_canonical),
        cmocka_unit_test(chains_become_loops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
