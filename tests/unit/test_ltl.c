/* Formulas and the automata made of them, against the meaning of the operators on random lassos. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lasso_accepts.h"
#include "property/ltl/parse.h"

enum { FORMULAS = 20000, LASSOS = 12 };

static formula random_formula(formula_pool *pool, int size)
{
    if (size <= 1)
        return rand() % 12 ? formula_atom(pool, (uint32_t)rand() % ATOMS) : formula_constant(pool, rand() % 2);
    int left = 1 + rand() % (size - 1), kind = rand() % 12;
    formula f = random_formula(pool, kind < 5 ? size - 1 : left);
    switch (kind) {
    case 0: return formula_not(pool, f);
    case 1: return formula_next(pool, f);
    case 2:
    case 3: return formula_eventually(pool, f);
    case 4: return formula_always(pool, f);
    default: break;
    }
    formula g = random_formula(pool, size - left);
    switch (kind) {
    case 5: return formula_and(pool, f, g);
    case 6: return formula_or(pool, f, g);
    case 7: return formula_implies(pool, f, g);
    case 8: return size < 8 ? formula_equivalent(pool, f, g) : formula_or(pool, f, g);
    case 9: return formula_until(pool, f, g);
    case 10: return formula_release(pool, f, g);
    default: return formula_weak_until(pool, f, g);
    }
}

static void name_atom(void *data, uint32_t atom, strbuf *out)
{
    (void)data;
    strbuf_add_char(out, (char)('a' + atom));
}

static void complain(const formula_pool *pool, formula f, formula simple, const lasso *l)
{
    strbuf text = {0};
    formula_print(pool, f, name_atom, NULL, &text);
    strbuf_add(&text, "   simplified: ");
    formula_print(pool, simple, name_atom, NULL, &text);
    strbuf_printf(&text, "   letters, loop at %u:", l->loop);
    for (uint32_t i = 0; i < l->count; i++)
        strbuf_printf(&text, " %u", (unsigned)l->letters[i]);
    print_error("%s\n", strbuf_text(&text));
    strbuf_release(&text);
}

static void automata_accept_what_formulas_say(void **state)
{
    (void)state;
    uint64_t states = 0, edges = 0, raw_states = 0, raw_edges = 0, compared = 0;
    srand(3);
    for (int i = 0; i < FORMULAS; i++) {
        formula_pool pool;
        buchi raw, reduced;
        formula_pool_init(&pool);
        formula f = random_formula(&pool, 1 + rand() % 10), opposite = formula_not(&pool, f), simple = formula_simplify(&pool, f);
        assert_true(buchi_translate(&pool, simple, &raw));
        assert_true(buchi_translate(&pool, simple, &reduced));
        buchi_reduce(&reduced);
        raw_states += raw.states.count, raw_edges += raw.edges.count;
        states += reduced.states.count, edges += reduced.edges.count;
        for (int k = 0; k < LASSOS; k++, compared++) {
            lasso l = random_lasso();
            bool holds = formula_holds(&pool, f, l.letters, l.count, l.loop);
            bool good = formula_holds(&pool, opposite, l.letters, l.count, l.loop) != holds && formula_holds(&pool, simple, l.letters, l.count, l.loop) == holds &&
                        accepts(&reduced, &l) == holds && (raw.states.count > 12 || accepts(&raw, &l) == holds);
            if (!good)
                complain(&pool, f, simple, &l);
            assert_true(good);
        }
        buchi_release(&raw);
        buchi_release(&reduced);
        formula_pool_release(&pool);
    }
    print_message("%d formulas, %u lassos: %.2f states and %.2f edges each, %.2f and %.2f before reduction\n", FORMULAS, (unsigned)compared, (double)states / FORMULAS,
                  (double)edges / FORMULAS, (double)raw_states / FORMULAS, (double)raw_edges / FORMULAS);
}

/* ---- Reading ---- */
typedef struct reading {
    const char *text;
    strbuf atoms;   /* "a|x == 1|": each in the order of its number */
    char errors[200];
} reading;

/* The language of these tests has no implication, but choices of values. */
static bool is_condition(void *data, size_t offset, size_t length)
{
    strbuf one = {0};
    strbuf_add_bytes(&one, ((reading *)data)->text + offset, length);
    const char *arrow = strstr(strbuf_text(&one), "->");
    bool is = !strstr(strbuf_text(&one), " implies ") && (!arrow || strchr(arrow, ':'));
    strbuf_release(&one);
    return is;
}

static bool read_atom(void *data, size_t offset, size_t length, uint32_t *atom_out)
{
    reading *r = data;
    strbuf one = {0};
    strbuf_add_bytes(&one, r->text + offset, length);
    strbuf_add_char(&one, '|');
    const char *all = strbuf_text(&r->atoms), *found = strstr(all, strbuf_text(&one));
    if (!found) {
        found = all + r->atoms.length;
        strbuf_add(&r->atoms, strbuf_text(&one));
        found = strbuf_text(&r->atoms) + r->atoms.length - one.length;
    }
    *atom_out = 0;
    for (const char *c = strbuf_text(&r->atoms); c < found; c++)
        *atom_out += *c == '|';
    strbuf_release(&one);
    return true;
}

static void note_error(void *data, size_t offset, const char *message)
{
    reading *r = data;
    snprintf(r->errors, sizeof r->errors, "%zu: %s", offset, message);
}

static void write_atom(void *data, uint32_t atom, strbuf *out)
{
    const char *at = strbuf_text(&((reading *)data)->atoms);
    for (; atom; atom--)
        at = strchr(at, '|') + 1;
    strbuf_add_bytes(out, at, (size_t)(strchr(at, '|') - at));
}

static void reads_as(const char *text, const char *expected)
{
    formula_pool pool;
    reading r = {.text = text};
    formula_reader reader = {is_condition, read_atom, note_error, &r};
    formula f;
    strbuf out = {0};
    formula_pool_init(&pool);
    if (formula_parse(&pool, text, &reader, &f))
        formula_print(&pool, f, write_atom, &r, &out);
    else
        strbuf_add(&out, r.errors);
    assert_string_equal(strbuf_text(&out), expected);
    strbuf_release(&out);
    strbuf_release(&r.atoms);
    formula_pool_release(&pool);
}

/* SPIN prints how it reads such formulas: the same but for the last group, which it rejects or misreads. */
static void operators_bind_as_in_spin(void **state)
{
    (void)state;
    reads_as("a || <> b && c", "(a || (<> b && c))");
    reads_as("<> a -> b -> c", "(c || (<> a && !b))");
    reads_as("a U b && c U d", "((a U b) && (c U d))");
    reads_as("[] a U b", "([] a U b)");
    reads_as("a U b U c", "((a U b) U c)");
    reads_as("! a U b", "(!a U b)");
    reads_as("! <> a && b", "([] !a && b)");
    reads_as("a W b", "(b V (a || b))");
    reads_as("always (p implies eventually q)", "[] (<> q || !p)");
    reads_as("p U X q", "(p U X q)");
    reads_as("p until q release r", "((p U q) V r)");
    reads_as("[](p -> X q)", "[] (X q || !p)");
    reads_as("[] <> x == 1", "[] <> x == 1");
    reads_as("[] (x == 1 && P@cs)", "[] x == 1 && P@cs");
    reads_as("<> !(x == 1) && <> ((x == 1))", "(<> !x == 1 && <> x == 1)");
    reads_as("[] ((c -> 1 : 2) == x)", "[] (c -> 1 : 2) == x");
    reads_as("x != 1 U y", "(x != 1 U y)");
    reads_as("[] (a -> b)", "[] (b || !a)");
    reads_as("p implies q == 1", "(q == 1 || !p)");
    reads_as("[] (a == 1 && b -> c -> <> d)", "[] (<> d || (a == 1 && b && !c))");
    reads_as("x <> 1 && <> y", "(x <> 1 && <> y)");
    reads_as("X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X p",
             "X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X p");
}

static void names_are_no_operators(void **state)
{
    (void)state;
    reads_as("<> U", "<> U");
    reads_as("X == 1 U W", "(X == 1 U W)");
    reads_as("[] (V[1] == R + U)", "[] V[1] == R + U");
    reads_as("Until U always", "(Until U always)");
}

static void mistakes_have_places(void **state)
{
    (void)state;
    reads_as("[] (a", "3: this parenthesis is not closed");
    reads_as("[] a)", "4: this parenthesis closes nothing");
    reads_as("[]", "2: a formula or a condition is missing here");
    reads_as("<> a && ", "7: a formula or a condition is missing here");
    reads_as("1 + ([] a)", "0: a temporal operator stands inside an expression here");
    reads_as("", "0: a formula or a condition is missing here");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operators_bind_as_in_spin),
        cmocka_unit_test(names_are_no_operators),
        cmocka_unit_test(mistakes_have_places),
        cmocka_unit_test(automata_accept_what_formulas_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
