#include "trace/optimality.h"

#include <inttypes.h>
#include <jansson.h>
#include <string.h>

#include "base/limits.h"
#include "program/candidate.h"
#include "trace/trace_json.h"

enum { KINDS = 3 };
static const char *const kind_names[KINDS] = {[CANDIDATE_FENCE] = "mfence", [CANDIDATE_BARRIER] = "sfence", [CANDIDATE_ATOMIC] = "atomic"};

/* Says that a set with one of `in`, or without one of `out`, may be a solution, and no other. Flags by candidate. */
typedef struct demand {
    bool *in, *out;
} demand;

typedef struct proof {
    const program *full;
    machine machine;
    const property_list *properties;
    const footprints *looks;
    arena *memory;
    uint32_t count;                /* of candidates */
    bool *offered, *kept;
    uint64_t cost[KINDS];
    VEC(demand) demands;
    bool *solution;
    uint64_t solution_cost;
    strbuf *message;
} proof;

static bool reject(proof *p, const char *why)
{
    if (!p->message->length)
        strbuf_add(p->message, why);
    return false;
}

/* ---- Reading ---- */

static bool read_index(const json_t *value, uint64_t most, uint64_t *out)
{
    if (!json_is_integer(value) || json_integer_value(value) < 0 || (uint64_t)json_integer_value(value) > most)
        return false;
    *out = (uint64_t)json_integer_value(value);
    return true;
}

/* Candidates by their numbers, as flags. */
static bool *read_set(proof *p, const json_t *array)
{
    bool *flags = ARENA_ARRAY(p->memory, bool, p->count + 1);
    uint64_t number;
    for (size_t i = 0; i < json_array_size(array); i++) {
        if (!p->count || !read_index(json_array_get(array, i), p->count - 1, &number))
            return NULL;
        flags[number] = true;
    }
    return json_is_array(array) ? flags : NULL;
}

/* What may be chosen, and what it costs: decided by the program, not by the proof. */
static bool read_terms(proof *p, const json_t *of)
{
    const char *with = json_string_value(json_object_get(of, "with"));
    const memory_traits *on = memory_traits_of(p->machine.memory);
    bool keep = json_is_true(json_object_get(of, "keep"));
    if (!with || (strcmp(with, "fences") && strcmp(with, "atomic") && strcmp(with, "both")))
        return reject(p, "it does not say what may be added");
    for (int i = 0; i < KINDS; i++)
        if (!read_index(json_object_get(json_object_get(of, "cost"), kind_names[i]), 1000000, &p->cost[i]) || !p->cost[i])
            return reject(p, "its costs are missing");
    for (uint32_t i = 0; i < p->count; i++) {
        const candidate_info *c = &p->full->candidates.data[i];
        bool fits = c->kind == CANDIDATE_ATOMIC ? strcmp(with, "fences") != 0 : strcmp(with, "atomic") != 0 || c->is_there;
        p->kept[i] = keep && c->is_there;
        p->offered[i] = fits && !p->kept[i] && (c->kind != CANDIDATE_BARRIER || (on->per_location && !on->overwrites));
    }
    return true;
}

static bool read_number(const json_t *array, size_t at, uint32_t *out)
{
    uint64_t value;
    bool read = read_index(json_array_get(array, at), INT32_MAX, &value);
    *out = read ? (uint32_t)value : 0;
    return read;
}

static bool read_step(const json_t *array, step *out)
{
    const char *word = json_string_value(json_array_get(array, 0));
    uint32_t partner;
    *out = (step){.kind = STEP_EDGE, .partner = -1};
    if (word) {
        out->kind = !strcmp(word, "commit") ? STEP_COMMIT : STEP_END;
        return read_number(array, 1, &out->process) && (out->kind == STEP_END || read_number(array, 2, &out->element));
    }
    bool good = read_number(array, 0, &out->process) && read_number(array, 1, &out->edge);
    if (json_array_size(array) > 2) {
        good &= read_number(array, 2, &partner) && read_number(array, 3, &out->partner_edge);
        out->partner = (int32_t)partner;
    }
    return good;
}

static bool read_run(const json_t *of, run *out, uint32_t *loop)
{
    const json_t *steps = json_object_get(of, "steps"), *back = json_object_get(of, "loop");
    uint64_t to = NO_LOOP;
    for (size_t i = 0; i < json_array_size(steps); i++) {
        step one;
        if (!read_step(json_array_get(steps, i), &one))
            return false;
        vec_push(out, one);
    }
    bool good = json_is_array(steps) && (json_is_null(back) || read_index(back, out->count, &to));
    *loop = (uint32_t)to;
    return good;
}

/* ---- Each run ---- */

/* With everything that may be chosen and is not in the clause the program still has the run; with less it has it all the more. */
static bool check_clause(proof *p, property_ref violated, const run *steps, uint32_t loop, bool *clause)
{
    const property *of = property_at(p->properties, violated);
    bool *others = ARENA_ARRAY(p->memory, bool, p->count + 1);
    if (p->looks->all.asks_timeout || (of->temporal && !of->temporal->stutters))
        return reject(p, "a run of the bare program tells nothing here: fences are steps that the property, or a timeout, can see");
    for (uint32_t i = 0; i < p->count; i++)
        others[i] = (p->offered[i] && !clause[i]) || p->kept[i];
    if (!optimality_carries(p->full, p->machine, p->properties, p->looks, violated, steps, loop, ARENA_ARRAY(p->memory, bool, p->count + 1)))
        return reject(p, "a run of it is none of the program, or violates nothing");
    if (!optimality_carries(p->full, p->machine, p->properties, p->looks, violated, steps, loop, others))
        return reject(p, "a run of it is ruled out by more than its clause names");
    vec_push(&p->demands, ((demand){.in = clause, .out = ARENA_ARRAY(p->memory, bool, p->count + 1)}));
    return true;
}

/* The program with exactly this set is violated. */
static bool check_set(proof *p, property_ref violated, const run *steps, uint32_t loop, bool *set)
{
    bool *with = ARENA_ARRAY(p->memory, bool, p->count + 1), *in = ARENA_ARRAY(p->memory, bool, p->count + 1);
    strbuf why = {0};
    for (uint32_t i = 0; i < p->count; i++) {
        with[i] = set[i] || p->kept[i];
        in[i] = p->offered[i] && !set[i];
    }
    bool good = trace_build(p->memory, program_with(p->memory, p->full, with), p->machine, p->properties, violated, steps, loop, &why) != NULL;
    strbuf_release(&why);
    vec_push(&p->demands, ((demand){.in = in, .out = set}));
    return good || reject(p, "a run of it is none of the program with its set, or violates nothing");
}

static bool check_reason(proof *p, const json_t *of)
{
    uint64_t number;
    uint32_t loop;
    run steps = {0};
    bool *clause = read_set(p, json_object_get(of, "clause")), *set = read_set(p, json_object_get(of, "set"));
    bool good = (!clause != !set) && p->properties->items.count && read_index(json_object_get(of, "property"), p->properties->items.count - 1, &number) &&
                read_run(of, &steps, &loop);
    if (!good)
        reject(p, "a run of it is not complete");
    else if (property_at(p->properties, (property_ref){(uint32_t)number})->is_wanted)
        good = reject(p, "a run of it shows what its property asks for");
    else
        good = clause ? check_clause(p, (property_ref){(uint32_t)number}, &steps, loop, clause)
                      : check_set(p, (property_ref){(uint32_t)number}, &steps, loop, set);
    vec_release(&steps);
    return good;
}

/* ---- No cheaper set ---- */

typedef enum state { OPEN, IN, OUT } state;

typedef struct search {
    const proof *proof;
    state *states; /* by candidate */
} search;

static uint64_t price(const proof *p, uint32_t i)
{
    return p->cost[p->full->candidates.data[i].kind];
}

static bool is_met(const search *s, const demand *d)
{
    for (uint32_t i = 0; i < s->proof->count; i++)
        if ((d->in[i] && s->states[i] == IN) || (d->out[i] && s->states[i] != IN))
            return true;
    return false;
}

/* Is there a set that costs less than `budget` more and agrees with what is decided? What is open counts as out until it is decided to be in: a demand for one
 * that is out is met by that, and if it is put in for another's sake the demand is looked at again. */
static bool exists(search *s, uint64_t budget)
{
    const proof *p = s->proof;
    const demand *open = NULL;
    bool found = false;
    limits_poll();
    for (size_t i = 0; i < p->demands.count && !open; i++)
        if (!is_met(s, &p->demands.data[i]))
            open = &p->demands.data[i];
    if (!open)
        return budget > 0;
    VEC(uint32_t) tried = {0};
    for (uint32_t i = 0; i < p->count && !found; i++) {
        if (!open->in[i] || s->states[i] != OPEN)
            continue;
        vec_push(&tried, i);
        if (price(p, i) < budget) {
            s->states[i] = IN;
            found = exists(s, budget - price(p, i));
        }
        s->states[i] = OUT; /* sets with it have been seen */
    }
    for (size_t i = 0; i < tried.count; i++)
        s->states[tried.data[i]] = OPEN;
    vec_release(&tried);
    return found;
}

/* Demands that something be out are met at first, and no more once it is in: it stays in below, as sets without it are looked at elsewhere. */
static bool check_optimum(proof *p)
{
    uint64_t sum = 0;
    search s = {.proof = p, .states = ARENA_ARRAY(p->memory, state, p->count + 1)};
    for (uint32_t i = 0; i < p->count; i++) {
        if (p->solution[i] && !p->offered[i])
            return reject(p, "its solution has what may not be added");
        sum += p->solution[i] ? price(p, i) : 0;
        s.states[i] = p->solution[i] ? IN : OUT;
    }
    if (sum != p->solution_cost)
        return reject(p, "its solution has another cost");
    for (size_t i = 0; i < p->demands.count; i++)
        if (!is_met(&s, &p->demands.data[i]))
            return reject(p, "its own runs rule its solution out");
    memset(s.states, 0, p->count * sizeof *s.states);
    return !exists(&s, p->solution_cost) || reject(p, "its runs leave room for a cheaper set");
}

/* ---- The whole ---- */

static bool check_all(proof *p, const json_t *of)
{
    const json_t *reasons = json_object_get(of, "reasons");
    bool good = read_terms(p, of);
    for (size_t i = 0; i < json_array_size(reasons) && good; i++)
        good = check_reason(p, json_array_get(reasons, i));
    if (good && (!(p->solution = read_set(p, json_object_get(of, "solution"))) || !read_index(json_object_get(of, "solution_cost"), UINT32_MAX, &p->solution_cost)))
        good = reject(p, "it has no solution");
    return good && check_optimum(p);
}

static certificate_verdict check_loaded(proof *p, const json_t *saved)
{
    const json_t *of = json_object_get(saved, "proof");
    if (!trace_json_is_for(saved, p->full)) {
        strbuf_add(p->message, "the proof was made for another input");
        return CERTIFICATE_UNREADABLE;
    }
    p->memory = arena_new();
    p->count = (uint32_t)p->full->candidates.count;
    p->offered = ARENA_ARRAY(p->memory, bool, p->count + 1);
    p->kept = ARENA_ARRAY(p->memory, bool, p->count + 1);
    bool good = check_all(p, of);
    if (good)
        strbuf_printf(p->message, "no set of candidates that makes the properties hold costs less than %" PRIu64 ": %zu runs show it", p->solution_cost,
                      p->demands.count);
    vec_release(&p->demands);
    arena_free(p->memory);
    return good ? CERTIFICATE_CONFIRMED : CERTIFICATE_REJECTED;
}

bool optimality_is_proof(const char *json_text, size_t length)
{
    json_error_t error;
    json_t *saved = trace_json_load(json_text, length, &error);
    const char *kind = json_string_value(json_object_get(json_object_get(saved, "proof"), "kind"));
    bool is_proof = kind && !strcmp(kind, "repair");
    json_decref(saved);
    return is_proof;
}

certificate_verdict optimality_check(const program *full, machine on, const property_list *properties, const char *json_text, size_t length, strbuf *message)
{
    json_error_t error;
    json_t *saved = trace_json_load(json_text, length, &error);
    if (!saved) {
        strbuf_printf(message, "this is no JSON: line %d: %s", error.line, error.text);
        return CERTIFICATE_UNREADABLE;
    }
    memory_guest *held = trace_json_hold(saved);
    footprints *looks = property_footprints(properties, full);
    proof p = {.full = full, .machine = on, .properties = properties, .looks = looks, .message = message};
    certificate_verdict verdict = check_loaded(&p, saved);
    footprints_free(looks);
    trace_json_release(saved, held);
    return verdict;
}
