/* certificate.c: the initial state is there, no step leads out, nothing is bad; and no fair run violates a formula. */
#include "trace/certificate.h"

#include "base/limits.h"
#include "program/watch.h"
#include "trace/certificate_text.h"

/* What is proved: all that can be seen in states, or one temporal property. */
typedef struct subject {
    const program *program;
    const property_list *properties;
    memory_kind memory;
    runs *runs; /* of a temporal property; NULL: of all others */
} subject;

static void check_state(proof_check *k)
{
    uint32_t count = k->runs ? 0 : property_first_temporal(k->properties);
    bool all_rest = true;
    limits_round();
    proof_check_steps(k);
    for (uint32_t p = 0; p < k->count; p++)
        all_rest &= k->rests[p];
    for (uint32_t i = 0; i < count && all_rest && !k->failed; i++)
        if (proof_is_violated(k, &k->properties->items.data[i]))
            proof_fail(k, "it may violate ", k->properties->items.data[i].name);
}

/* r.now is the initial state: an image in which all processes are new. */
static void check_all(proof_check *k)
{
    size_t states = 0;
    k->globals = ARENA_ARRAY(k->r.memory, global, k->global_count + 1);
    proof_check_start(k);
    for (size_t g = 0; g < k->reached.count && !k->failed; g++) {
        int32_t number = k->reached.data[g];
        k->count = (uint32_t)k->globals[number].now.processes.count;
        for (k->here = (state_place){number, 1}; k->here.first + k->count <= proof_length(k, STATES, number) && !k->failed; k->here.first += k->count + !k->count, states++)
            check_state(k);
    }
    if (!k->failed && !k->runs && !k->alike && k->reached.count < k->global_count) /* where the automaton cannot go on, steps lead nowhere */
        proof_fail(k, "no step leads to other globals given", "");
    k->failed |= !k->failed && !exempt_is_harmless(&k->exempt, k->message);
    if (!k->failed && k->runs)
        runs_refute(k);
    if (!k->failed && !k->runs)
        strbuf_printf(k->message, "%zu states%s hold every reachable one, and none of them is bad", states, k->alike ? ", with all that alike processes make of them by changing places," : "");
    else if (!k->failed)
        strbuf_printf(k->message, "; %zu hold every run, and none that is fair violates %s", states, k->properties->items.data[0].name);
    for (size_t g = 0; g < k->reached.count; g++)
        replay_state_release(&k->globals[k->reached.data[g]].now);
}

static void release(proof_check *k)
{
    for (int i = 0; i < TABLES; i++)
        intern_release(&k->tables[i]);
    for (size_t i = 0; i < k->walks.count; i++)
        intern_release(&k->walks.data[i]);
    vec_release(&k->walks);
    vec_release(&k->reached);
    vec_release(&k->stances);
    vec_release(&k->spots);
    vec_release(&k->parts);
    vec_release(&k->letters);
    vec_release(&k->row);
    vec_release(&k->choices);
    intern_release(&k->classes);
    for (size_t i = 0; i < k->members.count; i++)
        vec_release(&k->members.data[i]);
    vec_release(&k->members);
    intern_release(&k->renamings);
    vec_release(&k->renamed);
    footprints_free(k->footprints);
    replay_release(&k->r);
    if (k->runs)
        runs_release(k->runs);
}

/* Renaming makes points as the text has them; and who uses an element that belongs to one process would have to be known of those of all. */
static void check_alike(proof_check *k)
{
    if (intern_count(&k->tables[POINTS]) != intern_count(&k->tables[EDGES]))
        proof_fail(k, "there are not as many lists of edges as points", "");
    for (uint32_t e = 0; e < k->r.program->global_count; e++)
        if (k->exempt.elements[e] && k->alike->globals[e].is_owned)
            proof_fail(k, "an element that belongs to one of several alike processes is kept out of the buffers", "");
}

static certificate_verdict check_tables(const subject *of, const symmetry *alike, const json_t *proof, const certificate_watch *watch, strbuf *message)
{
    proof_check k = {.properties = of->properties, .footprints = property_footprints(of->properties, of->program), .runs = of->runs, .alike = alike, .here = {NOTHING, 0}, .watch = watch, .message = message};
    arena *kept = arena_new();
    exempt_init(&k.exempt, of->program, kept);
    bool starts = replay_init(&k.r, of->program, (machine){.memory = of->memory}, &k.exempt) == STEP_DONE;
    for (size_t i = 0; i < 2 * (size_t)of->program->global_count; i++)
        vec_push(&k.row, 0);
    proof_number_row(&k, &k.tables[VIEWS]);
    bool read = of->runs ? certificate_text_read_runs(&k, proof) : certificate_text_read(&k, proof);
    k.global_count = intern_count(&k.tables[GLOBALS]);
    if (read && alike)
        check_alike(&k);
    if (read && !starts)
        proof_fail(&k, "the initial state is an error", "");
    else if (read && !k.failed)
        check_all(&k);
    release(&k);
    arena_free(kept);
    return !read ? CERTIFICATE_UNREADABLE : k.failed ? CERTIFICATE_REJECTED : CERTIFICATE_CONFIRMED;
}

/* A proof about states may say that processes are alike. Whether they are is found out from the program and the properties. */
static certificate_verdict check_proof(const subject *of, const json_t *proof, const certificate_watch *watch, strbuf *message)
{
    if (of->runs || !certificate_text_is_symmetric(proof))
        return check_tables(of, NULL, proof, watch, message);
    property_list safety = *of->properties;
    safety.items.count = property_first_temporal(of->properties);
    footprints *f = property_footprints(&safety, of->program);
    symmetry *alike = property_symmetry(&safety, f);
    subject seen = *of;
    certificate_verdict verdict = CERTIFICATE_REJECTED;
    seen.program = alike->program;
    if (certificate_text_has_groups(proof, alike))
        verdict = check_tables(&seen, alike, proof, watch, message);
    else
        strbuf_add(message, "the processes that it takes for alike are not those that are");
    symmetry_free(alike);
    footprints_free(f);
    return verdict;
}

/* Why a proof about the states of the watched program would not prove the property; NULL: it would. */
static const char *find_obstacle(const temporal *t)
{
    return !t || !t->has_formula ? "it is no formula" : !t->stutters ? "it has X" : t->fairness != FAIRNESS_ALL ? "it assumes other fairness" : NULL;
}

/* The proof speaks of the program with ghosts for all that the formula looks at, and one for the state of the automaton. */
static certificate_verdict check_runs(const subject *all, const property *p, const json_t *proof, strbuf *message)
{
    arena *memory = arena_new();
    watched w;
    const char *obstacle = find_obstacle(p->temporal);
    if (!obstacle && !proof)
        obstacle = "there is no proof of it";
    if (!obstacle) {
        obstacle = program_watch(memory, all->program, p->temporal->atoms, p->temporal->atom_count, &w);
        obstacle = obstacle || !w.view_count ? obstacle : "the formula looks at what a process would read";
    }
    certificate_verdict verdict = CERTIFICATE_REJECTED;
    if (obstacle) {
        strbuf_clear(message);
        strbuf_printf(message, "no certificate proves %s: %s", p->name, obstacle);
    } else {
        temporal seen = *p->temporal;
        seen.atoms = w.conditions;
        property alone = *p;
        alone.temporal = &seen;
        property_list list = {.memory = memory, .items = {.data = &alone, .count = 1}};
        runs x = {.of = &seen, .element = w.program->globals.data[w.spare].offset};
        strbuf told = {0};
        intern_row(&x.cuts, NULL, 0); /* ABSENT */
        verdict = check_proof(&(subject){w.program, &list, all->memory, &x}, proof, NULL, &told);
        if (verdict != CERTIFICATE_CONFIRMED) {
            strbuf_clear(message);
            strbuf_printf(message, "%s: ", p->name);
        }
        strbuf_add(message, strbuf_text(&told));
        strbuf_release(&told);
    }
    arena_free(memory);
    return verdict;
}

certificate_verdict certificate_check(const program *p, const property_list *properties, memory_kind memory, const char *json_text, size_t length,
                                      strbuf *message)
{
    json_error_t error;
    json_t *text = trace_json_load(json_text, length, &error);
    memory_guest *held = trace_json_hold(text);
    subject all = {p, properties, memory, NULL};
    certificate_verdict verdict = CERTIFICATE_UNREADABLE;
    uint32_t first = property_first_temporal(properties);
    if (certificate_text_fits(text, p, message))
        verdict = check_proof(&all, json_object_get(text, "proof"), NULL, message);
    for (uint32_t i = first; i < properties->items.count && verdict == CERTIFICATE_CONFIRMED; i++)
        verdict = check_runs(&all, &properties->items.data[i], json_array_get(json_object_get(text, "runs"), i - first), message);
    trace_json_release(text, held);
    return verdict;
}

certificate_verdict certificate_watch_check(const program *p, const property_list *properties, memory_kind memory, const char *json_text, size_t length,
                                            const certificate_watch *watch, strbuf *message)
{
    json_error_t error;
    json_t *text = trace_json_load(json_text, length, &error);
    memory_guest *held = trace_json_hold(text);
    certificate_verdict verdict = CERTIFICATE_UNREADABLE;
    if (certificate_text_fits(text, p, message))
        verdict = check_proof(&(subject){p, properties, memory, NULL}, json_object_get(text, "proof"), watch, message);
    trace_json_release(text, held);
    return verdict;
}
