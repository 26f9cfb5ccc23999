/* test_claim.c: never claims as SPIN writes them for formulas, against the meaning of the formulas on random lassos. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "lasso_accepts.h"
#include "library/formula_read.h"
#include "library/model.h"

enum { LASSOS = 2000 };

static const struct {
    const char *formula, *claim;
} cases[] = {
    {"<> x",
     "never { T0_init: do :: atomic { ((x)) -> assert(!((x))) } :: (1) -> goto T0_init od; accept_all: skip }"},
    {"[] x",
     "never { accept_init: T0_init: do :: ((x)) -> goto T0_init od; }"},
    {"[] (x -> <> y)",
     "never { T0_init: do :: ((! ((x)) || (y))) -> goto accept_S20 :: (1) -> goto T0_S27 od; accept_S20: do :: ((! ((x)) || (y))) -> goto T0_init :: (1) -> goto T0_S27 od; accept_S27: do :: ((y)) -> goto T0_init :: (1) -> goto T0_S27 od; T0_S27: do :: ((y)) -> goto accept_S20 :: (1) -> goto T0_S27 :: ((y)) -> goto accept_S27 od; }"},
    {"x U y",
     "never { T0_init: do :: atomic { ((y)) -> assert(!((y))) } :: ((x)) -> goto T0_init od; accept_all: skip }"},
    {"<> [] (x && !y)",
     "never { T0_init: do :: ((x && !y)) -> goto accept_S4 :: (1) -> goto T0_init od; accept_S4: do :: ((x && !y)) -> goto accept_S4 od; }"},
    {"[] <> x && [] <> y",
     "never { T0_init: do :: ((x) && (y)) -> goto accept_S81 :: ((x)) -> goto T1_S81 :: (1) -> goto T0_init od; accept_S81: do :: (1) -> goto T0_init od; T1_S81: do :: ((y)) -> goto accept_S81 :: (1) -> goto T1_S81 od; }"},
    {"!(x U y) || [] z",
     "never { accept_init: T0_init: do :: ((z)) -> goto accept_S2 :: (! ((y))) -> goto accept_S5 :: atomic { (! ((x)) && ! ((y))) -> assert(!(! ((x)) && ! ((y)))) } od; accept_S2: T0_S2: do :: ((z)) -> goto accept_S2 od; accept_S5: T0_S5: do :: (! ((y))) -> goto accept_S5 :: atomic { (! ((x)) && ! ((y))) -> assert(!(! ((x)) && ! ((y)))) } od; accept_all: skip }"},
    {"x V (y || <> z)",
     "never { T0_init: do :: (((y) || (z))) -> goto accept_S13 :: (1) -> goto T0_S35 :: atomic { ((((x) && (y)) || ((x) && (z)))) -> assert(!((((x) && (y)) || ((x) && (z))))) } :: ((x)) -> goto T0_S38 od; accept_S13: do :: (((y) || (z))) -> goto T0_init :: (1) -> goto T0_S35 :: atomic { ((((x) && (y)) || ((x) && (z)))) -> assert(!((((x) && (y)) || ((x) && (z))))) } :: ((x)) -> goto T0_S38 od; accept_S35: do :: ((z)) -> goto T0_init :: (1) -> goto T0_S35 :: atomic { ((x) && (z)) -> assert(!((x) && (z))) } :: ((x)) -> goto T0_S38 od; accept_S38: do :: atomic { ((z)) -> assert(!((z))) } :: (1) -> goto T0_S38 od; T0_S35: do :: ((z)) -> goto accept_S13 :: (1) -> goto T0_S35 :: atomic { ((x) && (z)) -> assert(!((x) && (z))) } :: ((x)) -> goto T0_S38 :: ((z)) -> goto accept_S35 :: ((x) && (z)) -> goto accept_S38 od; T0_S38: do :: atomic { ((z)) -> assert(!((z))) } :: (1) -> goto T0_S38 od; accept_all: skip }"},
    /* else, a jump, a nested choice, an end inside a choice */
    {"[] x && <> y", "never { do :: x && !y :: x && y -> break :: else -> goto dead od; accept: do :: if :: !x -> goto dead :: else fi od; dead: false }"},
    {"x && X <> !y", "never { if :: x :: else -> goto no fi; do :: y :: !y -> goto done od; no: 0; done: skip }"},
};

static void load(model *m, const char *body, const char *same)
{
    strbuf text = {0};
    const char *formulas[] = {same};
    model_request request = {.options = {.memory = MEMORY_SC, .ltl = {.count = 1, .items = formulas}}};
    strbuf_printf(&text, "bit x, y, z;\nactive proctype P() { skip }\n%s\n", body);
    model_read(m, "m.pml", strbuf_text(&text), text.length, &request);
    strbuf_release(&text);
    assert_false(diag_has_errors(&m->diag));
}

/* A bad state goes on for ever. */
static void let_bad_accept(temporal *t)
{
    if (t->bad == TEMPORAL_NO_STATE)
        return;
    t->violating.states.data[t->bad] = (buchi_state){.first_edge = (uint32_t)t->violating.edges.count, .edge_count = 1};
    vec_push(&t->violating.edges, ((buchi_edge){.marks = 1, .target = t->bad}));
}

/* The value of x is bit 0, of y bit 1, of z bit 2. */
static int32_t value_of(void *data, const expr *e, int32_t index, int32_t pid, eval_state *state)
{
    (void)index, (void)pid, (void)state;
    return (int32_t)(*(const uint64_t *)data >> e->variable & 1);
}

static lasso letters_of(const temporal *t, const lasso *values)
{
    lasso l = {.count = values->count, .loop = values->loop};
    for (uint32_t i = 0; i < l.count; i++)
        for (uint32_t a = 0; a < t->atom_count; a++) {
            uint64_t letter = values->letters[i];
            eval_state state = {0};
            l.letters[i] |= (uint64_t)(expr_eval(t->atoms[a], &(eval_source){value_of, &letter}, &state) != 0) << a;
        }
    return l;
}

static void claims_mean_their_formulas(void **state)
{
    (void)state;
    srand(7);
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        model m;
        load(&m, cases[c].claim, cases[c].formula);
        uint32_t first = property_first_temporal(&m.properties);
        temporal *never = m.properties.items.data[first].temporal, *wanted = m.properties.items.data[first + 1].temporal;
        assert_int_equal(m.properties.items.data[first].kind, PROPERTY_CLAIM);
        let_bad_accept(never);
        for (int i = 0; i < LASSOS; i++) {
            lasso values = random_lasso(), read = letters_of(never, &values), meant = letters_of(wanted, &values);
            bool holds = formula_holds(&wanted->formulas, wanted->wanted, meant.letters, meant.count, meant.loop);
            if (accepts(&never->violating, &read) != holds)
                fail_msg("%s: %s", cases[c].formula, holds ? "the claim does not follow a run that satisfies it" : "the claim follows a run that does not satisfy it");
        }
        model_release(&m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(claims_mean_their_formulas),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
