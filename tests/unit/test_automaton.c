/* Automata against the enumeration of all words up to a length, on random drafts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "automaton/moore.h"

enum { MAX_LENGTH = 6, MAX_LETTERS = 3, MAX_STATES = 8, KEYS = 4, WORDS = 1093 /* of three letters up to the length */, ROUNDS = 3000 };

/* A graph; state s of a tagged one is entered by the letter s % letters only, so that the last letter is a function of the state. */
typedef struct graph {
    uint32_t states, letters;
    bool tagged;
    uint32_t keys[MAX_STATES]; /* bits */
    uint32_t next[MAX_STATES][MAX_LETTERS]; /* UINT32_MAX: none */
} graph;

/* What each word has: the keys as bits, and the tag where there is any. */
typedef struct language {
    uint32_t count;
    uint32_t keys[WORDS], tags[WORDS];
} language;

static uint32_t below(uint32_t limit)
{
    return (uint32_t)rand() % limit;
}

static graph random_graph(uint32_t most_states, uint32_t letters, bool tagged)
{
    graph g = {.states = 1 + below(most_states), .letters = letters, .tagged = tagged};
    for (uint32_t s = 0; s < g.states; s++) {
        g.keys[s] = below(3) ? below(1 << KEYS) : 0;
        for (uint32_t l = 0; l < letters; l++) {
            uint32_t to = below(g.states);
            if (tagged) /* state 0 is the start and is not entered again */
                to = 1 + l + letters * below(3);
            g.next[s][l] = below(3) && to < g.states ? to : UINT32_MAX;
        }
    }
    return g;
}

static uint32_t tag_of(const graph *g, uint32_t state)
{
    return g->tagged && state ? (state - 1) % g->letters + 10 : 7;
}

static moore_label label_of(moore_pool *pool, uint32_t tag, uint32_t bits)
{
    uint32_t keys[2 * KEYS], count = 0;
    for (uint32_t k = KEYS; k-- > 0;)
        if (bits >> k & 1) {
            keys[count++] = 100 * k;
            if (below(2))
                keys[count++] = 100 * k;
        }
    return moore_label_of(pool, tag, keys, count);
}

static uint32_t bits_of(const moore_pool *pool, moore_label label)
{
    size_t count;
    uint32_t bits = 0;
    const uint32_t *keys = moore_label_keys(pool, label, &count);
    for (size_t i = 0; i < count; i++) {
        assert_true(i == 0 || keys[i - 1] < keys[i]);
        bits |= 1u << keys[i] / 100;
    }
    return bits;
}

static moore_ref build(moore_pool *pool, const graph *g)
{
    moore_draft d = {0};
    for (uint32_t s = 0; s < g->states; s++)
        moore_draft_state(&d, label_of(pool, tag_of(g, s), g->keys[s]));
    for (uint32_t s = 0; s < g->states; s++)
        for (uint32_t l = g->letters; l-- > 0;)
            if (g->next[s][l] != UINT32_MAX)
                moore_draft_edge_add(&d, s, 1000 * l, g->next[s][l]);
    moore_ref made = moore_build(pool, &d);
    moore_draft_release(&d);
    return made;
}

/* ---- Words ---- */
static void enumerate_graph(const graph *g, uint32_t state, uint32_t length, language *out)
{
    uint32_t at = out->count++;
    out->keys[at] = state == UINT32_MAX ? 0 : g->keys[state];
    out->tags[at] = out->keys[at] ? tag_of(g, state) : 0;
    for (uint32_t l = 0; l < g->letters && length < MAX_LENGTH; l++)
        enumerate_graph(g, state == UINT32_MAX ? state : g->next[state][l], length + 1, out);
}

static void enumerate(const moore_pool *pool, moore_ref a, uint32_t letters, uint32_t state, uint32_t length, language *out)
{
    uint32_t at = out->count++;
    out->keys[at] = state == UINT32_MAX ? 0 : bits_of(pool, moore_state_label(pool, a, state));
    out->tags[at] = out->keys[at] ? moore_label_tag(pool, moore_state_label(pool, a, state)) : 0;
    for (uint32_t l = 0; l < letters && length < MAX_LENGTH; l++)
        enumerate(pool, a, letters, state == UINT32_MAX ? state : moore_next(pool, a, state, 1000 * l), length + 1, out);
}

static language of_graph(const graph *g)
{
    language found = {0};
    enumerate_graph(g, 0, 0, &found);
    return found;
}

static language of_automaton(const moore_pool *pool, moore_ref a, uint32_t letters)
{
    language found = {0};
    enumerate(pool, a, letters, a.index == MOORE_EMPTY.index ? UINT32_MAX : 0, 0, &found);
    return found;
}

static void assert_same(const language *a, const language *b)
{
    assert_int_equal(a->count, b->count);
    assert_memory_equal(a->keys, b->keys, a->count * sizeof *a->keys);
    assert_memory_equal(a->tags, b->tags, a->count * sizeof *a->tags);
}

/* ---- The same language, drawn in another way ---- */
/* Adds unreachable states, dead ends and twins of states, and numbers all but the first anew. */
static graph redrawn(const graph *g)
{
    graph more = *g;
    while (more.states < MAX_STATES && below(4)) {
        uint32_t added = more.states++, twin = below(g->states), kind = below(3);
        if (g->tagged)
            kind = 0;
        more.keys[added] = kind == 0 ? below(1 << KEYS) : kind == 1 ? 0 : more.keys[twin];
        for (uint32_t l = 0; l < g->letters; l++) {
            more.next[added][l] = kind == 2 ? more.next[twin][l] : kind == 1 && below(2) ? added : UINT32_MAX;
            for (uint32_t s = 0; s < added && kind; s++) {
                if (kind == 1 && more.next[s][l] == UINT32_MAX && below(2))
                    more.next[s][l] = added; /* to nowhere */
                if (kind == 2 && more.next[s][l] == twin && below(2))
                    more.next[s][l] = added;
            }
        }
    }
    if (g->tagged)
        return more;
    uint32_t place[MAX_STATES];
    for (uint32_t s = 0; s < more.states; s++)
        place[s] = s;
    for (uint32_t s = more.states; s-- > 2;) {
        uint32_t other = 1 + below(s), kept = place[s];
        place[s] = place[other];
        place[other] = kept;
    }
    graph moved = more;
    for (uint32_t s = 0; s < more.states; s++) {
        moved.keys[place[s]] = more.keys[s];
        for (uint32_t l = 0; l < g->letters; l++)
            moved.next[place[s]][l] = more.next[s][l] == UINT32_MAX ? UINT32_MAX : place[more.next[s][l]];
    }
    return moved;
}

/* ---- The difference, by a product ---- */
/* Has some word a key in b that it has not in a? */
static bool has_more(const graph *a, const graph *b)
{
    bool seen[MAX_STATES + 1][MAX_STATES] = {{false}};
    uint32_t pairs[(MAX_STATES + 1) * MAX_STATES][2] = {{0, 0}}, count = 1;
    seen[0][0] = true;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t x = pairs[i][0], y = pairs[i][1]; /* x == MAX_STATES: nowhere */
        if (b->keys[y] & ~(x == MAX_STATES ? 0 : a->keys[x]))
            return true;
        for (uint32_t l = 0; l < b->letters; l++) {
            uint32_t to = b->next[y][l], from = x == MAX_STATES || a->next[x][l] == UINT32_MAX ? MAX_STATES : a->next[x][l];
            if (to == UINT32_MAX || seen[from][to])
                continue;
            seen[from][to] = true;
            pairs[count][0] = from;
            pairs[count++][1] = to;
        }
    }
    return false;
}

/* ---- Tests ---- */
static void builds_the_language(void **state)
{
    (void)state;
    moore_pool *pool = moore_pool_new();
    srand(1);
    for (uint32_t i = 0; i < ROUNDS; i++) {
        graph g = random_graph(MAX_STATES, 1 + below(MAX_LETTERS), below(2));
        moore_ref a = build(pool, &g);
        language drawn = of_graph(&g), built = of_automaton(pool, a, g.letters);
        assert_same(&drawn, &built);
        assert_true(moore_state_count(pool, a) <= g.states);
    }
    moore_pool_free(pool);
}

static void interning_is_canonical(void **state)
{
    (void)state;
    moore_pool *pool = moore_pool_new();
    srand(2);
    for (uint32_t i = 0; i < ROUNDS; i++) {
        graph g = random_graph(MAX_STATES - 2, 1 + below(MAX_LETTERS), below(3) == 0), again = redrawn(&g);
        language before = of_graph(&g), after = of_graph(&again);
        assert_same(&before, &after); /* of this test itself */
        assert_int_equal(build(pool, &g).index, build(pool, &again).index);
    }
    moore_pool_free(pool);
}

/* Up to three states each differ, if at all, on a short word. */
static void equal_references_mean_equal_languages(void **state)
{
    (void)state;
    moore_pool *pool = moore_pool_new();
    srand(3);
    uint32_t equal = 0;
    for (uint32_t i = 0; i < ROUNDS; i++) {
        uint32_t letters = 1 + below(2);
        graph g = random_graph(3, letters, false), h = random_graph(3, letters, false);
        for (uint32_t s = 0; s < 3; s++) { /* few keys, so that some are equal */
            g.keys[s] &= 1;
            h.keys[s] &= 1;
        }
        language a = of_graph(&g), b = of_graph(&h);
        bool same = !memcmp(a.keys, b.keys, a.count * sizeof *a.keys);
        assert_int_equal(build(pool, &g).index == build(pool, &h).index, same);
        equal += same;
    }
    assert_true(equal > ROUNDS / 50);
    moore_pool_free(pool);
}

static void inclusion_is_emptiness_of_the_difference(void **state)
{
    (void)state;
    moore_pool *pool = moore_pool_new();
    srand(4);
    uint32_t included = 0;
    for (uint32_t i = 0; i < ROUNDS; i++) {
        uint32_t letters = 1 + below(MAX_LETTERS);
        graph big = random_graph(MAX_STATES, letters, false), small = below(2) ? big : random_graph(MAX_STATES, letters, false);
        if (below(2)) /* most pairs are not included by chance: take something away */
            for (uint32_t s = 0; s < small.states; s++)
                small.keys[s] &= below(1 << KEYS);
        moore_ref a = build(pool, &big), b = build(pool, &small);
        bool includes = moore_includes(pool, a, b), differs_on_short = false;
        language x = of_graph(&big), y = of_graph(&small);
        for (uint32_t w = 0; w < x.count; w++)
            differs_on_short |= (y.keys[w] & ~x.keys[w]) != 0;
        assert_int_equal(includes, !has_more(&big, &small));
        assert_true(!includes || !differs_on_short);
        assert_int_equal(moore_includes(pool, a, b), includes); /* remembered */
        included += includes;
    }
    assert_true(included > ROUNDS / 10 && included < ROUNDS - ROUNDS / 10);
    moore_pool_free(pool);
}

static void union_has_the_pairs_of_both(void **state)
{
    (void)state;
    moore_pool *pool = moore_pool_new();
    srand(5);
    for (uint32_t i = 0; i < ROUNDS; i++) {
        uint32_t letters = 1 + below(MAX_LETTERS);
        bool tagged = below(2);
        graph g = random_graph(MAX_STATES, letters, tagged), h = random_graph(MAX_STATES, letters, tagged);
        moore_ref a = build(pool, &g), b = build(pool, &h), both = moore_union(pool, a, b);
        language x = of_graph(&g), y = of_graph(&h), z = of_automaton(pool, both, letters);
        for (uint32_t w = 0; w < x.count; w++) {
            x.tags[w] = x.keys[w] ? x.tags[w] : y.tags[w];
            x.keys[w] |= y.keys[w];
        }
        assert_same(&x, &z);
        assert_true(moore_includes(pool, both, a) && moore_includes(pool, both, b));
        assert_int_equal(moore_union(pool, b, a).index, both.index);
        assert_int_equal(moore_union(pool, both, a).index, both.index);
        assert_int_equal(moore_union(pool, a, MOORE_EMPTY).index, a.index);
        assert_true(moore_includes(pool, a, MOORE_EMPTY));
        assert_int_equal(moore_includes(pool, MOORE_EMPTY, a), a.index == MOORE_EMPTY.index);
    }
    moore_pool_free(pool);
}

static void labels_are_sets(void **state)
{
    (void)state;
    moore_pool *pool = moore_pool_new();
    srand(6);
    for (uint32_t i = 0; i < ROUNDS; i++) {
        uint32_t a = below(1 << KEYS), b = below(1 << KEYS), tag = below(3);
        moore_label x = label_of(pool, tag, a), y = label_of(pool, tag, b);
        assert_int_equal(bits_of(pool, x), a);
        assert_int_equal(x.index == y.index, a == b);
        assert_int_equal(moore_label_includes(pool, x, y), (b & ~a) == 0);
        assert_int_equal(x.index == MOORE_NO_KEYS.index, a == 0);
        if (a) {
            assert_int_equal(moore_label_tag(pool, x), tag);
            assert_true(label_of(pool, tag + 1, a).index != x.index);
        }
    }
    moore_pool_free(pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(builds_the_language),
        cmocka_unit_test(interning_is_canonical),
        cmocka_unit_test(equal_references_mean_equal_languages),
        cmocka_unit_test(inclusion_is_emptiness_of_the_difference),
        cmocka_unit_test(union_has_the_pairs_of_both),
        cmocka_unit_test(labels_are_sets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
