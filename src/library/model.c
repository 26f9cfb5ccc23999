#include "library/model.h"

#include <string.h>

#include "base/bug.h"
#include "library/formula_read.h"
#include "program/candidate.h"
#include "program/places.h"
#include "program/emptiness.h"
#include "property/claim.h"

typedef VEC(const char *) text_list;

static const source_location nowhere = {0};

static const frontend *choose_frontend(const char *language, const char *path, diag *d)
{
    const char *name = language ? language : !strcmp(path, "-") ? "promela" : NULL;
    const frontend *chosen = frontend_find(name, path);
    if (!chosen)
        diag_error(d, nowhere, "cannot tell the language of %s from its name; give --language", path);
    return chosen;
}

static void apply_file_settings(model *m, const model_request *request)
{
    const program *p = m->program;
    report_options *o = &m->options;
    o->language = m->frontend->name;
    if (p->memory_model && !request->memory_given && !memory_kind_find(p->memory_model, &o->memory))
        BUG("unknown memory model of a file");
    if (p->buffer_size && !request->buffer_given && !request->all_sizes)
        o->buffer = p->buffer_size;
    if (p->buffer_size && !request->buffer_given && request->all_sizes && memory_traits_of(o->memory)->has_buffers)
        diag_note(&m->diag, nowhere, "the file's bound of %u store%s is left aside: the engine answers for all buffer sizes", p->buffer_size,
                  p->buffer_size == 1 ? "" : "s");
    if (!memory_traits_of(o->memory)->has_buffers)
        o->buffer = 0; /* there are none to bound */
    if (memory_traits_of(o->memory)->overwrites && o->buffer && request->buffer_given)
        diag_error(&m->diag, nowhere, "--memory %s has room for one store a location: leave out --buffer", memory_traits_of(o->memory)->name);
    else if (memory_traits_of(o->memory)->overwrites)
        o->buffer = 0;
    if (memory_is_approximation(o->memory) && o->buffer && request->buffer_given)
        diag_error(&m->diag, nowhere, "--memory %s knows no bound on buffers: leave out --buffer", memory_traits_of(o->memory)->name);
    else if (memory_is_approximation(o->memory))
        o->buffer = 0;
    if (o->overflow_is_error && !o->buffer && memory_traits_of(o->memory)->has_buffers)
        diag_error(&m->diag, nowhere, "--overflow error needs a bound: give --buffer N");
}

static void add_condition(model *m, property_kind kind, const char *text)
{
    bool always = kind == PROPERTY_ALWAYS;
    const expr *condition = m->frontend->parse_condition(m->program, always ? "--always" : "--never", text, NULL, &m->diag);
    if (!condition)
        return;
    property_add_condition(&m->properties, kind, arena_printf(m->properties.memory, "%s %s", always ? "always" : "never", text), condition);
}

static void add_formula(model *m, const char *name, const formula_source *from)
{
    temporal *made = formula_property(m, from, m->options.fairness);
    if (made)
        property_add(&m->properties, (property){.kind = PROPERTY_LTL, .name = name, .temporal = made, .where = *from->places});
}

static void add_claim(model *m, const claim *c)
{
    formula_source from = {.what = c->name, .text = c->formula, .places = c->places};
    const char *why = NULL;
    if (c->kind == CLAIM_FORMULA) {
        add_formula(m, c->name, &from);
        return;
    }
    temporal *made = c->kind == CLAIM_NEVER ? temporal_of_claim(m->properties.memory, m->program, c->body, &why) : NULL;
    if (why)
        diag_error(&m->diag, c->where, "%s", why);
    if (made)
        made->fairness = m->options.fairness;
    property_add(&m->properties, (property){.kind = PROPERTY_CLAIM, .name = c->name, .temporal = made, .where = c->where});
}

static void add_labels(model *m, property_kind kind, const char *name, temporal *made)
{
    if (!made)
        return;
    made->fairness = m->options.fairness;
    property_add(&m->properties, (property){.kind = kind, .name = name, .temporal = made});
}

/* Last of all. */
static void add_temporal(model *m)
{
    add_labels(m, PROPERTY_ACCEPTANCE, "acceptance cycles", temporal_of_accept_labels(m->properties.memory, m->program));
    add_labels(m, PROPERTY_PROGRESS, "non-progress cycles", temporal_of_progress_labels(m->properties.memory, m->program));
    for (size_t i = 0; i < m->program->claims.count; i++)
        add_claim(m, &m->program->claims.data[i]);
    for (size_t i = 0; i < m->options.ltl.count; i++) {
        const char *text = m->options.ltl.items[i];
        formula_source from = formula_source_of_option(m, "--ltl", text);
        add_formula(m, arena_printf(m->properties.memory, "ltl %s", text), &from);
    }
}

static void add_mutex(model *m, const char *name)
{
    uint32_t at;
    bool found = false;
    for (size_t i = 0; i < m->program->processes.count; i++)
        found |= process_find_label(&m->program->processes.data[i], name, &at);
    if (!found)
        diag_error(&m->diag, nowhere, "--mutex %s: no process has a label of that name", name);
    else
        property_add(&m->properties, (property){.kind = PROPERTY_MUTEX, .name = arena_printf(m->properties.memory, "mutex %s", name), .label = name});
}

static void build_properties(model *m)
{
    const report_options *o = &m->options;
    property_list_init(&m->properties, m->program, &m->diag, !o->no_deadlock && !m->program->question, o->overflow_is_error);
    property_add_question(&m->properties, m->program);
    for (size_t i = 0; i < o->never.count; i++)
        add_condition(m, PROPERTY_NEVER, o->never.items[i]);
    for (size_t i = 0; i < o->always.count; i++)
        add_condition(m, PROPERTY_ALWAYS, o->always.items[i]);
    for (size_t i = 0; i < o->mutex.count; i++)
        add_mutex(m, o->mutex.items[i]);
    add_temporal(m);
}

/* The words behind an @ in the text of a condition. */
static void find_labels(const char *text, arena *memory, text_list *out)
{
    static const char name[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    for (const char *at = strchr(text, '@'); at; at = strchr(at, '@')) {
        at += 1 + strspn(at + 1, " \t");
        vec_push(out, arena_strndup(memory, at, strspn(at, name)));
    }
}

static void asked_labels(const report_options *o, arena *memory, text_list *out)
{
    for (size_t i = 0; i < o->mutex.count; i++)
        vec_push(out, o->mutex.items[i]);
    for (size_t i = 0; i < o->never.count; i++)
        find_labels(o->never.items[i], memory, out);
    for (size_t i = 0; i < o->always.count; i++)
        find_labels(o->always.items[i], memory, out);
    for (size_t i = 0; i < o->ltl.count; i++)
        find_labels(o->ltl.items[i], memory, out);
}

static bool asks_last(const report_options *o)
{
    const report_strings *lists[] = {&o->never, &o->always, &o->ltl};
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++)
        for (size_t i = 0; i < lists[k]->count; i++)
            if (strstr(lists[k]->items[i], "_last"))
                return true;
    return false;
}

static void parse(model *m, const char *path, const char *text, size_t length, bool candidates)
{
    const report_options *o = &m->options;
    arena *memory = arena_new();
    text_list labels = {0};
    asked_labels(o, memory, &labels);
    frontend_input input = {
        .file_name = path,
        .text = text,
        .length = length,
        .defines = o->defines.items,
        .define_count = o->defines.count,
        .include_dirs = o->include_dirs.items,
        .include_dir_count = o->include_dirs.count,
        .ghosts = o->ghosts.items,
        .ghost_count = o->ghosts.count,
        .labels = labels.data,
        .label_count = labels.count,
        .asks_last = asks_last(o),
        .keeps_locals = o->never.count || o->always.count || o->ltl.count,
        .atomic = o->atomic,
        .atomic_name = o->atomic_name,
        .values_wrap = o->values_wrap,
        .split_loads = o->split_loads,
        .candidates = candidates,
        .buffered = memory_traits_of(o->memory)->has_buffers,
    };
    if (o->atomic && m->frontend != &frontend_dve)
        diag_error(&m->diag, nowhere, "--atomic names transitions of DVE models, and this is %s", m->frontend->name);
    else if (o->split_loads && (m->frontend == &frontend_dve || m->frontend == &frontend_pimp))
        diag_error(&m->diag, nowhere, "--split-loads is for Promela: in %s every %s is one step, whatever it loads", m->frontend->name,
                   m->frontend == &frontend_dve ? "transition" : "guard and assignment");
    else
        m->program = m->frontend->parse(&input, &m->diag);
    vec_release(&labels);
    arena_free(memory);
}

/* A slot is overwritten by the next store to its location: it cannot hold one from each side of a barrier. */
static void check_barriers(model *m)
{
    const memory_traits *memory = memory_traits_of(m->options.memory);
    for (size_t t = 0; t < m->program->processes.count && memory->overwrites; t++)
        for (size_t i = 0; i < m->program->processes.data[t].edges.count; i++)
            if (m->footprints->edges[t][i].has_barrier) {
                diag_error(&m->diag, m->program->processes.data[t].edges.data[i].where,
                           "--memory %s has no store-store barriers: a slot holds one store, not one from each side; use a full fence", memory->name);
                return;
            }
}

/* The program as the file has it. */
static program *as_written(program *full)
{
    bool *there = ARENA_ARRAY(full->memory, bool, full->candidates.count + 1);
    for (size_t i = 0; i < full->candidates.count; i++)
        there[i] = full->candidates.data[i].is_there;
    return (program *)program_with(full->memory, full, there);
}

/* Of places that are the same to all properties one is offered. Where steps count, none is the same as another. */
static void merge_places(model *m)
{
    bool counts_steps = false, is_temporal = false;
    footprints *looks = property_footprints(&m->properties, m->full);
    for (size_t i = 0; i < m->properties.items.count; i++) {
        const property *p = &m->properties.items.data[i];
        is_temporal |= property_is_temporal(p);
        counts_steps |= p->temporal && !p->temporal->stutters;
    }
    if (counts_steps)
        places_keep_fences(m->full);
    else if (!looks->all.asks_timeout)
        places_merge(m->full, looks, model_machine(m), is_temporal);
    footprints_free(looks);
}

void model_read(model *m, const char *name, const char *text, size_t length, const model_request *request)
{
    *m = (model){.options = request->options};
    diag_init(&m->diag);
    if ((m->frontend = choose_frontend(m->options.language, name, &m->diag)))
        parse(m, name, text, length, request->candidates);
    if (m->program && request->candidates) {
        m->full = m->program;
        m->program = as_written(m->full);
    }
    if (m->program && !diag_has_errors(&m->diag)) {
        apply_file_settings(m, request);
        build_properties(m);
        for (size_t i = 0; i < m->properties.items.count && request->rules_out; i++)
            m->properties.items.data[i].is_wanted = false;
        m->safety = m->properties;
        m->safety.items.count = property_first_temporal(&m->properties);
        m->footprints = property_footprints(&m->safety, m->program);
        if (m->full)
            merge_places(m);
        check_barriers(m);
        footprints_check_questions(m->footprints, model_machine(m), &m->diag);
    }
    CHECK(m->program || diag_has_errors(&m->diag));
}

void model_fail(model *m, const char *why)
{
    *m = (model){0};
    diag_init(&m->diag);
    diag_error(&m->diag, nowhere, "%s", why);
}

void model_release(model *m)
{
    footprints_free(m->footprints);
    if (m->properties.memory)
        property_list_release(&m->properties);
    if (m->program)
        program_free(m->full ? m->full : m->program);
    diag_release(&m->diag);
}

machine model_machine(const model *m)
{
    return (machine){.memory = m->options.memory, .buffer = m->options.buffer, .overflow_is_error = m->options.overflow_is_error};
}
