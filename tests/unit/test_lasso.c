/* test_lasso.c: runs that never end: which are confirmed, and that none is which lacks one of the conditions.
 *
 * A run is written as words: "0 x = 1" is the statement of that text of process 0, "0 commit x" and "0 end" speak for themselves, "0 c!1 / 1 c?r" is a
 * rendezvous, and after "@" the loop begins. With "@" at the end nothing moves any more. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "library/model.h"
#include "trace/complete.h"
#include "trace/lasso.h"
#include "trace/replay.h"
#include "trace/trace.h"

typedef struct setting {
    memory_kind memory;
    uint32_t buffer;
    fairness fairness;
    const char *text, *formula;
} setting;

static void read_setting(const setting *s, model *m)
{
    model_request request = {.options = {.language = "promela", .memory = s->memory, .buffer = s->buffer, .fairness = s->fairness}, .memory_given = true, .buffer_given = true};
    request.options.ltl = (report_strings){.items = &s->formula, .count = 1};
    model_read(m, "m.pml", s->text, strlen(s->text), &request);
    if (diag_has_errors(&m->diag))
        fail_msg("%s: %s", s->text, m->diag.messages.data[0].text);
}

/* ---- Runs ---- */
typedef struct written_run {
    run steps;
    uint32_t loop;
} written_run;

static uint32_t find_edge(const replay *r, uint32_t process, const char *text, size_t length)
{
    const process_type *t = &r->program->processes.data[r->now.processes.data[process].type];
    const node *n = &t->nodes.data[r->now.processes.data[process].node];
    for (uint32_t i = n->first_edge; i < n->first_edge + n->edge_count; i++)
        if (strlen(t->edges.data[i].text) == length && !strncmp(t->edges.data[i].text, text, length))
            return i;
    return UINT32_MAX - 1; /* a step that is impossible */
}

static step read_step(const replay *r, const char *written)
{
    char *text;
    step out = {.kind = STEP_EDGE, .process = (uint32_t)strtoul(written, &text, 10), .partner = -1};
    text++;
    const char *partner = strstr(text, " / ");
    if (!strcmp(text, "end")) {
        out.kind = STEP_END;
    } else if (!strncmp(text, "commit ", 7)) {
        out.kind = STEP_COMMIT;
        for (size_t i = 0; i < r->program->globals.count; i++)
            if (!strcmp(r->program->globals.data[i].name, text + 7))
                out.element = r->program->globals.data[i].offset;
    } else if (out.process < r->now.processes.count) {
        out.edge = find_edge(r, out.process, text, partner ? (size_t)(partner - text) : strlen(text));
    }
    if (partner) {
        out.partner = (int32_t)strtol(partner + 3, &text, 10);
        out.partner_edge = find_edge(r, (uint32_t)out.partner, text + 1, strlen(text + 1));
    }
    return out;
}

/* Words after a step that is impossible mean nothing: so do the rest of the steps. */
static written_run write_run(const model *m, size_t count, const char *const *words)
{
    written_run w = {.loop = NO_LOOP};
    replay r;
    assert_int_equal(replay_init(&r, m->program, model_machine(m), NULL), STEP_DONE);
    for (size_t i = 0; i < count; i++) {
        if (!strcmp(words[i], "@")) {
            w.loop = (uint32_t)w.steps.count;
            continue;
        }
        step next = read_step(&r, words[i]);
        replay_take(&r, &next);
        vec_push(&w.steps, next);
    }
    replay_release(&r);
    return w;
}

/* Why the run is no fair violation; "" where it is one. */
static void judge(const setting *s, size_t count, const char *const *words, strbuf *why)
{
    model m;
    read_setting(s, &m);
    written_run w = write_run(&m, count, words);
    const property *last = &vec_last(&m.properties.items);
    bool good = lasso_check(m.program, model_machine(&m), last->temporal, &w.steps, w.loop, NULL, why);
    arena *memory = arena_new();
    strbuf again = {0};
    const trace *t = trace_build(memory, m.program, model_machine(&m), &m.properties, (property_ref){(uint32_t)m.properties.items.count - 1}, &w.steps, w.loop, &again);
    assert_int_equal(good, t != NULL);
    if (t)
        assert_int_equal(t->loop, w.loop);
    assert_true(good == !why->length);
    strbuf_release(&again);
    arena_free(memory);
    vec_release(&w.steps);
    model_release(&m);
}

#define WORDS(...) sizeof((const char *[]){__VA_ARGS__}) / sizeof(char *), (const char *[]){__VA_ARGS__}

static void check_verdict(int line, setting s, const char *expected, size_t count, const char *const *words)
{
    strbuf why = {0};
    judge(&s, count, words, &why);
    if (expected ? !strstr(strbuf_text(&why), expected) : why.length > 0)
        fail_msg("line %d: expected \"%s\", got \"%s\"", line, expected ? expected : "", strbuf_text(&why));
    strbuf_release(&why);
}

#define CONFIRMED(s, ...) check_verdict(__LINE__, (s), NULL, WORDS(__VA_ARGS__))
#define REJECTED(s, expected, ...) check_verdict(__LINE__, (s), (expected), WORDS(__VA_ARGS__))

static setting with(setting s, fairness kind)
{
    s.fairness = kind;
    return s;
}

static setting on(setting s, memory_kind kind)
{
    s.memory = kind;
    return s;
}

static setting asks(setting s, const char *wanted)
{
    s.formula = wanted;
    return s;
}

/* ---- Stores ---- */
static const setting waiting = {.memory = MEMORY_TSO, .formula = "<> (flag == 1)",
                                .text = "bit flag;\nactive proctype W() { flag = 1 }\nactive proctype R() { do :: flag == 1 -> break :: else od }\n"};

static void a_store_is_committed_in_the_end(void **state)
{
    (void)state;
    REJECTED(waiting, "the store to flag of process 0 (W) is never committed", "0 flag = 1", "@", "1 else");
    REJECTED(with(waiting, FAIRNESS_MEMORY), "never committed", "0 flag = 1", "@", "1 else");
    REJECTED(with(waiting, FAIRNESS_MMLIB), "stores are pending all the time", "0 flag = 1", "@", "1 else");
    CONFIRMED(with(waiting, FAIRNESS_PROCESS), "0 flag = 1", "@", "1 else");
    CONFIRMED(with(waiting, FAIRNESS_NONE), "0 flag = 1", "@", "1 else");
    CONFIRMED(with(waiting, FAIRNESS_NONE), "@", "1 else");
    CONFIRMED(with(waiting, FAIRNESS_MEMORY), "@", "1 else");
    REJECTED(with(waiting, FAIRNESS_MMLIB), "process 0 (W) can always take a step and takes none", "@", "1 else");
    REJECTED(with(waiting, FAIRNESS_PROCESS), "process 0 (W) can always take a step and takes none", "@", "1 else");
    REJECTED(with(waiting, FAIRNESS_STRONG), "process 0 can have a store committed again and again that is never done", "0 flag = 1", "@", "1 else");
    REJECTED(with(waiting, FAIRNESS_STRONG), "process 0 can take a step again and again that is never done", "@", "1 else");
    REJECTED(waiting, "the formula holds", "0 flag = 1", "1 else", "0 commit flag", "1 flag == 1", "1 end", "0 end", "@");
    REJECTED(on(waiting, MEMORY_SC), "store buffer is empty", "0 flag = 1", "0 commit flag", "@");
}

/* x is stored again and again while the first store to y waits behind nothing. */
static const setting two_places = {.memory = MEMORY_PSO, .formula = "<> (y == 1)",
                                   .text = "bit x, y;\nactive proctype W() { y = 1; do :: x = 1 :: (x == 1) od }\nactive proctype R() { bit r; r = x; r = y; (r == 2) }\n"};

static void fairness_speaks_of_each_location(void **state)
{
    (void)state;
    REJECTED(two_places, "the store to y of process 0 (W) is never committed", "1 r = x", "1 r = y", "0 y = 1", "0 x = 1", "0 commit x", "@", "0 x = 1", "0 commit x");
    CONFIRMED(with(two_places, FAIRNESS_MMLIB), "1 r = x", "1 r = y", "0 y = 1", "0 x = 1", "0 commit x", "@", "0 x = 1", "0 commit x");
    REJECTED(with(two_places, FAIRNESS_MMLIB), "stores are pending", "1 r = x", "1 r = y", "0 y = 1", "0 x = 1", "@", "0 (x == 1)");
    CONFIRMED(with(two_places, FAIRNESS_PROCESS), "1 r = x", "1 r = y", "0 y = 1", "0 x = 1", "@", "0 (x == 1)");
    CONFIRMED(asks(two_places, "<> [] (x == 0)"), "0 y = 1", "1 r = x", "1 r = y", "0 x = 1", "0 commit y", "0 commit x", "0 x = 1", "@", "0 x = 1", "0 commit x"); /* each is replaced */
}

static const setting order = {.memory = MEMORY_TSO, .formula = "<> (x == 2)",
                              .text = "byte x, y;\nactive proctype P() { do :: x = 1 :: y = 1 :: mfence od }\n"};

static void pending_stores_are_part_of_the_state(void **state)
{
    (void)state;
    CONFIRMED(order, "0 x = 1", "0 y = 1", "0 commit x", "0 commit y", "0 x = 1", "0 y = 1", "@", "0 commit x", "0 x = 1", "0 commit y", "0 y = 1");
    REJECTED(order, "the loop does not close", "0 x = 1", "@", "0 commit x", "0 x = 1", "0 x = 1");
    REJECTED(order, "the loop does not close", "0 x = 1", "@", "0 y = 1", "0 commit x", "0 commit y", "0 x = 1"); /* y is 1 in memory */
    REJECTED(order, "the loop does not close", "0 x = 1", "0 y = 1", "0 commit x", "0 commit y", "0 x = 1", "0 y = 1", "@", "0 commit x", "0 x = 1");
    CONFIRMED(on(order, MEMORY_PSO), "0 x = 1", "0 y = 1", "0 commit x", "0 commit y", "0 x = 1", "0 y = 1", "@", "0 commit x", "0 x = 1", "0 commit y", "0 y = 1");
    CONFIRMED(with(on(order, MEMORY_PSO), FAIRNESS_PROCESS), "0 x = 1", "0 commit x", "0 x = 1", "0 y = 1", "@", "0 commit x", "0 x = 1"); /* their order is nobody's business */
    CONFIRMED(order, "0 x = 1", "0 commit x", "@", "0 x = 1", "0 commit x", "0 mfence");
}

static const setting flushes = {.memory = MEMORY_TSO, .formula = "<> (x == 2)",
                                .text = "byte x;\nactive proctype P() { do :: atomic { mfence; x = 1 } :: d_step { mfence; x = 1 } :: (x == 1) od }\n"};

static void writing_the_buffer_out_commits(void **state)
{
    (void)state;
    CONFIRMED(flushes, "0 mfence", "0 x = 1", "0 mfence", "0 x = 1", "@", "0 mfence", "0 x = 1");
    REJECTED(flushes, "never committed", "0 mfence", "0 x = 1", "0 mfence", "0 x = 1", "@", "0 (x == 1)");
    REJECTED(with(flushes, FAIRNESS_MMLIB), "stores are pending all the time", "0 mfence", "0 x = 1", "@", "0 (x == 1)");
    CONFIRMED(with(flushes, FAIRNESS_MMLIB), "0 mfence", "0 x = 1", "0 mfence", "0 x = 1", "@", "0 mfence", "0 x = 1");
}

/* ---- Processes ---- */
static const setting meeting = {.memory = MEMORY_SC, .formula = "<> (x == 1)",
                                .text = "chan c = [0] of { byte };\nbyte x, y;\nactive proctype S() { do :: c!1 :: y = 1 - y od }\nactive proctype R() { c?x }\n"};
static const setting asking = {.memory = MEMORY_SC, .formula = "<> (x == 1)",
                               .text = "chan c = [0] of { byte };\nbyte x, y;\nactive proctype S() { c!1 }\nactive proctype R() { do :: c?x :: y = 1 - y od }\n"};
static const setting talking = {.memory = MEMORY_SC, .formula = "<> (x == 2)",
                                .text = "chan c = [0] of { byte };\nbyte x;\nactive proctype S() { do :: c!1 od }\nactive proctype R() { do :: c?x od }\n"};

static const setting elsewhere = {.memory = MEMORY_SC, .formula = "<> (x == 1)",
                                  .text = "chan c = [0] of { byte };\nbyte x, y;\nactive proctype S() { do :: c!2 :: y = 1 - y od }\nactive proctype R() { c?1; x = 1 }\n"};
static const setting at_times = {.memory = MEMORY_SC, .formula = "<> (x == 1)",
                                 .text = "chan c = [0] of { byte };\nbyte x, y;\nactive proctype S() { do :: y == 0 -> y = 1 - y :: y == 1 -> if :: c!1 :: y = 1 - y fi od }\nactive proctype R() { c?x }\n"};

/* For SPIN, who waits for a sender is always blocked. */
static void a_rendezvous_is_a_step_of_both(void **state)
{
    (void)state;
    REJECTED(meeting, "process 1 (R) can always take a step", "@", "0 y = 1 - y", "0 y = 1 - y");
    REJECTED(asking, "process 0 (S) can always take a step", "@", "1 y = 1 - y", "1 y = 1 - y");
    CONFIRMED(talking, "0 c!1 / 1 c?x", "@", "0 c!1 / 1 c?x");
    CONFIRMED(elsewhere, "@", "0 y = 1 - y", "0 y = 1 - y");
    CONFIRMED(at_times, "@", "0 y == 0", "0 y = 1 - y", "0 y == 1", "0 y = 1 - y");
}

static const setting blocks = {.memory = MEMORY_SC, .formula = "<> (x == 1)",
                               .text = "byte x, y;\nactive proctype P() { do :: atomic { y = 1; y = 0 } od }\nactive proctype Q() { x = 1 }\n"};
static const setting stays_inside = {.memory = MEMORY_SC, .formula = "<> (x == 1)",
                                     .text = "byte x, y;\nactive proctype P() { atomic { do :: y = 1; y = 0 od } }\nactive proctype Q() { x = 1 }\n"};

static void atomic_blocks_excuse_nobody_but_for_ever(void **state)
{
    (void)state;
    REJECTED(blocks, "process 1 (Q) can always take a step", "@", "0 y = 1", "0 y = 0");
    REJECTED(blocks, "process 1 (Q) can always take a step", "0 y = 1", "@", "0 y = 0", "0 y = 1");
    CONFIRMED(with(blocks, FAIRNESS_MEMORY), "@", "0 y = 1", "0 y = 0");
    CONFIRMED(stays_inside, "0 y = 1", "@", "0 y = 0", "0 y = 1");
}

static const setting turns = {.memory = MEMORY_SC, .formula = "<> (x == 1)",
                              .text = "byte x, y;\nactive proctype P() { do :: y = 1 - y od }\nactive proctype Q() { (y == 1); x = 1 }\n"};
static const setting provides = {.memory = MEMORY_SC, .formula = "<> (x == 1)",
                                 .text = "byte x, y;\nactive proctype P() { do :: y = 1 - y od }\nactive proctype Q() provided (y == 1) { x = 1 }\n"};
static const setting escapes = {.memory = MEMORY_SC, .formula = "<> (x == 1)",
                                .text = "byte x, y;\nactive proctype P() { do :: y = 1 od }\nactive proctype Q() { { x = 1 } unless { y == 2 } }\n"};
static const setting elses = {.memory = MEMORY_SC, .formula = "<> (x == 1)",
                              .text = "byte x, y;\nactive proctype P() { do :: y = 1 od }\nactive proctype Q() { if :: y == 2 :: else fi; x = 1 }\n"};
static const setting timeouts = {.memory = MEMORY_SC, .formula = "<> (x == 1)",
                                 .text = "byte x, y;\nactive proctype P() { do :: y = 1 od }\nactive proctype Q() { timeout; x = 1 }\n"};

static void who_cannot_go_on_is_excused(void **state)
{
    (void)state;
    CONFIRMED(turns, "@", "0 y = 1 - y", "0 y = 1 - y"); /* not all the time: weak fairness */
    REJECTED(turns, "process 1 (Q) can always take a step", "0 y = 1 - y", "1 (y == 1)", "@", "0 y = 1 - y", "0 y = 1 - y");
    CONFIRMED(provides, "@", "0 y = 1 - y", "0 y = 1 - y");
    REJECTED(escapes, "process 1 (Q) can always take a step", "0 y = 1", "@", "0 y = 1");
    REJECTED(elses, "process 1 (Q) can always take a step", "0 y = 1", "@", "0 y = 1");
    CONFIRMED(timeouts, "0 y = 1", "@", "0 y = 1");
    REJECTED(timeouts, "is not possible", "1 timeout", "@", "0 y = 1");
}

static const setting ended = {.memory = MEMORY_SC, .formula = "<> (x == 2)",
                              .text = "byte x, y;\nactive proctype P() { do :: y = 1 od }\nactive proctype Q() { x = 1 }\n"};
static const setting makes = {.memory = MEMORY_SC, .formula = "<> (x == 2)",
                              .text = "byte x;\nproctype C() { x = 1 }\nactive proctype P() { do :: run C() od }\nactive proctype Q() { (x == 2) }\n"};

static void processes_come_and_go(void **state)
{
    (void)state;
    CONFIRMED(ended, "1 x = 1", "1 end", "0 y = 1", "@", "0 y = 1");
    REJECTED(ended, "process 1 (Q) can always take a step", "1 x = 1", "0 y = 1", "@", "0 y = 1"); /* to be removed */
    CONFIRMED(makes, "0 run C()", "2 x = 1", "2 end", "@", "0 run C()", "2 x = 1", "2 end");
    REJECTED(makes, "the loop does not close", "@", "0 run C()", "2 x = 1", "2 end");
    REJECTED(makes, "the loop does not close", "0 run C()", "2 x = 1", "2 end", "@", "0 run C()", "2 x = 1");
    CONFIRMED(makes, "0 run C()", "2 x = 1", "@", "0 run C()", "3 x = 1", "3 end"); /* an older one cannot be removed before */
    REJECTED(makes, "process 2 (C) can always take a step", "0 run C()", "0 run C()", "3 x = 1", "3 end", "@", "0 run C()", "3 x = 1", "3 end");
}

/* ---- The loop ---- */
static const setting counts = {.memory = MEMORY_SC, .formula = "<> (x == 9)",
                               .text = "byte x;\nactive proctype P() { byte k; do :: k = 1 - k :: x = 1 - x :: x == 1 -> break od; x = 3 }\n"};

static void the_loop_closes(void **state)
{
    (void)state;
    CONFIRMED(counts, "@", "0 x = 1 - x", "0 x = 1 - x");
    CONFIRMED(counts, "0 x = 1 - x", "0 k = 1 - k", "@", "0 x = 1 - x", "0 x = 1 - x");
    REJECTED(counts, "the loop does not close", "@", "0 x = 1 - x");
    REJECTED(counts, "the loop does not close", "@", "0 k = 1 - k");
    REJECTED(counts, "the loop does not close", "0 x = 1 - x", "@", "0 x == 1");
    REJECTED(counts, "is not possible", "0 x = 1 - x", "0 x == 1", "0 x = 3", "@", "0 x = 3");
    REJECTED(counts, "something can still move", "0 x = 1 - x", "0 x == 1", "0 x = 3", "@");
    REJECTED(counts, "something can still move", "0 x = 1 - x", "0 x == 1", "@");
    CONFIRMED(counts, "0 x = 1 - x", "0 x == 1", "0 x = 3", "0 end", "@");
    REJECTED(counts, "the run ends, and the property is not violated", "0 x = 1 - x", "0 x == 1", "0 x = 3", "0 end");
    CONFIRMED(with(counts, FAIRNESS_STRONG), "0 x = 1 - x", "0 x == 1", "0 x = 3", "0 end", "@");
    setting pending = on(counts, MEMORY_TSO);
    REJECTED(pending, "something can still move", "0 x = 1 - x", "0 commit x", "0 x == 1", "0 x = 3", "@");
}

static const setting released = {.memory = MEMORY_SC, .formula = "<> (x == 9)",
                                 .text = "byte x, y;\nactive proctype P() { do :: atomic { y = 1; (x == 1); y = 0 } od }\nactive proctype Q() { do :: x = 1 :: x = 0 od }\n"};

/* A process that had to wait inside its block is alone no longer. */
static void who_is_alone_is_part_of_the_state(void **state)
{
    (void)state;
    REJECTED(released, "the loop does not close", "1 x = 1", "0 y = 1", "@", "0 (x == 1)", "0 y = 0", "1 x = 0", "0 y = 1", "1 x = 1");
    CONFIRMED(released, "1 x = 1", "0 y = 1", "@", "0 (x == 1)", "0 y = 0", "1 x = 0", "1 x = 1", "0 y = 1");
}

/* The stores of one process, with the barriers passed before each, and those passed in all. */
typedef struct buffer {
    size_t count;
    replay_pending stores[4];
    uint32_t barriers;
} buffer;

static bool is_same_buffer(memory_kind kind, buffer a, buffer b)
{
    model m;
    setting s = {.memory = kind, .formula = "<> (x == 1)", .text = "byte x, y;\nactive proctype P() { x = 1 }\n"};
    replay_essence of[2] = {0};
    read_setting(&s, &m);
    replay r;
    assert_int_equal(replay_init(&r, m.program, model_machine(&m), NULL), STEP_DONE);
    for (int i = 0; i < 2; i++) {
        const buffer *from = i ? &b : &a;
        vec_clear(&r.now.pending);
        for (size_t k = 0; k < from->count; k++)
            vec_push(&r.now.pending, from->stores[k]);
        r.now.processes.data[0].barriers = from->barriers;
        replay_get_essence(&r, &r.now, &of[i]);
    }
    bool same = replay_is_same(&of[0], &of[1]);
    vec_release(&of[0]);
    vec_release(&of[1]);
    replay_release(&r);
    model_release(&m);
    return same;
}

#define STORE(to, what, after) {.element = (to), .value = (what), .step = (uint32_t)rand(), .barriers = (after)}

static void what_can_be_told_of_a_buffer(void **state)
{
    (void)state;
    buffer xy = {2, {STORE(0, 1, 0), STORE(1, 1, 0)}, 0}, yx = {2, {STORE(1, 1, 0), STORE(0, 1, 0)}, 0}, x2y = {2, {STORE(0, 2, 0), STORE(1, 1, 0)}, 0};
    buffer divided = {2, {STORE(0, 1, 3), STORE(1, 1, 4)}, 4}, later = {2, {STORE(0, 1, 7), STORE(1, 1, 9)}, 9}, other = {2, {STORE(1, 1, 3), STORE(0, 1, 4)}, 4};
    buffer behind = {2, {STORE(0, 1, 0), STORE(1, 1, 0)}, 1}, xx = {2, {STORE(0, 1, 0), STORE(0, 2, 0)}, 0}, xx_back = {2, {STORE(0, 2, 0), STORE(0, 1, 0)}, 0};
    assert_false(is_same_buffer(MEMORY_TSO, xy, yx));
    assert_true(is_same_buffer(MEMORY_PSO, xy, yx));
    assert_true(is_same_buffer(MEMORY_TSO, xy, divided)); /* first in, first out anyway */
    assert_false(is_same_buffer(MEMORY_PSO, xy, divided));
    assert_true(is_same_buffer(MEMORY_PSO, divided, later));
    assert_false(is_same_buffer(MEMORY_PSO, divided, other));
    assert_false(is_same_buffer(MEMORY_PSO, xy, behind)); /* the next store is */
    assert_false(is_same_buffer(MEMORY_PSO, xy, x2y));
    assert_false(is_same_buffer(MEMORY_TSO, xy, x2y));
    assert_false(is_same_buffer(MEMORY_PSO, xx, xx_back));
    assert_true(is_same_buffer(MEMORY_PSO, (buffer){0}, (buffer){.barriers = 5}));
}

static void messages_are_part_of_the_state(void **state)
{
    (void)state;
    setting s = {.memory = MEMORY_SC, .formula = "<> (x == 9)",
                 .text = "chan c = [2] of { byte };\nbyte x;\nactive proctype P() { do :: c!0 :: c!1 :: c!2 :: c?x od }\n"};
    REJECTED(s, "the loop does not close", "@", "0 c!0");
    REJECTED(s, "the loop does not close", "0 c!1", "@", "0 c!2", "0 c?x");
    CONFIRMED(s, "0 c!1", "0 c?x", "@", "0 c!1", "0 c?x");
    REJECTED(s, "the loop does not close", "0 c!1", "0 c?x", "@", "0 c!1");
    REJECTED(s, "the loop does not close", "0 c!2", "0 c!1", "0 c?x", "0 c!1", "0 c?x", "@", "0 c!2", "0 c?x");
}

static void a_run_that_fails_has_no_loop(void **state)
{
    (void)state;
    setting s = {.memory = MEMORY_SC, .formula = "<> (x == 9)", .text = "byte x, y;\nactive proctype P() { do :: x = 1 % y od }\n"};
    REJECTED(s, "ends the run", "@", "0 x = 1 % y");
    REJECTED(s, "ends the run", "0 x = 1 % y", "@", "0 x = 1 % y");
}

/* ---- What the formula sees ---- */
static const setting inside = {.memory = MEMORY_SC, .formula = "[] (x == 0)",
                               .text = "byte x;\nactive proctype P() { do :: atomic { x = 1; x = 0 } :: d_step { x = 2; x = 0 } od }\n"};

static void states_inside_blocks(void **state)
{
    (void)state;
    CONFIRMED(inside, "@", "0 x = 1", "0 x = 0");
    REJECTED(inside, "the formula holds", "@", "0 x = 2", "0 x = 0");
    CONFIRMED(asks(inside, "! X (x == 0)"), "@", "0 x = 2", "0 x = 0");
    REJECTED(asks(inside, "! X (x == 0)"), "the formula holds", "@", "0 x = 1", "0 x = 0");
    CONFIRMED(asks(inside, "! X X (x == 0)"), "@", "0 x = 1", "0 x = 0");
    CONFIRMED(asks(inside, "<> (x == 2)"), "0 x = 2", "@", "0 x = 0", "0 x = 2"); /* the loop may begin where nobody sees it */
    REJECTED(asks(inside, "<> (x == 1)"), "the formula holds", "0 x = 1", "@", "0 x = 0", "0 x = 1");
}

static void a_loop_in_a_d_step_is_none(void **state)
{
    (void)state;
    setting s = {.memory = MEMORY_SC, .formula = "<> (x == 9)", .text = "byte x;\nactive proctype P() { d_step { do :: x = 1 - x od } }\n"};
    REJECTED(s, "never leaves a d_step", "0 x = 1 - x", "0 x = 1 - x", "@", "0 x = 1 - x", "0 x = 1 - x");
}

static void prefix_and_loop_both_count(void **state)
{
    (void)state;
    setting s = {.memory = MEMORY_SC, .text = "byte x;\nactive proctype P() { do :: x = 1 :: x = 2 od }\n"};
    REJECTED(asks(s, "<> (x == 1)"), "the formula holds", "0 x = 1", "0 x = 2", "@", "0 x = 2");
    CONFIRMED(asks(s, "[] <> (x == 1)"), "0 x = 1", "0 x = 2", "@", "0 x = 2");
    CONFIRMED(asks(s, "<> [] (x == 1)"), "0 x = 1", "@", "0 x = 2", "0 x = 1");
    REJECTED(asks(s, "[] <> (x == 1)"), "the formula holds", "0 x = 1", "@", "0 x = 2", "0 x = 1");
    CONFIRMED(asks(s, "<> (x == 2)"), "0 x = 1", "@", "0 x = 1");
}

/* ---- Automata ---- */

/* The property of the setting without its formula: the automaton alone decides. */
static void judge_by_automaton(setting s, uint32_t bad, size_t count, const char *const *words, strbuf *why)
{
    model m;
    read_setting(&s, &m);
    written_run w = write_run(&m, count, words);
    temporal alone = *vec_last(&m.properties.items).temporal;
    alone.has_formula = false;
    alone.bad = bad;
    lasso_check(m.program, model_machine(&m), &alone, &w.steps, w.loop, NULL, why);
    vec_release(&w.steps);
    model_release(&m);
}

#define BY_AUTOMATON(s, bad, expected, ...)                                 \
    do {                                                                    \
        strbuf why = {0};                                                   \
        judge_by_automaton((s), (bad), WORDS(__VA_ARGS__), &why);           \
        if (!strstr(strbuf_text(&why), (expected)) || !*(expected) != !why.length) \
            fail_msg("line %d: \"%s\"", __LINE__, strbuf_text(&why));       \
        strbuf_release(&why);                                               \
    } while (0)

static void without_a_formula_the_automaton_decides(void **state)
{
    (void)state;
    setting s = {.memory = MEMORY_SC, .text = "byte x;\nactive proctype P() { do :: x = 1 :: x = 2 od }\n"};
    setting twice = asks(s, "! ([] <> (x == 1) && [] <> (x == 2))");
    BY_AUTOMATON(twice, TEMPORAL_NO_STATE, "", "0 x = 1", "@", "0 x = 2", "0 x = 1");
    BY_AUTOMATON(twice, TEMPORAL_NO_STATE, "does not accept", "0 x = 2", "0 x = 1", "@", "0 x = 1");
    BY_AUTOMATON(asks(s, "[] <> (x == 1)"), TEMPORAL_NO_STATE, "", "0 x = 1", "0 x = 2", "@", "0 x = 2");
    BY_AUTOMATON(asks(s, "[] <> (x == 1)"), TEMPORAL_NO_STATE, "does not accept", "0 x = 1", "@", "0 x = 2", "0 x = 1");
    BY_AUTOMATON(asks(s, "[] <> (x == 1)"), 0, "", "0 x = 1"); /* the start is bad */
    BY_AUTOMATON(asks(s, "[] <> (x == 1)"), 1, "", "0 x = 2"); /* it may guess at once that x is never 1 again */
    BY_AUTOMATON(asks(s, "<> (x == 1)"), TEMPORAL_NO_STATE, "the run ends", "0 x = 2");
}

/* Two automata of the same words agree with the formula on random lassos: with the formula itself, read directly. */
static void the_automaton_and_the_formula_agree(void **state)
{
    (void)state;
    static const char *const formulas[] = {"[] <> (x == 1) && [] <> (x == 2)", "(x == 1) U ((x == 2) V (x != 0))", "<> [] (x == 1) || X X (x == 2)", "[] ((x == 1) -> <> (x == 2))"};
    srand(7);
    for (size_t f = 0; f < sizeof formulas / sizeof *formulas; f++) {
        model m;
        setting s = {.memory = MEMORY_SC, .formula = formulas[f], .text = "byte x;\nactive proctype P() { x = 1 }\n"};
        read_setting(&s, &m);
        const temporal *t = vec_last(&m.properties.items).temporal;
        for (int round = 0; round < 400; round++) {
            uint64_t letters[8];
            uint32_t count = 1 + (uint32_t)rand() % 8, loop = (uint32_t)rand() % count;
            for (uint32_t i = 0; i < count; i++)
                letters[i] = (uint64_t)rand() & ((1u << t->atom_count) - 1);
            assert_int_equal(!formula_holds(&t->formulas, t->wanted, letters, count, loop), lasso_accepts(&t->violating, letters, count, loop));
        }
        model_release(&m);
    }
}

/* ---- Runs without the commits of some location ---- */
static const setting private_y = {.memory = MEMORY_TSO, .formula = "<> (x == 2)",
                                  .text = "byte x, y;\nactive proctype W() { do :: x = 1 :: y = 1 - y :: atomic { y = 2; x = 3; y = 0 } od }\nactive proctype R() { (x == 2) }\n"};

/* Completes a run that lacks the commits of y, the second global. The number of its steps then; 0: it does not replay. */
static uint32_t completed(setting s, size_t count, const char *const *words)
{
    model m;
    bool left_out[] = {false, true};
    strbuf why = {0};
    read_setting(&s, &m);
    written_run w = write_run(&m, count, words);
    arena *memory = arena_new();
    const trace *t = trace_complete(memory, m.program, model_machine(&m), left_out, &m.properties, (property_ref){(uint32_t)m.properties.items.count - 1}, &w.steps, w.loop, &why);
    uint32_t steps = t ? t->step_count : 0;
    if (!t)
        print_message("%s\n", strbuf_text(&why));
    arena_free(memory);
    strbuf_release(&why);
    vec_release(&w.steps);
    model_release(&m);
    return steps;
}

#define COMPLETED(s, ...) completed((s), WORDS(__VA_ARGS__))

static void completed_loops_close(void **state)
{
    (void)state;
    assert_true(COMPLETED(private_y, "@", "0 y = 1 - y", "0 y = 1 - y") >= 4);
    assert_true(COMPLETED(private_y, "0 x = 1", "0 commit x", "@", "0 x = 1", "0 y = 1 - y", "0 y = 1 - y", "0 commit x") >= 8);
    assert_true(COMPLETED(private_y, "0 x = 1", "0 commit x", "0 x = 1", "0 y = 1 - y", "@", "0 commit x", "0 x = 1", "0 y = 1 - y", "0 y = 1 - y"));
    assert_true(COMPLETED(private_y, "0 x = 1", "0 commit x", "0 x = 1", "0 y = 1 - y", "@", "0 commit x", "0 x = 1")); /* behind x in the first round only */
    assert_true(COMPLETED(private_y, "0 y = 2", "0 x = 3", "0 y = 0", "0 commit x", "0 y = 2", "0 x = 3", "@", "0 y = 0", "0 commit x", "0 y = 2", "0 x = 3"));
    assert_false(COMPLETED(with(private_y, FAIRNESS_PROCESS), "0 x = 1", "@", "0 y = 1 - y", "0 y = 1 - y")); /* they pile up behind x */
    setting ends = {.memory = MEMORY_TSO, .formula = "<> (x == 2)", .text = "byte x, y;\nactive proctype W() { y = 1; x = 1; y = 2; (x == 2) }\n"};
    assert_int_equal(COMPLETED(ends, "0 y = 1", "0 x = 1", "0 y = 2", "0 commit x", "@"), 6);
}

static const setting toggles = {.memory = MEMORY_TSO, .formula = "<> (x == 2)",
                                .text = "byte x, y;\nactive proctype P() { do :: x = 1 :: x = 0 od }\nactive proctype Q() { do :: y = 1 :: (y == 2) od }\n"};

static void lassos_become_shorter(void **state)
{
    (void)state;
    assert_int_equal(COMPLETED(with(toggles, FAIRNESS_NONE), "0 x = 1", "0 commit x", "0 x = 0", "0 commit x", "1 y = 1", "@", "0 x = 1", "0 commit x", "0 x = 0", "0 commit x", "0 x = 1",
                               "0 commit x", "0 x = 0", "0 commit x"), 2); /* x = 0 and its commit */
    assert_int_equal(COMPLETED(asks(with(toggles, FAIRNESS_NONE), "! [] <> (x == 1)"), "0 x = 1", "0 commit x", "0 x = 0", "0 commit x", "1 y = 1", "@", "0 x = 1", "0 commit x", "0 x = 0",
                               "0 commit x", "0 x = 1", "0 commit x", "0 x = 0", "0 commit x"), 4);
    assert_int_equal(COMPLETED(asks(with(toggles, FAIRNESS_NONE), "[] (x == 0)"), "0 x = 1", "0 commit x", "0 x = 0", "0 commit x", "@", "1 y = 1"), 6); /* x = 1 remains; y is 1 before the loop */
    setting rests = {.memory = MEMORY_SC, .formula = "<> (x == 2)", .text = "byte x, y;\nactive proctype P() { do :: y < 2 -> y++ :: y > 0 -> y-- :: y == 2 -> break od; (x == 2) }\n"};
    assert_int_equal(COMPLETED(rests, "0 y < 2", "0 y++", "0 y > 0", "0 y--", "0 y < 2", "0 y++", "0 y < 2", "0 y++", "0 y == 2", "@"), 5);
}

/* ---- Other properties end ---- */
static void only_temporal_properties_have_loops(void **state)
{
    (void)state;
    model m;
    setting s = {.memory = MEMORY_SC, .formula = "<> (x == 1)", .text = "byte x;\nactive proctype P() { (x == 1) }\n"};
    read_setting(&s, &m);
    run none = {0};
    strbuf why = {0};
    arena *memory = arena_new();
    property_ref deadlock = property_of_kind(&m.properties, PROPERTY_DEADLOCK);
    assert_non_null(trace_build(memory, m.program, model_machine(&m), &m.properties, deadlock, &none, NO_LOOP, &why));
    assert_null(trace_build(memory, m.program, model_machine(&m), &m.properties, deadlock, &none, 0, &why));
    assert_string_equal(strbuf_text(&why), "a run that violates \"deadlock\" ends there: it has no loop");
    strbuf_clear(&why);
    property_ref last = {(uint32_t)m.properties.items.count - 1};
    assert_non_null(trace_build(memory, m.program, model_machine(&m), &m.properties, last, &none, 0, &why));
    assert_null(trace_build(memory, m.program, model_machine(&m), &m.properties, last, &none, 1, &why));
    assert_string_equal(strbuf_text(&why), "there is no step 2 to return to");
    strbuf_release(&why);
    arena_free(memory);
    model_release(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_store_is_committed_in_the_end),
        cmocka_unit_test(fairness_speaks_of_each_location),
        cmocka_unit_test(pending_stores_are_part_of_the_state),
        cmocka_unit_test(writing_the_buffer_out_commits),
        cmocka_unit_test(a_rendezvous_is_a_step_of_both),
        cmocka_unit_test(atomic_blocks_excuse_nobody_but_for_ever),
        cmocka_unit_test(who_cannot_go_on_is_excused),
        cmocka_unit_test(processes_come_and_go),
        cmocka_unit_test(the_loop_closes),
        cmocka_unit_test(who_is_alone_is_part_of_the_state),
        cmocka_unit_test(what_can_be_told_of_a_buffer),
        cmocka_unit_test(messages_are_part_of_the_state),
        cmocka_unit_test(a_run_that_fails_has_no_loop),
        cmocka_unit_test(states_inside_blocks),
        cmocka_unit_test(a_loop_in_a_d_step_is_none),
        cmocka_unit_test(prefix_and_loop_both_count),
        cmocka_unit_test(without_a_formula_the_automaton_decides),
        cmocka_unit_test(the_automaton_and_the_formula_agree),
        cmocka_unit_test(completed_loops_close),
        cmocka_unit_test(lassos_become_shorter),
        cmocka_unit_test(only_temporal_properties_have_loops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
