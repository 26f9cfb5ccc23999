/* options.c: the options of libtarry.h, by their names. */
#include <stdlib.h>
#include <string.h>

#include "engine/registry.h"
#include "libtarry.h"
#include "library/handles.h"

tarry_options *tarry_options_new(void)
{
    arena *memory = arena_new();
    tarry_options *o = ARENA_NEW(memory, tarry_options);
    *o = (tarry_options){.memory = memory, .engine = &engine_auto, .request.options.memory = MEMORY_TSO};
    return o;
}

void tarry_options_free(tarry_options *o)
{
    vec_release(&o->never);
    vec_release(&o->always);
    vec_release(&o->mutex);
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
    static const char *const overflows[] = {"block", "error", NULL}, *const errors[] = {"first", "all", NULL};
    int at = -1;
    if (!strcmp(name, "search") && (at = find(value, searches)) >= 0)
        o->search = (search_order)at;
    else if (!strcmp(name, "reduction") && (at = find(value, reductions)) >= 0)
        o->reduction = (reduction_kind)at;
    else if (!strcmp(name, "overflow") && (at = find(value, overflows)) >= 0)
        o->request.options.overflow_is_error = at == 1;
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

static const char *set_number(tarry_options *o, const char *name, const char *value)
{
    char *end;
    double number = strtod(value, &end);
    bool unbounded = !strcmp(name, "buffer") && !strcmp(value, "unbounded");
    if (!unbounded && (end == value || *end || !(number > 0) || number > 1e12 || (!strcmp(name, "buffer") && number > 65535)))
        return arena_printf(o->memory, "%s '%s' is no number in its range", name, value);
    if (!strcmp(name, "buffer")) {
        o->request.options.buffer = unbounded ? 0 : (uint32_t)number;
        o->request.buffer_given = true;
    } else if (!strcmp(name, "max-states")) {
        o->max_states = (uint64_t)number;
    } else if (!strcmp(name, "memory-limit")) {
        o->memory_limit = (uint64_t)(number * 1e6);
    } else {
        o->time_limit = number;
    }
    return NULL;
}

static tarry_texts *list_named(tarry_options *o, const char *name)
{
    return !strcmp(name, "never")     ? &o->never
           : !strcmp(name, "always")  ? &o->always
           : !strcmp(name, "mutex")   ? &o->mutex
           : !strcmp(name, "define")  ? &o->defines
           : !strcmp(name, "include") ? &o->include_dirs
           : !strcmp(name, "ghost")   ? &o->ghosts
                                      : NULL;
}

const char *tarry_options_set(tarry_options *o, const char *name, const char *value)
{
    static const char *const choices[] = {"memory", "overflow", "engine", "search", "reduction", "errors", NULL};
    static const char *const numbers[] = {"buffer", "time-limit", "memory-limit", "max-states", NULL};
    tarry_texts *list = list_named(o, name);
    if (!strcmp(name, "no-deadlock")) {
        o->request.options.no_deadlock = true;
        return NULL;
    }
    if (!value)
        return arena_printf(o->memory, "%s needs a value", name);
    if (list) {
        vec_push(list, arena_strdup(o->memory, value));
        return NULL;
    }
    if (!strcmp(name, "language")) {
        if (!frontend_find(value, NULL))
            return arena_printf(o->memory, "language '%s' is not supported", value);
        o->request.options.language = arena_strdup(o->memory, value);
        return NULL;
    }
    return find(name, choices) >= 0   ? set_choice(o, name, value)
           : find(name, numbers) >= 0 ? set_number(o, name, value)
                                      : arena_printf(o->memory, "there is no option '%s'", name);
}

void tarry_options_ask(tarry_options *o, bool (*go_on)(void *data), void *data)
{
    o->go_on = go_on;
    o->data = data;
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
    if (r.options.language)
        r.options.language = arena_strdup(memory, r.options.language);
    r.options.never = copy(&o->never, memory);
    r.options.always = copy(&o->always, memory);
    r.options.mutex = copy(&o->mutex, memory);
    r.options.defines = copy(&o->defines, memory);
    r.options.include_dirs = copy(&o->include_dirs, memory);
    r.options.ghosts = copy(&o->ghosts, memory);
    return r;
}
