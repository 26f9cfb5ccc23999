/* test_library.c: libtarry.h as a client uses it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "libtarry.h"

static const char bad_text[] = "byte x;\nactive proctype P() { x = 1; assert(x == 2) }\n";
static const char long_text[] = "int x;\nactive proctype P() { do :: x < 20000 -> x++ :: else -> break od; assert(x == 1) }\n";

static const char lock_text[] = "bit x, y;\nactive proctype P() { x = 1; mfence; y == 0; assert(x == 1) }\nactive proctype Q() { y = 1; mfence; x == 0; assert(y == 1) }\n";
static const char sb_text[] = "X86 SB\n{ }\n P0 | P1 ;\n MOV [x],$1 | MOV [y],$1 ;\n MOV EAX,[y] | MOV EAX,[x] ;\nexists (0:EAX=0 /\\ 1:EAX=0)\n";

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

static void formulas_are_properties(void **state)
{
    (void)state;
    const char *why;
    tarry_options *o = tarry_options_new();
    assert_null(tarry_options_set(o, "ltl", "<> (x == 1)"));
    assert_null(tarry_options_set(o, "ltl", "[] <> (x == 1)"));
    assert_null(tarry_options_set(o, "fairness", "none"));
    assert_non_null(tarry_options_set(o, "fairness", "some"));
    tarry_model *m = load(bad_text, o);
    tarry_result *r = tarry_check(m, o, &why);
    size_t count = tarry_property_count(r);
    assert_string_equal(tarry_property_name(r, count - 2), "ltl <> (x == 1)");
    assert_string_equal(tarry_property_name(r, count - 1), "ltl [] <> (x == 1)");
    assert_non_null(strstr(tarry_result_json(r), "\"fairness\": \"none\""));
    tarry_result_free(r);
    tarry_model_free(m);
    assert_null(tarry_options_set(o, "ltl", "<> (y == 1)"));
    m = load(bad_text, o);
    assert_false(tarry_model_is_good(m));
    assert_int_equal(tarry_message_get(m, 0).column, 5);
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

static size_t bytes_in_use(void)
{
    struct mallinfo2 m = mallinfo2();
    FILE *file = fopen("/proc/self/statm", "r");
    size_t pages = 0;
    assert_int_equal(fscanf(file, "%zu", &pages), 1);
    fclose(file);
    return m.uordblks + m.hblkhd + pages * 4096;
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
    size_t before = 0;
    for (int i = 0; i < 3; i++) {
        assert_int_equal(tarry_replay("m.pml", long_text, strlen(long_text), json, strlen(json), o, &message), TARRY_UNDECIDED);
        assert_string_equal(message, "the memory limit was reached");
        tarry_text_free(message);
        before = i ? before : bytes_in_use();
    }
#ifndef __SANITIZE_ADDRESS__ /* keeps what is given back for a while */
    assert_true(bytes_in_use() < before + 10000000);
#endif
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

/* All states that a walk can reach. */
static uint32_t count_states(tarry_walk *w)
{
    uint32_t known = tarry_walk_state(w) + 1;
    for (uint32_t s = 0; s < known; s++) {
        tarry_walk_go(w, s);
        for (size_t i = 0; i < tarry_walk_count(w); i++) {
            assert_true(tarry_walk_take(w, i));
            uint32_t next = tarry_walk_state(w);
            known = next < known ? known : next + 1;
            tarry_walk_go(w, s);
        }
    }
    return known;
}

/* Atomic blocks, channels, processes that end and new ones; the bound has the search leave no store out of its buffer. */
static void a_walk_reaches_what_the_search_stores(void **state)
{
    (void)state;
    static const char text[] = "int x, y; chan c = [1] of { byte };\n"
                               "proctype R(byte b) { y = b; y = 2; if :: x == 1 -> skip :: else -> c!b fi }\n"
                               "active proctype P() { byte r; x = 1; r = y; run R(r); mfence; x = 2 }\n"
                               "active proctype Q() { byte r; atomic { y = 1; r = x; y = 3 }; do :: c?r -> break :: x = r; break od }\n";
    static const char *const memories[] = {"sc", "tso", "pso"};
    double before = 0;
    for (int k = 0; k < 3; k++) {
        const char *why;
        tarry_options *o = tarry_options_new();
        assert_null(tarry_options_set(o, "memory", memories[k]));
        assert_null(tarry_options_set(o, "buffer", "2"));
        assert_null(tarry_options_set(o, "engine", "explicit"));
        assert_null(tarry_options_set(o, "reduction", "none"));
        assert_null(tarry_options_set(o, "errors", "all"));
        assert_null(tarry_options_set(o, "no-deadlock", NULL));
        tarry_model *m = load(text, o);
        assert_true(tarry_model_is_good(m));
        tarry_result *r = tarry_check(m, o, &why);
        tarry_walk *w = tarry_walk_new(m);
        assert_true(tarry_result_statistic(r, "states_stored") > before);
        before = tarry_result_statistic(r, "states_stored");
        assert_int_equal(count_states(w), (uint32_t)before);
        tarry_walk_free(w);
        tarry_result_free(r);
        tarry_model_free(m);
        tarry_options_free(o);
    }
}

/* ---- Runs that are made step by step ---- */
static const char buffering_text[] = "byte x, y; ghost byte a, b, done;\n"
                              "active proctype P() { x = 1; a = y; done++ }\n"
                              "active proctype Q() { y = 1; b = x; done++ }\n"
                              "active proctype R() { done == 2; assert(a || b) }\n";

static tarry_stepper *stepper_of(const char *text, tarry_options *o)
{
    char *messages;
    tarry_stepper *s = tarry_stepper_new("m.pml", text, strlen(text), o, &messages);
    tarry_text_free(messages);
    return s;
}

static void runs_are_made_step_by_step(void **state)
{
    (void)state;
    tarry_options *o = tarry_options_new();
    tarry_stepper *s = stepper_of(buffering_text, o);
    const char *message;
    uint64_t start = tarry_stepper_state(s);
    assert_int_equal(tarry_stepper_count(s), 2);
    tarry_step first = tarry_stepper_choice(s, 0);
    assert_string_equal(first.process, "P");
    assert_string_equal(first.kind, "store");
    assert_string_equal(first.text, "x = 1");
    assert_int_equal(first.line, 2);
    tarry_stepper_take(s, 0);
    assert_string_equal(tarry_stepper_choice(s, 1).text, "commit x = 1");
    assert_true(tarry_stepper_state(s) != start);
    tarry_stepper_go(s, 0);
    assert_true(tarry_stepper_state(s) == start);
    assert_int_equal(tarry_stepper_at(s), 0);
    assert_int_equal(tarry_stepper_length(s), 1);
    assert_null(tarry_stepper_violates(s, 0));
    assert_null(tarry_stepper_violated(s, 0, &message));
    assert_non_null(strstr(tarry_stepper_text(s), "step 0: the start\n"));
    tarry_stepper_free(s);
    assert_null(stepper_of("byte x", o));
    tarry_options_free(o);
}

static void runs_are_asked_for_and_saved(void **state)
{
    (void)state;
    tarry_options *o = tarry_options_new();
    tarry_stepper *s = stepper_of(buffering_text, o);
    const char *broken;
    char *said;
    bool refused;
    tarry_stepper_seed(s, 7);
    tarry_stepper_random(s, 3);
    assert_int_equal(tarry_stepper_reach(s, "done == 3", &refused, &said), TARRY_HOLDS);
    assert_false(refused);
    tarry_text_free(said);
    assert_int_equal(tarry_stepper_at(s), 3);
    assert_int_equal(tarry_stepper_reach(s, "a == 0 && b == 0 && done == 2", &refused, &said), TARRY_VIOLATED);
    tarry_text_free(said);
    assert_int_equal(tarry_stepper_until(s, "done == 2", 100, &said), TARRY_MET);
    tarry_text_free(said);
    assert_int_equal(tarry_stepper_until(s, "nothing", 100, &said), TARRY_REFUSED);
    tarry_text_free(said);
    assert_int_equal(tarry_stepper_random(s, 100), TARRY_BROKEN);
    assert_string_equal(tarry_stepper_violated(s, 0, &broken), "assert at m.pml:4");
    const char *json = tarry_stepper_json(s);
    assert_int_equal(tarry_replay("m.pml", buffering_text, strlen(buffering_text), json, strlen(json), o, &said), TARRY_CONFIRMED);
    tarry_text_free(said);
    char *kept = strdup(json);
    size_t length = tarry_stepper_at(s);
    tarry_stepper_swap(s);
    assert_int_equal(tarry_stepper_at(s), 3);
    assert_true(tarry_stepper_load(s, kept, strlen(kept), 0, &said));
    tarry_text_free(said);
    assert_int_equal(tarry_stepper_length(s), length);
    assert_false(tarry_stepper_load(s, kept, strlen(kept), 1, &said));
    tarry_text_free(said);
    free(kept);
    tarry_stepper_free(s);
    tarry_options_free(o);
}

/* ---- Limits while traces are written ---- */
static const char two_text[] = "int x;\nactive proctype P() { if :: assert(false) :: skip fi; do :: x < 20000 -> x++ :: else -> break od; assert(x == 1) }\n";

typedef struct interruption {
    bool has_ended; /* the search */
    int asked;      /* since then */
} interruption;

static void note_end(void *data, const char *line)
{
    ((interruption *)data)->has_ended |= strstr(line, ": violated after ") != NULL;
}

/* No, once some steps of a trace are written, each of which asks; and so late that nobody waits any longer for the trace to end by itself. */
static bool until_traces_are_written(void *data)
{
    interruption *i = data;
    if (!i->has_ended || i->asked++ < 20)
        return true;
    nanosleep(&(struct timespec){.tv_nsec = 300000000}, NULL);
    return false;
}

static void a_trace_that_was_interrupted_is_not_told(void **state)
{
    (void)state;
    for (int k = 0; k < 2; k++) {
        const char *why;
        interruption i = {0};
        tarry_options *o = tarry_options_new();
        assert_null(tarry_options_set(o, "errors", "all"));
        assert_null(tarry_options_set(o, "engine", "explicit"));
        tarry_options_ask(o, until_traces_are_written, &i);
        tarry_options_log(o, note_end, &i);
        tarry_model *m = load(k ? two_text : long_text, o);
        tarry_result *r = tarry_check(m, o, &why);
        assert_true(i.asked > 20);
        assert_int_equal(tarry_result_verdict(r), k ? TARRY_VIOLATED : TARRY_UNKNOWN);
        if (!k)
            assert_string_equal(tarry_result_reason(r), "it was interrupted while the trace of a violation was written");
        size_t violated = 0, unknown = 0;
        for (size_t p = 0; p < tarry_property_count(r); p++) {
            violated += tarry_property_verdict(r, p) == TARRY_VIOLATED;
            unknown += tarry_property_verdict(r, p) == TARRY_UNKNOWN;
            assert_true((tarry_property_verdict(r, p) == TARRY_VIOLATED) == (tarry_trace_length(r, p) > 0));
        }
        assert_int_equal(violated, k);
        assert_int_equal(unknown + violated, tarry_property_count(r)); /* what was found of the others is not told */
        tarry_result_free(r);
        tarry_model_free(m);
        tarry_options_free(o);
    }
}

/* ---- Memory ---- */
/* A step that needs more memory than there is: the search is left in the middle of it. */
static void check_once(tarry_model *m, tarry_options *o, bool finals)
{
    const char *why;
    if (finals) {
        tarry_outcomes *x = tarry_outcomes_find(m, o, &why);
        assert_int_equal(tarry_outcomes_verdict(x), TARRY_UNKNOWN);
        assert_non_null(tarry_outcomes_reason(x));
        tarry_outcomes_free(x);
        return;
    }
    tarry_result *r = tarry_check(m, o, &why);
    assert_int_equal(tarry_result_verdict(r), TARRY_UNKNOWN);
    assert_non_null(tarry_result_reason(r));
    tarry_result_free(r);
}

static void searches_that_are_left_lose_no_memory(void **state)
{
    (void)state;
    static const char text[] = "int x, y; active proctype P() { int i; atomic { do :: i < 100000000 -> i++ :: i > 5 -> break od }; x = i; y = 1 }\n"
                               "active proctype Q() { y == 1; x = 2 }\n";
    static const char *const engines[] = {"events", "explicit", "auto"};
    for (int k = 0; k < 6; k++) {
        tarry_options *o = tarry_options_new();
        assert_null(tarry_options_set(o, "engine", engines[k / 2]));
        assert_null(tarry_options_set(o, "memory-limit", "1"));
        tarry_model *m = load(text, o);
        size_t before = 0;
        for (int i = 0; i < 40; i++) {
            check_once(m, o, k % 2);
            before = i == 4 ? bytes_in_use() : before; /* by then the allocator has what it needs */
        }
#ifndef __SANITIZE_ADDRESS__ /* keeps what is given back for a while */
        assert_true(bytes_in_use() < before + 10000000);
#endif
        tarry_model_free(m);
        tarry_options_free(o);
    }
}

/* ---- Certificates ---- */
static tarry_answer certify(const char *certificate, const tarry_options *o)
{
    char *message;
    tarry_answer answer = tarry_certify("m.pml", lock_text, strlen(lock_text), certificate, strlen(certificate), o, &message);
    tarry_text_free(message);
    return answer;
}

/* The answer to the certificate with one digit of its proof changed. */
static tarry_answer certify_mutant(const char *certificate, size_t digit, const tarry_options *o)
{
    char *mutant = strdup(certificate);
    char *at = strstr(mutant, "\"proof\"");
    for (; *at; at++)
        if (*at >= '0' && *at <= '9' && digit-- == 0)
            break;
    *at = *at == '0' ? '1' : '0';
    tarry_answer answer = certify(mutant, o);
    free(mutant);
    return answer;
}

static void certificates_are_confirmed_and_mutants_rejected(void **state)
{
    (void)state;
    const char *why;
    tarry_options *o = tarry_options_new();
    assert_null(tarry_options_set(o, "certificate", NULL));
    assert_null(tarry_options_set(o, "no-deadlock", NULL));
    tarry_model *m = load(lock_text, o);
    tarry_result *r = tarry_check(m, o, &why);
    assert_int_equal(tarry_result_verdict(r), TARRY_HOLDS);
    const char *certificate = tarry_result_certificate(r, &why);
    assert_non_null(certificate);
    assert_int_equal(certify(certificate, o), TARRY_CONFIRMED);
    size_t rejected = 0, digits = 0;
    for (const char *at = strstr(certificate, "\"proof\""); *at; at++)
        digits += *at >= '0' && *at <= '9';
    for (size_t i = 0; i < digits && i < 40; i++)
        rejected += certify_mutant(certificate, i, o) == TARRY_REJECTED;
    assert_true(rejected > 5);
    tarry_result_free(r);
    tarry_model_free(m);
    tarry_options_free(o);
}

static void there_is_no_certificate_of_a_violation(void **state)
{
    (void)state;
    const char *why;
    tarry_options *o = tarry_options_new();
    assert_null(tarry_options_set(o, "certificate", NULL));
    tarry_model *m = load(bad_text, o);
    tarry_result *r = tarry_check(m, o, &why);
    assert_null(tarry_result_certificate(r, &why));
    assert_string_equal(why, "the verdict is not `holds`");
    tarry_result_free(r);
    assert_null(tarry_options_set(o, "engine", "explicit"));
    assert_null(tarry_check(m, o, &why));
    assert_string_equal(why, "--certificate needs the events engine");
    tarry_model_free(m);
    tarry_options_free(o);
}

/* A certificate repeats the conditions that were asked for: one of 65 MB, nearly all of them blanks. */
static void certificates_that_nobody_reads_are_not_given(void **state)
{
    (void)state;
    const char *why;
    size_t length = (size_t)65 << 20;
    char *condition = malloc(length + 1);
    memset(condition, ' ', length);
    memcpy(condition, "x == 2", 6);
    condition[length] = 0;
    tarry_options *o = tarry_options_new();
    assert_null(tarry_options_set(o, "certificate", NULL));
    assert_null(tarry_options_set(o, "no-deadlock", NULL));
    assert_null(tarry_options_set(o, "never", condition));
    tarry_model *m = load(lock_text, o);
    tarry_result *r = tarry_check(m, o, &why);
    assert_int_equal(tarry_result_verdict(r), TARRY_HOLDS);
    assert_null(tarry_result_certificate(r, &why));
    assert_non_null(strstr(why, "`certify` reads at most 64"));
    tarry_result_free(r);
    tarry_model_free(m);
    tarry_options_free(o);
    free(condition);
}

/* ---- Final states and other languages ---- */
static void final_states_are_found(void **state)
{
    (void)state;
    const char *why;
    static const char *const memories[] = {"sc", "tso"};
    for (int k = 0; k < 2; k++) {
        tarry_options *o = tarry_options_new();
        assert_null(tarry_options_set(o, "memory", memories[k]));
        tarry_model *m = tarry_load_text("SB.litmus", sb_text, strlen(sb_text), o);
        assert_true(tarry_model_is_good(m));
        tarry_outcomes *x = tarry_outcomes_find(m, o, &why);
        assert_int_equal(tarry_outcomes_verdict(x), k ? TARRY_HOLDS : TARRY_VIOLATED);
        assert_int_equal(tarry_outcomes_count(x), 3 + k);
        assert_int_equal(tarry_outcomes_width(x), 2);
        assert_string_equal(tarry_outcomes_name(x, 0), "0:EAX");
        assert_int_equal(tarry_outcomes_value(x, 0, 0), 0);
        assert_int_equal(tarry_outcomes_value(x, 0, 1), 1 - k); /* the first is 0, 0 on TSO alone */
        assert_non_null(strstr(tarry_outcomes_text(x), k ? "Sometimes" : "Never"));
        assert_non_null(strstr(tarry_outcomes_json(x), "\"outcomes\""));
        tarry_outcomes_free(x);
        tarry_model_free(m);
        tarry_options_free(o);
    }
}

static void final_states_that_a_limit_cut_are_unknown(void **state)
{
    (void)state;
    const char *why;
    tarry_options *o = tarry_options_new();
    assert_null(tarry_options_set(o, "max-states", "1"));
    tarry_model *m = load(long_text, o);
    tarry_outcomes *x = tarry_outcomes_find(m, o, &why);
    assert_int_equal(tarry_outcomes_verdict(x), TARRY_UNKNOWN);
    assert_non_null(tarry_outcomes_reason(x));
    tarry_outcomes_free(x);
    tarry_model_free(m);
    tarry_options_free(o);
}

static void other_languages_are_written(void **state)
{
    (void)state;
    char *messages;
    tarry_options *o = tarry_options_new();
    char *c = tarry_export("SB.litmus", sb_text, strlen(sb_text), "c", NULL, o, &messages);
    assert_non_null(strstr(c, "int main("));
    assert_string_equal(messages, "");
    tarry_text_free(c);
    tarry_text_free(messages);
    char *dot = tarry_export("m.pml", bad_text, strlen(bad_text), "dot", "[] <> (x == 1)", o, &messages);
    assert_non_null(strstr(dot, "digraph"));
    tarry_text_free(dot);
    tarry_text_free(messages);
    assert_null(tarry_export("m.pml", bad_text, strlen(bad_text), "dot", "[] nothing", o, &messages));
    assert_non_null(strstr(messages, "error: "));
    tarry_text_free(messages);
    assert_null(tarry_export("m.pml", bad_text, strlen(bad_text), "c", NULL, o, &messages));
    assert_non_null(strstr(messages, "litmus tests only"));
    tarry_text_free(messages);
    tarry_options_free(o);
}

static void repairs_are_found_and_proved(void **state)
{
    static const char sb[] = "byte x, y; ghost byte a, b;\n"
                             "active proctype P() { x = 1;\na = y + 1 }\n"
                             "active proctype Q() { y = 1;\nb = x + 1 }\n";
    (void)state;
    tarry_options *o = tarry_options_new();
    char *messages, *said;
    assert_null(tarry_options_set(o, "never", "a == 1 && b == 1"));
    assert_null(tarry_options_set(o, "cost", "mfence=2"));
    assert_non_null(tarry_options_set(o, "cost", "mfence"));
    tarry_repair *r = tarry_fence("m.pml", sb, strlen(sb), o, &messages);
    tarry_text_free(messages);
    assert_non_null(r);
    assert_int_equal(tarry_repair_outcome(r), TARRY_REPAIRED);
    assert_int_equal(tarry_repair_count(r), 1);
    assert_int_equal(tarry_repair_cost(r, 0), 4);
    assert_non_null(strstr(tarry_repair_model(r, 0), "x = 1;\nmfence;\na = y + 1"));
    assert_non_null(strstr(tarry_repair_patch(r), "+mfence;\n"));
    const char *proof = tarry_repair_proof(r);
    assert_int_equal(tarry_certify("m.pml", sb, strlen(sb), proof, strlen(proof), o, &said), TARRY_CONFIRMED);
    tarry_text_free(said);
    tarry_repair_free(r);
    assert_null(tarry_fence("m.pml", "byte x", 6, o, &messages));
    assert_non_null(strstr(messages, "error: "));
    tarry_text_free(messages);
    tarry_options_free(o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(faulty_text_gives_messages),
        cmocka_unit_test(formulas_are_properties),
        cmocka_unit_test(answers_are_checked_again),
        cmocka_unit_test(limits_hold_for_a_replay),
        cmocka_unit_test(states_are_walked_through),
        cmocka_unit_test(a_walk_reaches_what_the_search_stores),
        cmocka_unit_test(runs_are_made_step_by_step),
        cmocka_unit_test(runs_are_asked_for_and_saved),
        cmocka_unit_test(a_trace_that_was_interrupted_is_not_told),
        cmocka_unit_test(searches_that_are_left_lose_no_memory),
        cmocka_unit_test(certificates_are_confirmed_and_mutants_rejected),
        cmocka_unit_test(there_is_no_certificate_of_a_violation),
        cmocka_unit_test(certificates_that_nobody_reads_are_not_given),
        cmocka_unit_test(final_states_are_found),
        cmocka_unit_test(final_states_that_a_limit_cut_are_unknown),
        cmocka_unit_test(other_languages_are_written),
        cmocka_unit_test(repairs_are_found_and_proved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
