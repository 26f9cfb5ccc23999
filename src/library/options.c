/* options.c: the options of libtarry.h, by their names. */
#include <float.h>
#include <stdlib.h>
#include <string.h>

#include <unistd.h>

#include "engine/registry.h"
#include "library/file.h"
#include "library/handles.h"

/* In bytes: a quarter of the machine's memory is left to others; 0 where the system does not tell how much there is. */
static uint64_t usual_memory_limit(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    return pages <= 0 || size <= 0 ? 0 : (uint64_t)pages * (uint64_t)size / 4 * 3;
}

tarry_options *tarry_options_new(void)
{
    arena *memory = arena_new();
    tarry_options *o = ARENA_NEW(memory, tarry_options);
    *o = (tarry_options){.memory = memory, .engine = &engine_auto, .request.options.memory = MEMORY_TSO, .memory_limit = usual_memory_limit(),
                         .repair.cost = {[CANDIDATE_FENCE] = 7, [CANDIDATE_BARRIER] = 1, [CANDIDATE_ATOMIC] = 7}};
    return o;
}

void tarry_options_free(tarry_options *o)
{
    vec_release(&o->never);
    vec_release(&o->always);
    vec_release(&o->mutex);
    vec_release(&o->ltl);
    vec_release(&o->defines);
    vec_release(&o->include_dirs);
    vec_release(&o->ghosts);
    arena_free(o->memory);
}

/* ---- Setting ---- */
/* The position of the value; -1: it is none of them. */
static int find(const char *value, const char *const *words)
{
    for (int i = 0; words[i]; i++)
        if (!strcmp(value, words[i]))
            return i;
    return -1;
}

static const char *set_choice(tarry_options *o, const char *name, const char *value)
{
    static const char *const searches[] = {"dfs", "bfs", "best:neb", "best:pw", "best:ipw", "best:auto", NULL}; /* ORDER search_order */
    static const char *const reductions[] = {"auto", "none", "ample", "sleep", NULL};                          /* ORDER reduction_kind */
    static const char *const overflows[] = {"block", "error", NULL}, *const errors[] = {"first", "all", NULL}, *const ties[] = {"fifo", "lifo", NULL};
    static const char *const accelerations[] = {"single", "interleaved", NULL}; /* ORDER acceleration_kind */
    static const char *const symmetries[] = {"auto", "none", NULL};
    static const char *const value_overflows[] = {"error", "wrap", NULL};
    static const char *const additions[] = {"fences", "atomic", "both", NULL}; /* ORDER repair_with */
    int at = -1;
    if (!strcmp(name, "search") && (at = find(value, searches)) >= 0)
        o->search = (search_order)at;
    else if (!strcmp(name, "reduction") && (at = find(value, reductions)) >= 0)
        o->reduction = (reduction_kind)at;
    else if (!strcmp(name, "symmetry") && (at = find(value, symmetries)) >= 0)
        o->no_symmetry = at == 1;
    else if (!strcmp(name, "acceleration") && (at = find(value, accelerations)) >= 0)
        o->acceleration = (acceleration_kind)at;
    else if (!strcmp(name, "ties") && (at = find(value, ties)) >= 0)
        o->ties_lifo = at == 1;
    else if (!strcmp(name, "overflow") && (at = find(value, overflows)) >= 0)
        o->request.options.overflow_is_error = at == 1;
    else if (!strcmp(name, "overflow-values") && (at = find(value, value_overflows)) >= 0)
        o->request.options.values_wrap = at == 1;
    else if (!strcmp(name, "fairness") && fairness_find(value, &o->request.options.fairness))
        at = 0;
    else if (!strcmp(name, "with") && (at = find(value, additions)) >= 0)
        o->repair.with = (repair_with)at;
    else if (!strcmp(name, "errors") && (at = find(value, errors)) >= 0)
        o->all_errors = at == 1;
    else if (!strcmp(name, "memory") && memory_kind_find(value, &o->request.options.memory))
        at = o->request.memory_given = true;
    else if (!strcmp(name, "engine") && engine_named(value)) {
        o->engine = engine_named(value);
        at = 0;
    }
    return at >= 0 ? NULL : arena_printf(o->memory, "%s '%s' is not supported", name, value);
}

enum { MOST_THREADS = 64 };

static const char *set_number(tarry_options *o, const char *name, const char *value)
{
    char *end;
    double number = strtod(value, &end);
    bool is_buffer = !strcmp(name, "buffer"), is_time = !strcmp(name, "time-limit"), unbounded = is_buffer && !strcmp(value, "unbounded");
    bool is_whole = is_time || !strcmp(name, "memory-limit") || (number < 1e18 && number == (double)(uint64_t)number);
    bool is_threads = !strcmp(name, "threads");
    double most = is_threads ? MOST_THREADS : is_buffer ? 65535 : is_time ? DBL_MAX : 1e12;
    if (!unbounded && (end == value || *end || !(number > 0) || number > most || !is_whole))
        return arena_printf(o->memory, "%s '%s' is no number in its range", name, value);
    if (is_buffer) {
        o->request.options.buffer = unbounded ? 0 : (uint32_t)number;
        o->request.buffer_given = true;
    } else if (!strcmp(name, "max-states")) {
        o->max_states = (uint64_t)number;
    } else if (is_threads) {
        o->threads = (uint32_t)number;
    } else if (is_time) {
        o->time_limit = number;
    } else {
        o->memory_limit = (uint64_t)(number * 1e6);
    }
    return NULL;
}

/* The names of `a,b`, one by one. */
static const char *add_ghosts(tarry_options *o, const char *value)
{
    for (const char *at = value;;) {
        size_t length = strcspn(at, ",");
        if (!length)
            return arena_printf(o->memory, "ghost '%s' holds an empty name", value);
        vec_push(&o->ghosts, arena_strndup(o->memory, at, length));
        if (!at[length])
            return NULL;
        at += length + 1;
    }
}

static const char *set_language(tarry_options *o, const char *value)
{
    strbuf known = {0};
    const char *why = NULL;
    for (const frontend *const *f = frontends; *f; f++)
        strbuf_printf(&known, " %s", (*f)->name);
    if (!frontend_find(value, NULL))
        why = arena_printf(o->memory, "language '%s' is not supported; known are:%s", value, strbuf_text(&known));
    else
        o->request.options.language = arena_strdup(o->memory, value);
    strbuf_release(&known);
    return why;
}

static const char *set_atomic(tarry_options *o, const char *path)
{
    strbuf text = {0}, error = {0};
    bool good = file_read(path, &text, &error) && strlen(strbuf_text(&text)) == text.length;
    o->request.options.atomic = good ? arena_strdup(o->memory, strbuf_text(&text)) : NULL;
    o->request.options.atomic_name = arena_strdup(o->memory, path);
    const char *why = good ? NULL : arena_printf(o->memory, "atomic: %s", error.length ? strbuf_text(&error) : "the file holds bytes that are no text");
    strbuf_release(&text);
    strbuf_release(&error);
    return why;
}

static tarry_texts *list_named(tarry_options *o, const char *name)
{
    return !strcmp(name, "never")     ? &o->never
           : !strcmp(name, "always")  ? &o->always
           : !strcmp(name, "mutex")   ? &o->mutex
           : !strcmp(name, "ltl")     ? &o->ltl
           : !strcmp(name, "define")  ? &o->defines
           : !strcmp(name, "include") ? &o->include_dirs
                                      : NULL;
}

static bool *flag_named(tarry_options *o, const char *name)
{
    return !strcmp(name, "no-deadlock")   ? &o->request.options.no_deadlock
           : !strcmp(name, "split-loads") ? &o->request.options.split_loads
           : !strcmp(name, "certificate") ? &o->certificate
           : !strcmp(name, "all")         ? &o->repair.all
           : !strcmp(name, "keep")        ? &o->repair.keep
                                          : NULL;
}

/* "mfence=3,atomic=5". */
static const char *set_costs(tarry_options *o, const char *value)
{
    static const char *const kinds[] = {"mfence", "sfence", "atomic", NULL}; /* ORDER candidate_kind */
    for (const char *at = value;; at++) {
        char *end;
        const char *sign = strchr(at, '=');
        int kind = sign ? find(arena_strndup(o->memory, at, (size_t)(sign - at)), kinds) : -1;
        long cost = kind >= 0 ? strtol(sign + 1, &end, 10) : 0;
        if (kind < 0 || end == sign + 1 || (*end && *end != ',') || cost < 1 || cost > 1000000)
            return arena_printf(o->memory, "cost '%s' is not of the form mfence=3,sfence=1,atomic=5, with numbers from 1 to 1000000", value);
        o->repair.cost[kind] = (uint32_t)cost;
        if (!*end)
            return NULL;
        at = end;
    }
}

const char *tarry_options_set(tarry_options *o, const char *name, const char *value)
{
    static const char *const choices[] = {"memory", "overflow", "overflow-values", "engine", "search", "reduction", "symmetry", "errors", "ties", "acceleration", "fairness", "with", NULL};
    static const char *const numbers[] = {"buffer", "time-limit", "memory-limit", "max-states", "threads", NULL};
    tarry_texts *list = list_named(o, name);
    bool *flag = flag_named(o, name);
    if (flag) {
        *flag = true;
        return NULL;
    }
    if (!value)
        return arena_printf(o->memory, "%s needs a value", name);
    if (list) {
        vec_push(list, arena_strdup(o->memory, value));
        return NULL;
    }
    return find(name, choices) >= 0     ? set_choice(o, name, value)
           : find(name, numbers) >= 0   ? set_number(o, name, value)
           : !strcmp(name, "ghost")     ? add_ghosts(o, value)
           : !strcmp(name, "language")  ? set_language(o, value)
           : !strcmp(name, "atomic")    ? set_atomic(o, value)
           : !strcmp(name, "cost")      ? set_costs(o, value)
                                        : arena_printf(o->memory, "there is no option '%s'", name);
}

void tarry_options_ask(tarry_options *o, bool (*go_on)(void *data), void *data)
{
    o->go_on = go_on;
    o->data = data;
}

void tarry_options_log(tarry_options *o, void (*log)(void *data, const char *line), void *data)
{
    o->log = log;
    o->log_data = data;
}

/* ---- What is asked of a model ---- */
static report_strings copy(const tarry_texts *list, arena *memory)
{
    const char **items = ARENA_ARRAY(memory, const char *, list->count + 1);
    for (size_t i = 0; i < list->count; i++)
        items[i] = arena_strdup(memory, list->data[i]);
    return (report_strings){.count = list->count, .items = items};
}

model_request options_request(const tarry_options *o, arena *memory)
{
    model_request r = o->request;
    r.all_sizes = o->certificate || o->engine == &engine_events || o->engine == &engine_automata; /* they know no bound */
    if (r.options.language)
        r.options.language = arena_strdup(memory, r.options.language);
    if (r.options.atomic) {
        r.options.atomic = arena_strdup(memory, r.options.atomic);
        r.options.atomic_name = arena_strdup(memory, r.options.atomic_name);
    }
    r.options.never = copy(&o->never, memory);
    r.options.always = copy(&o->always, memory);
    r.options.mutex = copy(&o->mutex, memory);
    r.options.ltl = copy(&o->ltl, memory);
    r.options.defines = copy(&o->defines, memory);
    r.options.include_dirs = copy(&o->include_dirs, memory);
    r.options.ghosts = copy(&o->ghosts, memory);
    return r;
}

/* ---- What is asked of an engine ---- */
static bool ask(void *data, const statistics *now)
{
    const tarry_options *o = data;
    (void)now;
    return !o->go_on || o->go_on(o->data);
}

engine_request options_engine_request(tarry_options *o, const model *m)
{
    return (engine_request){
        .program = m->program,
        .properties = &m->safety,
        .footprints = m->footprints,
        .machine = model_machine(m),
        .search = o->search,
        .ties_lifo = o->ties_lifo,
        .reduction = o->reduction,
        .acceleration = o->acceleration,
        .all_errors = o->all_errors,
        .threads = o->threads,
        .max_states = o->max_states,
        .memory_limit = o->memory_limit,
        .time_limit = o->time_limit,
        .progress = o->progress ? o->progress : ask,
        .progress_data = o->progress ? o->progress_data : o,
        .trying = o->trying,
        .log = o->log,
        .log_data = o->log_data,
    };
}

/* A certificate is the events engine's. */
const engine *options_choose_engine(tarry_options *o, const engine_request *request, const char **why)
{
    *why = NULL;
    if (o->certificate && o->engine != &engine_events && o->engine != &engine_auto) {
        *why = "--certificate needs the events engine";
        return NULL;
    }
    const engine *chosen = o->certificate ? &engine_events : o->engine;
    const char *refused = chosen->refuses(request);
    if (!refused)
        return chosen;
    *why = o->certificate ? arena_printf(o->memory, "--certificate needs the events engine, which cannot check this: %s", refused)
                          : arena_printf(o->memory, "--engine %s cannot check this: %s", chosen->name, refused);
    return NULL;
}
