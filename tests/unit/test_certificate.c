/* test_certificate.c: certificates of the events engine are confirmed; those that were changed so that they are no proof are not.
 *
 * A mutant changes a certificate in one or two places. Brute force (certificate_oracle.h) tells which mutants are no proofs: none of them may be confirmed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "certificate_oracle.h"
#include "engine/events/explore.h"
#include "engine/registry.h"
#include "engine/registry.h"
#include "frontend/frontend.h"
#include "trace/certificate.h"

#ifdef TARRY_HOSTILE
enum { MUTANTS = 100 }; /* weak hashes make brute force slow */
#else
enum { MUTANTS = 260 }; /* of each sample */
#endif

typedef struct sample {
    memory_kind memory;
    const char *never, *mutex, *text;
} sample;

static const sample samples[] = {
    {MEMORY_TSO, NULL, "CS",
     "byte w[2], turn;\n"
     "active [2] proctype P() { do :: w[_pid] = 1; turn = 1 - _pid; mfence; (w[1 - _pid] == 0 || turn == _pid); CS: skip; w[_pid] = 0 od }\n"},
    {MEMORY_TSO, NULL, NULL,
     "bool x, y; byte r, s;\n"
     "active proctype A() { do :: x = 1; y = 1; x = 0 :: y = 0 od }\n"
     "active proctype B() { bool a; do :: a = x; a = y; assert(a < 2) od }\n"},
    {MEMORY_PSO, NULL, NULL,
     "bool x, y;\n"
     "active proctype A() { x = 1; mfence; y = 1 }\n"
     "active proctype B() { y == 1; assert(x == 1) }\n"},
    {MEMORY_PSO, NULL, NULL,
     "bool x, y;\n"
     "active proctype A() { do :: x = 1; y = 1 :: x = 0 :: y = 0 od }\n"
     "active proctype B() { bool a; do :: a = x :: a = y; y = 1 - y od }\n"},
    {MEMORY_TSO, "x == 2", NULL,
     "byte x; ghost byte g;\n"
     "active proctype A() { atomic { x = 1; g = 1; x == 1; g = 2; x = 0 } }\n"
     "active proctype B() { atomic { g == 2; x = 1; x = 0 } x = 1 }\n"},
    {MEMORY_TSO, NULL, NULL,
     "bool l; byte r; ghost byte in;\n"
     "active [2] proctype P() { bool old; do :: atomic { l == 0; l = 1; mfence } in = in + 1; assert(in == 1); in = in - 1; l = 0 od }\n"},
    {MEMORY_TSO, NULL, NULL,
     "chan c = [1] of { byte }; bool x;\n"
     "active proctype A() { x = 1; c ! 1; x = 0; c ! 2; mfence; c ! 3 }\n"
     "active proctype B() { byte v; end: do :: c ? v; assert(v > 0 && (v < 3 || x == 0)); v = x od }\n"},
    {MEMORY_TSO, NULL, NULL,
     "chan c = [0] of { byte }; bool x;\n"
     "active proctype A() { x = 1; c ! x; x = 0; c ! x; mfence; c ! 2 }\n"
     "active proctype B() { byte v; end: do :: c ? v; assert(v < 2 || x == 0); v = x :: c ? 0; x = 0 od }\n"},
    {MEMORY_TSO, NULL, NULL, /* what is handed over may fail to be evaluated, and does not */
     "chan c = [0] of { byte }; byte x = 1; bool y;\n"
     "active proctype A() { do :: x = 2; c ! (2 / x) :: x = 1 od }\n"
     "active proctype B() { byte a[2], i; do :: c ? a[i]; y = a[i]; i = 1 - i :: c ? eval(2 / x) od }\n"},
    {MEMORY_TSO, NULL, NULL,
     "bool x, y;\n"
     "proctype C(bool n) { x = n; y = x }\n"
     "init { bool a; run C(1); a = x; x = 0; run C(0); a = y }\n"},
    {MEMORY_TSO, NULL, NULL,
     "bool x, y; byte r;\n"
     "active proctype A() { x = 1; sync; y = 1 }\n"
     "active proctype B() { bool old; y == 1; cas(x, 1, 0, old); assert(old); r = 1 }\n"},
    {MEMORY_SC, NULL, NULL,
     "byte x, y;\n"
     "active proctype A() { do :: x < 2 -> x = x + 1 :: d_step { x == 2; x = 0; y = 1 - y } od }\n"
     "active proctype B() { do :: atomic { x == 1 -> y = 1; y = 0 } :: else -> assert(x < 3); x = x % 3 od }\n"},
    {MEMORY_PSO, NULL, NULL,
     "X86 MP\n{ x=0; y=0; }\n P0 | P1 ;\n MOV [x],$1 | MOV EAX,[y] ;\n SFENCE | MOV EBX,[x] ;\n MOV [y],$1 | ;\n MOV [x],$2 | ;\n"
     "~exists (1:EAX=1 /\\ 1:EBX=0)\n"},
};

/* Inductive but not safe: what proves `proved` is handed in for `asked`, which is violated. Graphs and variables of the two are the same. */
static const struct {
    sample proved, asked;
} unsafe[] = {
#define LOCK "byte w[2], turn;\n" \
             "active [2] proctype P() { do :: w[_pid] = 1; turn = 1 - _pid; (w[1 - _pid] == 0 || turn == _pid); CS: skip; w[_pid] = 0 od }\n"
    {{MEMORY_TSO, NULL, NULL, LOCK}, {MEMORY_TSO, NULL, "CS", LOCK}},
    {{MEMORY_TSO, NULL, NULL, LOCK}, {MEMORY_TSO, "P[0]@CS && turn == 1", NULL, LOCK}},
    {{MEMORY_PSO, NULL, NULL, LOCK}, {MEMORY_PSO, "view(P[0], w[0]) == 1 && w[0] == 0", NULL, LOCK}},
#undef LOCK
#define READER(limit) "bool x, y; active proctype A() { do :: x = 1; y = 1; x = 0 :: y = 0 od }\n" \
                      "active proctype B() { byte a; do :: a = x; a = a + y; assert(a < " limit ") od }\n"
    {{MEMORY_TSO, NULL, NULL, READER("3")}, {MEMORY_TSO, NULL, NULL, READER("2")}},
    {{MEMORY_SC, NULL, NULL, READER("3")}, {MEMORY_SC, "B:a == 2", NULL, READER("3")}},
#undef READER
#define DIVIDING(added) "chan c = [0] of { byte }; bool x;\n" \
                        "active proctype A() { x = 1; do :: c ! ((x - x) / (x + " added ")) :: x = 0 od } active proctype B() { byte v; do :: c ? v od }\n"
    {{MEMORY_TSO, NULL, NULL, DIVIDING("1")}, {MEMORY_TSO, NULL, NULL, DIVIDING("0")}},
#undef DIVIDING
#define WAITING(label) "chan c = [0] of { byte }; bool x;\n" \
                       "active proctype A() { x = 1; c ! 1; " label ": c ! 2 } active proctype B() { byte v; c ? v; v = x; end1: c ? 3 }\n"
    {{MEMORY_TSO, NULL, NULL, WAITING("end0")}, {MEMORY_TSO, NULL, NULL, WAITING("stop")}},
#define PASSED(condition) "X86 MP\n{ x=0; y=0; }\n P0 | P1 ;\n MOV [x],$1 | MOV EAX,[y] ;\n SFENCE | MOV EBX,[x] ;\n MOV [x],$2 | ;\n MOV [y],$1 | ;\n" \
                          "~exists (" condition ")\n"
    {{MEMORY_PSO, NULL, NULL, PASSED("1:EAX=1 /\\ 1:EBX=0")}, {MEMORY_PSO, NULL, NULL, PASSED("1:EAX=1 /\\ 1:EBX=1")}},
#undef PASSED
};

typedef struct setting {
    diag diag;
    program *program;
    property_list properties;
    footprints *footprints;
    exempt exempt; /* for brute force */
    arena *memory;
    strbuf certificate; /* as the engine writes it */
} setting;

static void read_model(setting *t, const sample *s)
{
    *t = (setting){.memory = arena_new()};
    diag_init(&t->diag);
    frontend_input input = {.file_name = "sample.pml", .text = s->text, .length = strlen(s->text), .buffered = s->memory != MEMORY_SC};
    const frontend *language = strncmp(s->text, "X86", 3) ? &frontend_promela : &frontend_litmus;
    t->program = language->parse(&input, &t->diag);
    if (!t->program)
        diag_print(&t->diag, &t->certificate);
    assert_string_equal(strbuf_text(&t->certificate), "");
    property_list_init(&t->properties, t->program, &t->diag, true, false);
    property_add_question(&t->properties, t->program);
    if (s->never)
        property_add(&t->properties, (property){.kind = PROPERTY_NEVER, .name = "never", .bad = frontend_promela.parse_condition(t->program, "--never", s->never, NULL, &t->diag)});
    if (s->mutex)
        property_add(&t->properties, (property){.kind = PROPERTY_MUTEX, .name = "mutex", .label = s->mutex});
    t->footprints = property_footprints(&t->properties, t->program);
    exempt_init(&t->exempt, t->program, t->memory);
    footprints_find_private(t->footprints, (machine){.memory = s->memory}, t->exempt.elements);
}

static void prove(setting *t, const sample *s)
{
    engine_request request = {.program = t->program, .properties = &t->properties, .footprints = t->footprints, .machine = {.memory = s->memory}, .certificate = &t->certificate};
    engine_result result;
    assert_null(engine_events.refuses(&request));
    engine_events.check(&request, &result);
    assert_int_equal(result.verdict, VERDICT_HOLDS);
    engine_result_release(&result);
}

static void tear_down(setting *t)
{
    footprints_free(t->footprints);
    property_list_release(&t->properties);
    program_free(t->program);
    diag_release(&t->diag);
    strbuf_release(&t->certificate);
    arena_free(t->memory);
}

typedef struct counts {
    uint32_t wrong, unreadable, accepted, doubtful;
    uint32_t not_initial, not_closed, not_safe; /* why mutants were rejected */
} counts;

static certificate_verdict certify(const setting *t, const sample *s, const proof *p, counts *n)
{
    strbuf text = {0}, message = {0};
    proof_write(p, t->program->input_hash, &text);
    certificate_verdict answer = certificate_check(t->program, &t->properties, s->memory, strbuf_text(&text), text.length, &message);
    assert_true(message.length > 0);
    n->not_initial += strstr(strbuf_text(&message), "initial state") != NULL;
    n->not_closed += strstr(strbuf_text(&message), "leads out") != NULL;
    n->not_safe += strstr(strbuf_text(&message), "violate") || strstr(strbuf_text(&message), "division by zero");
    strbuf_release(&text);
    strbuf_release(&message);
    return answer;
}

/* ---- Mutations ---- */
static uint32_t random_below(uint64_t *seed, size_t limit)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return limit ? (uint32_t)((*seed >> 33) % limit) : 0;
}

#define REMOVE(v, at) ((v)->data[at] = (v)->data[(v)->count - 1], (v)->count--)

static void change_value(uint64_t *seed, int32_t *value)
{
    *value = random_below(seed, 2) ? 1 - *value : *value + 1;
}

static void mutate_point(proof *p, uint64_t *seed)
{
    proof_point *s = &p->points.data[random_below(seed, p->points.count)];
    const proof_point *other = &p->points.data[random_below(seed, p->points.count)];
    switch (random_below(seed, 7)) {
    case 0:
    case 1:
        if (s->keys.count)
            REMOVE(&s->keys, random_below(seed, s->keys.count));
        break;
    case 2:
        if (s->letters.count) {
            uint32_t at = random_below(seed, s->letters.count);
            REMOVE(&s->letters, at);
            REMOVE(&s->targets, at);
        }
        break;
    case 3:
        if (s->letters.count)
            s->targets.data[random_below(seed, s->targets.count)] = (int32_t)random_below(seed, p->points.count);
        break;
    case 4:
        if (s->letters.count)
            s->letters.data[random_below(seed, s->letters.count)] = (int32_t)random_below(seed, p->letters.count);
        break;
    case 5:
        vec_push(&s->keys, (int32_t)random_below(seed, p->keys.count));
        break;
    default:
        if (s->keys.count && other->keys.count)
            s->keys.data[random_below(seed, s->keys.count)] = other->keys.data[random_below(seed, other->keys.count)];
    }
}

static void mutate(const program *of, proof *p, uint64_t *seed)
{
    ints *state = &p->states.data[random_below(seed, p->states.count)], *key = &p->keys.data[random_below(seed, p->keys.count)];
    ints *global = &p->globals.data[random_below(seed, p->globals.count)];
    switch (random_below(seed, 12)) {
    case 0:
        if (p->states.count > 1) {
            vec_release(state);
            REMOVE(&p->states, (size_t)(state - p->states.data));
        }
        break;
    case 1: change_value(seed, &global->data[1 + (uint32_t)global->data[0] + random_below(seed, of->global_count)]); break;
    case 2: change_value(seed, &global->data[1 + (uint32_t)global->data[0] + random_below(seed, global->count - 1 - (size_t)global->data[0])]); break;
    case 3: key->data[0] = (int32_t)random_below(seed, of->processes.data[0].nodes.count); break;
    case 4: key->data[1] = (int32_t)random_below(seed, 3); break;
    case 5:
        if (key->count > 2)
            change_value(seed, &key->data[2 + random_below(seed, key->count - 2)]);
        break;
    case 6:
        if (p->letters.count)
            change_value(seed, &p->letters.data[random_below(seed, p->letters.count)].data[random_below(seed, 2)]);
        break;
    case 7:
    case 8:
        if (state->count > 1)
            state->data[1 + random_below(seed, state->count - 1)] = (int32_t)random_below(seed, p->points.count);
        break;
    default: mutate_point(p, seed);
    }
}

/* ---- Tests ---- */
static void try_mutants(setting *t, const sample *s, const strbuf *certificate, bool is_proof, uint64_t seed, counts *n)
{
    proof original = proof_parse(strbuf_text(certificate));
    oracle o = {.program = t->program, .properties = &t->properties};
    assert_int_equal(replay_init(&o.r, t->program, (machine){.memory = s->memory}, &t->exempt), STEP_DONE);
    uint32_t initial = oracle_now(&o);
    assert_int_equal(certify(t, s, &original, n), is_proof ? CERTIFICATE_CONFIRMED : CERTIFICATE_REJECTED);
    assert_int_equal(n->not_safe, !is_proof);
    assert_int_equal(oracle_refutes(&o, &original, initial), !is_proof);
    for (int i = 0; i < MUTANTS; i++) {
        proof mutant = proof_copy(&original);
        for (uint32_t changes = 1 + random_below(&seed, 2); changes; changes--)
            mutate(t->program, &mutant, &seed);
        certificate_verdict answer = certify(t, s, &mutant, n);
        bool wrong = answer != CERTIFICATE_UNREADABLE && oracle_refutes(&o, &mutant, initial);
        n->wrong += wrong;
        n->unreadable += answer == CERTIFICATE_UNREADABLE;
        n->accepted += answer == CERTIFICATE_CONFIRMED;
        n->doubtful += answer == CERTIFICATE_REJECTED && !wrong;
        if (wrong && answer == CERTIFICATE_CONFIRMED) {
            strbuf text = {0};
            proof_write(&mutant, t->program->input_hash, &text);
            fail_msg("mutant %d of this program is confirmed, but is no proof:\n%s%s", i, s->text, strbuf_text(&text));
        }
        proof_release(&mutant);
    }
    proof_release(&original);
    oracle_release(&o);
}

static void add_counts(counts *all, const counts *n, const char *what, size_t number)
{
    all->wrong += n->wrong;
    all->not_initial += n->not_initial;
    all->not_closed += n->not_closed;
    all->not_safe += n->not_safe;
    print_message("%s %zu: %d mutants; %u are no proof, %u are confirmed, %u rejected though brute force finds nothing, %u unreadable\n", what, number, MUTANTS,
                  n->wrong, n->accepted, n->doubtful, n->unreadable);
}

static void mutants_are_rejected(void **state)
{
    (void)state;
    counts all = {0};
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        setting t;
        counts n = {0};
        read_model(&t, &samples[i]);
        prove(&t, &samples[i]);
        try_mutants(&t, &samples[i], &t.certificate, true, i + 1, &n);
        tear_down(&t);
        add_counts(&all, &n, "sample", i);
    }
    for (size_t i = 0; i < sizeof unsafe / sizeof *unsafe; i++) {
        setting proved, asked;
        counts n = {0};
        read_model(&proved, &unsafe[i].proved);
        read_model(&asked, &unsafe[i].asked);
        prove(&proved, &unsafe[i].proved);
        try_mutants(&asked, &unsafe[i].asked, &proved.certificate, false, i + 1, &n);
        tear_down(&proved);
        tear_down(&asked);
        add_counts(&all, &n, "unsafe", i);
    }
    print_message("rejected: %u without the initial state, %u not closed, %u bad\n", all.not_initial, all.not_closed, all.not_safe);
    assert_true(all.wrong >= 1000);
    assert_true(all.not_initial >= 100 && all.not_closed >= 100 && all.not_safe >= 100);
}

/* Programs in which what a process may do depends on what others are doing: looking at processes one by one proves nothing. */
static const char *const outward[] = {
    "byte x; active proctype A() { B@here; x = 1 } active proctype B() { here: skip }\n",
    "byte x; active proctype B() { byte v; v == 1 } active proctype A() { B:v == 1; x = 1 }\n",
    "byte x; active proctype A() { timeout; x = 1 } active proctype B() { x = 1 }\n",
    "byte x; active proctype A() provided (B@here) { x = 1 } active proctype B() { here: x = 1 }\n",
    "chan c = [0] of { byte }; active proctype A() { { skip } unless { c ! 1 } } active proctype B() { byte v; v == 1; c ? _ }\n",
    "byte x; active proctype A() { do :: sync :: else -> break od } active proctype B() { x = 1 }\n",
};

/* The first state alone. */
static proof initial_proof(const program *of)
{
    proof p = {0};
    replay r;
    assert_int_equal(replay_init(&r, of, (machine){.memory = MEMORY_TSO}, NULL), STEP_DONE);
    ints global = {0}, state = {0};
    vec_push(&global, (int32_t)r.now.processes.count);
    vec_push(&state, 0);
    for (size_t i = 0; i < r.now.processes.count; i++) {
        const replay_process *q = &r.now.processes.data[i];
        ints key = {0};
        vec_push(&key, (int32_t)q->node);
        vec_push(&key, HOLD_NONE);
        for (uint32_t n = 0; n < of->processes.data[q->type].local_count; n++)
            vec_push(&key, r.now.locals.data[q->first_local + n]);
        vec_push(&p.keys, key);
        vec_push(&p.points, (proof_point){0});
        vec_push(&vec_last(&p.points).keys, (int32_t)i);
        vec_push(&global, (int32_t)q->type);
        vec_push(&state, (int32_t)i);
    }
    for (size_t i = 0; i < r.now.globals.count; i++)
        vec_push(&global, r.now.globals.data[i]);
    for (size_t i = 0; i < r.now.channels.count + r.now.slots.count; i++)
        vec_push(&global, 0);
    vec_push(&p.globals, global);
    vec_push(&p.states, state);
    replay_release(&r);
    return p;
}

static void outward_programs_are_rejected(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof outward / sizeof *outward; i++) {
        diag d;
        property_list properties;
        strbuf text = {0}, message = {0};
        diag_init(&d);
        frontend_input input = {.file_name = "outward.pml", .text = outward[i], .length = strlen(outward[i]), .buffered = true};
        program *of = frontend_promela.parse(&input, &d);
        if (!of)
            diag_print(&d, &message);
        assert_string_equal(strbuf_text(&message), "");
        property_list_init(&properties, of, &d, false, false);
        proof p = initial_proof(of);
        proof_write(&p, of->input_hash, &text);
        assert_int_equal(certificate_check(of, &properties, MEMORY_TSO, strbuf_text(&text), text.length, &message), CERTIFICATE_REJECTED);
        if (!strstr(strbuf_text(&message), "depends on other processes"))
            fail_msg("%s%s", outward[i], strbuf_text(&message));
        proof_release(&p);
        property_list_release(&properties);
        program_free(of);
        diag_release(&d);
        strbuf_release(&text);
        strbuf_release(&message);
    }
}

/* ---- Locations that the search keeps out of the buffers ---- */
/* What a search without the buffers of all locations proves; `alone`: each of them is one process's alone, and nobody can tell. */
static const struct {
    bool alone, has_else;
    sample of;
} exemptions[] = {
    {true, false, {MEMORY_TSO, NULL, NULL, "byte mine; active proctype A() { do :: mine = 1 - mine; assert(mine < 2) od } active proctype B() { skip }\n"}},
    {true, false, {MEMORY_PSO, NULL, NULL, "byte a, b; active proctype A() { a = 1; mfence; a = 2; assert(a == 2) } active proctype B() { b = 1; assert(b == 1) }\n"}},
    {true, false, {MEMORY_TSO, NULL, NULL, "byte mine; proctype C() { mine = 1; mine = mine + 1 } init { atomic { run C(); skip } }\n"}},
    {true, false, {MEMORY_TSO, NULL, NULL, "X86 OWN\n{ x=0; y=0; }\n P0 | P1 ;\n MOV [x],$1 | MOV [y],$1 ;\n MOV EAX,[x] | MOV EAX,[y] ;\n~exists (x=2 \\/ 1:EAX=0)\n"}},
    {false, false, {MEMORY_TSO, NULL, NULL,
                    "bool x, y; ghost byte r = 9, s = 9;\n"
                    "active proctype A() { x = 1; r = y } active proctype B() { y = 1; s = x; (r != 9); assert(r || s) }\n"}},
    {false, false, {MEMORY_TSO, NULL, "CS",
                    "byte w[2], turn;\n"
                    "active [2] proctype P() { do :: w[_pid] = 1; turn = 1 - _pid; (w[1 - _pid] == 0 || turn == _pid); CS: skip; w[_pid] = 0 od }\n"}},
    {false, false, {MEMORY_TSO, NULL, NULL,
                    "byte x; ghost byte g; proctype C() { x = 1; g = g + 1; (g == 2); assert(x == 1) } init { run C(); run C() }\n"}},
    {false, false, {MEMORY_TSO, "mine == 0 && A:r == 1", NULL, "byte mine; active proctype A() { byte r; mine = 1; r = 1 }\n"}},
    {false, false, {MEMORY_TSO, "view(A, mine) == 0 && A:r == 1", NULL, "byte mine; active proctype A() { byte r; mine = 1; r = 1 }\n"}},
    {false, true, {MEMORY_TSO, NULL, NULL, "byte mine; active proctype A() { mine = 1; if :: mfence :: skip -> assert(false) fi }\n"}},
};

/* Makes the last way of the first choice the one for otherwise. */
static void add_else(program *p)
{
    process_type *t = &p->processes.data[0];
    for (size_t i = 0; i < t->nodes.count; i++)
        if (t->nodes.data[i].edge_count == 2)
            t->edges.data[t->nodes.data[i].first_edge + 1].is_else = true;
}

static void exemptions_are_examined(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof exemptions / sizeof *exemptions; i++) {
        setting t;
        const sample *s = &exemptions[i].of;
        const explore_plan plan = explore_attempts[0].plan;
        strbuf text = {0}, message = {0};
        explore x;
        read_model(&t, s);
        if (exemptions[i].has_else)
            add_else(t.program);
        bool *all = ARENA_ARRAY(t.memory, bool, t.program->global_count + 1);
        for (uint32_t e = 0; e < t.program->global_count; e++)
            all[e] = t.program->globals.data[program_global_of_element(t.program, e)].class == VARIABLE_RELAXED;
        engine_request request = {.program = t.program, .properties = &t.properties, .footprints = t.footprints, .machine = {.memory = s->memory}};
        explore_init(&x, &request, all, &plan, 0);
        explore_run(&x);
        assert_int_equal(x.findings.count, 0);
        explore_certificate(&x, EXPLORE_CERTIFICATE_HEAD, &t.certificate);
        explore_release(&x);
        strbuf_printf(&text, "{\"input_hash\": \"%016llx\", \"proof\": %s}", (unsigned long long)t.program->input_hash, strbuf_text(&t.certificate));
        certificate_verdict answer = certificate_check(t.program, &t.properties, s->memory, strbuf_text(&text), text.length, &message);
        if (answer != (exemptions[i].alone ? CERTIFICATE_CONFIRMED : CERTIFICATE_REJECTED) || (!exemptions[i].alone && !strstr(strbuf_text(&message), "kept out")))
            fail_msg("%s%s", s->text, strbuf_text(&message));
        strbuf_release(&text);
        strbuf_release(&message);
        tear_down(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(mutants_are_rejected), cmocka_unit_test(outward_programs_are_rejected),
                                       cmocka_unit_test(exemptions_are_examined)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
