/* forge.c: is the checker of certificates deceived by proofs of formulas that do not hold?
 *
 *     forge MUTANTS SEED LENGTH MEMORY FILE FORMULA...
 *
 * Words are cut at LENGTH stores; 0: at any. For each formula the states that a search for its violation keeps are handed in as if they proved it, unchanged and in as many mutants, which have a few changes
 * each. A line tells what the checker says: `none` where there are no such states, otherwise its answer to the unchanged proof, how many mutants it confirmed, and
 * the last of those that it should not, if the formula is violated. Who knows that it is has caught the checker in a mistake wherever it confirms anything. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "base/bug.h"
#include "engine/fair/fair.h"
#include "engine/registry.h"
#include "library/file.h"
#include "library/model.h"
#include "trace/certificate.h"

enum { MAX_LENGTH = 4, MAX_CHANGES = 3 };

typedef struct forge {
    const model *model;
    uint64_t seed;
    uint32_t mutants, length;
    strbuf safety; /* the proof about states */
} forge;

static uint32_t below(forge *f, size_t limit)
{
    f->seed = f->seed * 6364136223846793005u + 1442695040888963407u;
    return limit ? (uint32_t)((f->seed >> 33) % limit) : 0;
}

/* ---- Changes ---- */
static json_t *table(json_t *proof, const char *name)
{
    return json_object_get(proof, name);
}

static json_t *any_row(forge *f, json_t *proof, const char *name)
{
    json_t *rows = table(proof, name);
    return json_array_get(rows, below(f, json_array_size(rows)));
}

static json_int_t integer_at(const json_t *row, size_t at)
{
    return json_integer_value(json_array_get(row, at));
}

static void set_at(json_t *row, size_t at, json_int_t value)
{
    if (at < json_array_size(row))
        json_array_set_new(row, at, json_integer(value));
}

static void change_any(forge *f, json_t *row, size_t from)
{
    if (json_array_size(row) > from) {
        size_t at = from + below(f, json_array_size(row) - from);
        json_int_t value = integer_at(row, at);
        set_at(row, at, below(f, 2) ? 1 - value : value + 1);
    }
}

static void drop(json_t *row, size_t at, size_t count)
{
    while (count-- && at < json_array_size(row))
        json_array_remove(row, at);
}

/* One state of a global, or all of them; or all states in which the automaton is in one of its states. */
static void drop_states(forge *f, json_t *proof)
{
    uint32_t global = below(f, json_array_size(table(proof, "globals"))), kind = below(f, 3);
    json_t *states = table(proof, "states"), *row = json_array_get(states, global), *of = json_array_get(table(proof, "globals"), global);
    size_t count = (size_t)integer_at(of, 0);
    if (kind == 0 && count && json_array_size(row) >= count) {
        drop(row, count * below(f, json_array_size(row) / count), count);
    } else if (kind == 1) {
        json_array_clear(row);
    } else {
        size_t at = json_array_size(of) - 1; /* without channels: the automaton's state */
        for (size_t i = 0; i < json_array_size(states); i++) {
            const json_t *other = json_array_get(table(proof, "globals"), i);
            if (json_array_size(other) == json_array_size(of) && integer_at(other, at) == integer_at(of, at))
                json_array_clear(json_array_get(states, i));
        }
    }
}

static void add_state(forge *f, json_t *proof)
{
    json_t *states = any_row(f, proof, "states");
    size_t size = json_array_size(states);
    for (size_t i = 0; i < size; i++)
        json_array_append_new(states, json_integer(below(f, 3) ? integer_at(states, i) : below(f, json_array_size(table(proof, "points")))));
}

static void change_set(forge *f, json_t *proof)
{
    size_t points = json_array_size(table(proof, "points"));
    json_t *keys = any_row(f, proof, "points"), *edges = any_row(f, proof, "edges");
    size_t at = 2 * (size_t)below(f, json_array_size(edges) / 2);
    switch (below(f, 5)) {
    case 0: drop(keys, below(f, json_array_size(keys)), 1); break;
    case 1: drop(edges, at, 2); break;
    case 2: set_at(edges, at + 1, below(f, points)); break;
    case 3: set_at(edges, at, below(f, json_array_size(table(proof, "letters")))); break;
    default: json_array_append_new(keys, json_integer(below(f, json_array_size(table(proof, "keys")))));
    }
}

static void swap_globals(forge *f, json_t *proof)
{
    json_t *globals = table(proof, "globals");
    size_t a = below(f, json_array_size(globals)), b = below(f, json_array_size(globals));
    json_t *row = json_incref(json_array_get(globals, a));
    json_array_set(globals, a, json_array_get(globals, b));
    json_array_set_new(globals, b, row);
}

/* Some locations are said to need no buffer. */
static void keep_out(forge *f, json_t *proof)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < f->model->program->global_count; i++)
        if (below(f, 2))
            json_array_append_new(list, json_integer(i));
    json_object_set_new(proof, "unbuffered", list);
}

static void change(forge *f, json_t *proof)
{
    json_t *automaton = table(proof, "automaton"), *groups = table(proof, "groups");
    switch (below(f, 13)) {
    case 0:
    case 1: drop_states(f, proof); break;
    case 2:
    case 3:
    case 4: change_set(f, proof); break;
    case 5: swap_globals(f, proof); break;
    case 6: change_any(f, any_row(f, proof, "globals"), 1); break;
    case 7: change_any(f, any_row(f, proof, below(f, 2) ? "keys" : "letters"), 0); break;
    case 8: add_state(f, proof); break;
    case 9: set_at(any_row(f, proof, "states"), below(f, 8), below(f, json_array_size(table(proof, "points")))); break;
    case 10:
        if (below(f, 2))
            change_any(f, any_row(f, proof, "automaton"), 0);
        else
            drop(automaton, below(f, json_array_size(automaton)), 1);
        break;
    case 11: keep_out(f, proof); break;
    default:
        if (below(f, 2))
            drop(groups, below(f, json_array_size(groups)), 1);
        else
            json_object_set_new(proof, "length", json_integer(1 + below(f, MAX_LENGTH)));
    }
}

/* ---- The checker's answers ---- */
static certificate_verdict ask(const forge *f, const property_list *alone, const json_t *proof, strbuf *text, strbuf *message)
{
    char *written = json_dumps(proof, JSON_COMPACT);
    CHECK(written);
    strbuf_clear(text);
    strbuf_clear(message);
    strbuf_printf(text, "{\"input_hash\": \"%016llx\", \"proof\": %s, \"runs\": [%s]}", (unsigned long long)f->model->program->input_hash, strbuf_text(&f->safety), written);
    free(written);
    return certificate_check(f->model->program, alone, f->model->options.memory, strbuf_text(text), text->length, message);
}

static void try_formula(forge *f, const engine_request *request, const property *p)
{
    property_list alone = {.items = {.data = (property *)p, .count = 1}};
    engine_request asked = *request;
    asked.properties = &alone;
    asked.footprints = property_footprints(&alone, f->model->program);
    strbuf proof = {0}, text = {0}, message = {0}, last = {0};
    if (fair_refuses(&asked) || !fair_forge(&asked, f->length ? f->length : 1 + below(f, MAX_LENGTH), &proof)) {
        printf("none\n");
    } else {
        json_t *original = json_loads(strbuf_text(&proof), 0, NULL);
        uint32_t confirmed = 0;
        CHECK(original);
        certificate_verdict answer = ask(f, &alone, original, &text, &message);
        printf("%s", answer == CERTIFICATE_CONFIRMED ? "confirmed" : "rejected");
        for (uint32_t i = 0; i < f->mutants; i++) {
            json_t *mutant = json_deep_copy(original);
            for (uint32_t changes = 1 + below(f, MAX_CHANGES); changes; changes--)
                change(f, mutant);
            if (ask(f, &alone, mutant, &text, &message) == CERTIFICATE_CONFIRMED) {
                confirmed++;
                strbuf_clear(&last);
                strbuf_add(&last, strbuf_text(&text));
            }
            json_decref(mutant);
        }
        for (size_t i = 0; i < last.length; i++)
            last.text[i] = last.text[i] == '\n' ? ' ' : last.text[i];
        printf(" %u %s\n", confirmed, strbuf_text(&last));
        json_decref(original);
    }
    strbuf_release(&proof);
    strbuf_release(&text);
    strbuf_release(&message);
    strbuf_release(&last);
    footprints_free((footprints *)asked.footprints);
}

/* What steps do wrong is no matter of forged proofs: without such a proof no formula is tried. */
static bool prove_safety(forge *f, engine_request *request)
{
    engine_result result;
    request->properties = &f->model->safety;
    request->footprints = f->model->footprints;
    request->certificate = &f->safety;
    bool proved = !engine_events.refuses(request);
    if (proved) {
        engine_events.check(request, &result);
        proved = result.verdict == VERDICT_HOLDS;
        engine_result_release(&result);
    }
    request->certificate = NULL;
    return proved;
}

int main(int argc, char **argv)
{
    strbuf text = {0}, error = {0};
    model m;
    model_request request = {.memory_given = true, .all_sizes = true, .options = {.no_deadlock = true}};
    if (argc < 7 || !memory_kind_find(argv[4], &request.options.memory) || !file_read(argv[5], &text, &error)) {
        fprintf(stderr, "usage: forge MUTANTS SEED LENGTH MEMORY FILE FORMULA...\n");
        return 3;
    }
    request.options.ltl = (report_strings){.items = (const char *const *)argv + 6, .count = (size_t)argc - 6};
    model_read(&m, argv[5], strbuf_text(&text), text.length, &request);
    if (diag_has_errors(&m.diag)) {
        diag_print(&m.diag, &error);
        fprintf(stderr, "%s", strbuf_text(&error));
        return 3;
    }
    forge f = {.model = &m, .mutants = (uint32_t)strtoul(argv[1], NULL, 10), .seed = strtoull(argv[2], NULL, 10), .length = (uint32_t)strtoul(argv[3], NULL, 10)};
    engine_request asked = {.program = m.program, .machine = {.memory = m.options.memory}};
    bool proved = prove_safety(&f, &asked);
    for (size_t i = property_first_temporal(&m.properties); i < m.properties.items.count; i++) {
        if (proved)
            try_formula(&f, &asked, &m.properties.items.data[i]);
        else
            printf("none\n");
    }
    strbuf_release(&f.safety);
    strbuf_release(&text);
    strbuf_release(&error);
    model_release(&m);
    return 0;
}
