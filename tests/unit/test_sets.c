/* Sets of configurations against lists of pairs (key, word), on small random programs with atomic blocks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/events/sets.h"
#include "program_builder.h"

/* Pairs are followed up to words of MAX_WORD letters; what words up to COMPARED have is compared. */
enum { NODES = 4, MAX_WORD = 8, COMPARED = 4, MAX_PAIRS = 200000, SETS = 6 };
#ifdef TARRY_HOSTILE
enum { PROGRAMS = 12 }; /* weak hashes make enumeration slow */
#else
enum { PROGRAMS = 120 };
#endif

typedef struct pair {
    key_ref key;
    uint32_t count;
    uint32_t word[MAX_WORD];
} pair;

typedef struct pair_list {
    intern known; /* key, then letters */
} pair_list;

typedef struct bench {
    program *program;
    property_list properties;
    footprints *footprints;
    diag diag;
    engine_request request;
    bool unbuffered[8];
    space space;
    moves moves;
    sets sets;
    global_ref global;
    key_ref first_key;
} bench;

static uint32_t below(uint32_t limit)
{
    return (uint32_t)rand() % limit;
}

/* ---- A program: one process that stores to x and y, looks at them, and has fences; some steps hold ---- */
static void add_random_edge(program *p, uint32_t from, const uint32_t *globals, uint32_t register_number)
{
    uint32_t to = below(NODES), number = globals[below(2)];
    edge *e;
    switch (below(5)) {
    case 0:
    case 1: e = add_store(p, 0, from, to, 1, "store", number, (int32_t)below(2)); break;
    case 2: e = add_load(p, 0, from, to, 1, "load", number, register_number); break;
    case 3: e = add_edge(p, 0, from, to, 1, "guard", equal(p, global(p, number), constant(p, (int32_t)below(2)))); break;
    default: e = add_effect(p, add_edge(p, 0, from, to, 1, "fence", NULL), (effect){.kind = EFFECT_FENCE}); break;
    }
    e->hold = below(4) ? HOLD_NONE : HOLD_ATOMIC;
}

static void bench_init(bench *b, memory_kind memory)
{
    *b = (bench){.program = program_new()};
    program *p = b->program;
    uint32_t globals[] = {add_global(p, "x", 1, VARIABLE_RELAXED), add_global(p, "y", 1, VARIABLE_RELAXED)};
    add_process(p, "P", NODES + 1, 1);
    uint32_t r = add_local(p, 0, "r");
    for (uint32_t n = 0; n < NODES; n++)
        for (uint32_t k = 0; k < 1 + below(2); k++)
            add_random_edge(p, n, globals, r);
    for (uint32_t i = 0; i < 2; i++) /* both are locations of its buffer */
        add_store(p, 0, below(NODES), below(NODES + 1), 1, "store", globals[i], (int32_t)below(2));
    program_finish(p);
    diag_init(&b->diag);
    property_list_init(&b->properties, p, &b->diag, true, false);
    b->footprints = property_footprints(&b->properties, p);
    b->request = (engine_request){.program = p, .properties = &b->properties, .footprints = b->footprints, .machine = {.memory = memory}};
    space_init(&b->space, &b->request, b->unbuffered);
    moves_init(&b->moves, &b->space);
    sets_init(&b->sets, &b->space, &b->moves);
    assert_true(space_initial(&b->space, &b->global, &b->first_key, 1));
}

static void bench_release(bench *b)
{
    sets_release(&b->sets);
    moves_release(&b->moves);
    space_release(&b->space);
    footprints_free(b->footprints);
    property_list_release(&b->properties);
    diag_release(&b->diag);
    program_free(b->program);
}

/* ---- Lists of pairs ---- */
static bool add(pair_list *l, const pair *p)
{
    int32_t row[1 + MAX_WORD] = {(int32_t)p->key.index};
    for (uint32_t i = 0; i < p->count; i++)
        row[1 + i] = (int32_t)p->word[i];
    size_t before = intern_count(&l->known);
    assert_true(before < MAX_PAIRS);
    return intern_row(&l->known, row, 1 + p->count) == before;
}

static pair get(const pair_list *l, uint32_t number)
{
    const int32_t *row = intern_get(&l->known, number);
    pair p = {.key = {(uint32_t)row[0]}, .count = intern_length(&l->known, number) - 1};
    for (uint32_t i = 0; i < p.count; i++)
        p.word[i] = (uint32_t)row[1 + i];
    return p;
}

static void release(pair_list *l)
{
    intern_release(&l->known);
}

static view_ref view_of(bench *b, const pair *p)
{
    view_ref view = b->space.no_view;
    for (uint32_t i = 0; i < p->count; i++)
        view = space_view_with(&b->space, 0, view, (letter_ref){p->word[i]});
    return view;
}

static int32_t element_of(const bench *b, letter_ref letter)
{
    return intern_get(&b->space.letters, letter.index)[LETTER_ELEMENT];
}

static void random_pairs(bench *b, pair_list *out)
{
    int32_t row[KEY_LOCALS + 1];
    memcpy(row, intern_get(&b->space.keys, b->first_key.index), sizeof row);
    for (uint32_t n = 1 + below(3); n > 0; n--) {
        row[KEY_NODE] = (int32_t)below(NODES + 1);
        row[KEY_HOLD] = below(4) ? HOLD_NONE : HOLD_ATOMIC;
        row[KEY_LOCALS] = (int32_t)below(2);
        pair p = {.key = {intern_row(&b->space.keys, row, KEY_LOCALS + 1)}, .count = below(4)};
        for (uint32_t i = 0; i < p.count; i++)
            p.word[i] = space_letter(&b->space, below(2), (int32_t)below(2)).index;
        add(out, &p);
    }
}

/* ---- From a list to a set: a tree of prefixes ---- */
static moore_ref set_of(bench *b, const pair_list *l)
{
    intern prefixes = {0};
    moore_draft d = {0};
    intern_row(&prefixes, NULL, 0);
    for (uint32_t i = 0; i < intern_count(&l->known); i++) {
        pair p = get(l, i);
        for (uint32_t n = 1; n <= p.count; n++)
            intern_row(&prefixes, (int32_t *)p.word, n);
    }
    for (uint32_t n = 0; n < intern_count(&prefixes); n++) {
        uint32_t keys[64], count = 0;
        pair prefix = {.count = intern_length(&prefixes, n)};
        memcpy(prefix.word, intern_get(&prefixes, n), prefix.count * sizeof *prefix.word);
        for (uint32_t i = 0; i < intern_count(&l->known); i++) {
            pair p = get(l, i);
            if (p.count == prefix.count && !memcmp(p.word, prefix.word, p.count * sizeof *p.word))
                keys[count++] = p.key.index;
        }
        moore_draft_state(&d, moore_label_of(b->sets.pool, view_of(b, &prefix).index, keys, count));
        if (prefix.count)
            moore_draft_edge_add(&d, intern_row(&prefixes, (int32_t *)prefix.word, prefix.count - 1), prefix.word[prefix.count - 1], n);
    }
    moore_ref made = moore_build(b->sets.pool, &d);
    moore_draft_release(&d);
    intern_release(&prefixes);
    return made;
}

/* ---- From a set to the pairs with short words ---- */
static void list_from(bench *b, moore_ref a, uint32_t state, pair *prefix, pair_list *out)
{
    size_t count;
    moore_label at = moore_state_label(b->sets.pool, a, state);
    const uint32_t *keys = moore_label_keys(b->sets.pool, at, &count);
    for (size_t i = 0; i < count; i++) {
        prefix->key.index = keys[i];
        assert_int_equal(moore_label_tag(b->sets.pool, at), view_of(b, prefix).index);
        add(out, prefix);
    }
    moore_state_edges(b->sets.pool, a, state, &count);
    for (size_t i = 0; i < count && prefix->count < COMPARED; i++) {
        moore_edge e = moore_state_edges(b->sets.pool, a, state, &count)[i];
        prefix->word[prefix->count++] = e.letter;
        list_from(b, a, e.target, prefix, out);
        prefix->count--;
    }
}

static void assert_set(bench *b, moore_ref a, pair_list *expected)
{
    pair_list found = {0};
    pair prefix = {0};
    if (a.index != MOORE_EMPTY.index)
        list_from(b, a, 0, &prefix, &found);
    size_t count = 0;
    for (uint32_t i = 0; i < intern_count(&expected->known); i++) {
        pair p = get(expected, i);
        if (p.count > COMPARED)
            continue;
        count++;
        assert_false(add(&found, &p)); /* the set has it */
    }
    assert_int_equal(intern_count(&found.known), count);
    release(&found);
}

/* ---- What the operations mean ---- */
/* The place of the letter in the word, if it may be committed next; UINT32_MAX otherwise. */
static uint32_t place_of(const bench *b, const pair *p, letter_ref letter)
{
    for (uint32_t i = 0; i < p->count; i++) {
        bool same = element_of(b, (letter_ref){p->word[i]}) == element_of(b, letter);
        if (same || !b->sets.pso)
            return p->word[i] == letter.index ? i : UINT32_MAX;
    }
    return UINT32_MAX;
}

static pair without(const pair *p, uint32_t at)
{
    pair less = *p;
    memmove(less.word + at, less.word + at + 1, (less.count - at - 1) * sizeof *less.word);
    less.count--;
    return less;
}

static void close_list(bench *b, const pair_list *from, sets_scope scope, pair_list *out)
{
    for (uint32_t i = 0; i < intern_count(&from->known); i++) {
        pair p = get(from, i);
        add(out, &p);
    }
    for (uint32_t i = 0; i < intern_count(&out->known); i++) {
        pair p = get(out, i);
        bool held = key_is_held(&b->space, p.key);
        for (uint32_t k = 0; k < p.count && !held && scope == CLOSE_ALL; k++) {
            const int32_t *letter = intern_get(&b->space.letters, p.word[k]);
            if (place_of(b, &p, (letter_ref){p.word[k]}) == k && space_memory(&b->space, b->global, (uint32_t)letter[LETTER_ELEMENT]) == letter[LETTER_VALUE]) {
                pair less = without(&p, k);
                add(out, &less);
            }
        }
        if ((scope == CLOSE_HELD && !held) || (scope == CLOSE_D_STEP && !key_is_in_d_step(&b->space, p.key)))
            continue;
        move_list list = moves_of(&b->moves, p.key, view_of(b, &p), b->global);
        for (uint32_t k = 0; k < list.count; k++) {
            move m = b->moves.all.data[list.first + k];
            if (!m.quiet || p.count + m.letter_count > MAX_WORD)
                continue;
            pair more = p;
            more.key = m.key;
            for (uint32_t n = 0; n < m.letter_count; n++)
                more.word[more.count++] = b->moves.letters.data[m.first_letter + n].index;
            add(out, &more);
        }
    }
}

static void check_close(bench *b, moore_ref a, const pair_list *l, sets_scope scope)
{
    pair_list expected = {0};
    close_list(b, l, scope, &expected);
    moore_ref closed = sets_close(&b->sets, a, b->global, scope);
    assert_set(b, closed, &expected);
    assert_true(moore_includes(b->sets.pool, closed, a));
    assert_int_equal(sets_close(&b->sets, closed, b->global, scope).index, closed.index);
    release(&expected);
}

static void check_commits(bench *b, moore_ref a, const pair_list *l)
{
    letter_vec oldest = {0};
    sets_oldest(&b->sets, sets_at_rest(&b->sets, a), &oldest);
    for (uint32_t element = 0; element < 2; element++)
        for (int32_t value = 0; value < 2; value++) {
            pair_list expected = {0};
            letter_ref letter = space_letter(&b->space, element, value);
            for (uint32_t i = 0; i < intern_count(&l->known); i++) {
                pair p = get(l, i);
                uint32_t at = place_of(b, &p, letter);
                if (at == UINT32_MAX || key_is_held(&b->space, p.key))
                    continue;
                pair less = without(&p, at);
                add(&expected, &less);
            }
            assert_set(b, sets_commit(&b->sets, a, letter), &expected);
            bool listed = false;
            for (size_t i = 0; i < oldest.count; i++)
                listed |= letter_is(oldest.data[i], letter);
            assert_int_equal(listed, intern_count(&expected.known) > 0);
            release(&expected);
        }
    vec_release(&oldest);
}

static void check_parts(bench *b, moore_ref a, const pair_list *l)
{
    pair_list rest = {0}, held = {0}, empty = {0}, longer = {0};
    letter_ref letter = space_letter(&b->space, below(2), 1);
    for (uint32_t i = 0; i < intern_count(&l->known); i++) {
        pair p = get(l, i);
        add(key_is_held(&b->space, p.key) ? &held : &rest, &p);
        if (!p.count)
            add(&empty, &p);
        p.word[p.count++] = letter.index;
        add(&longer, &p);
    }
    assert_set(b, sets_at_rest(&b->sets, a), &rest);
    assert_set(b, sets_held(&b->sets, a), &held);
    assert_set(b, sets_empty_word(&b->sets, a), &empty);
    assert_set(b, sets_append(&b->sets, a, letter), &longer);
    release(&rest);
    release(&held);
    release(&empty);
    release(&longer);
}

static void check_memory(memory_kind memory)
{
    srand(1 + memory);
    for (uint32_t n = 0; n < PROGRAMS; n++) {
        bench b;
        bench_init(&b, memory);
        global_ref first_global = b.global;
        for (uint32_t i = 0; i < SETS; i++) {
            pair_list l = {0};
            b.global = space_global_with(&b.space, space_global_with(&b.space, first_global, 0, (int32_t)below(2)), 1, (int32_t)below(2));
            random_pairs(&b, &l);
            moore_ref a = set_of(&b, &l);
            assert_set(&b, a, &l);
            check_parts(&b, a, &l);
            check_commits(&b, a, &l);
            for (sets_scope scope = CLOSE_ALL; scope <= CLOSE_D_STEP; scope++)
                check_close(&b, a, &l, scope);
            release(&l);
        }
        bench_release(&b);
    }
}

static void under_tso(void **state)
{
    (void)state;
    check_memory(MEMORY_TSO);
}

static void under_pso(void **state)
{
    (void)state;
    check_memory(MEMORY_PSO);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(under_tso),
        cmocka_unit_test(under_pso),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
