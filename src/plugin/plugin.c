/* plugin.c: a model of ours as LTSmin sees it.
 *
 * LTSmin loads this file as a shared object: as a language module (--loader), which reads what `export --to pins` writes; or as a model, where `export --to pins -o FILE.so`
 * has put that text behind it. One worker of LTSmin has one model; but where threads share one, each call takes a handle that is free. */
#include "plugin/ltsmin.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "library/file.h"
#include "library/model.h"
#include "library/payload.h"
#include "partition/partition.h"

#define VISIBLE __attribute__((visibility("default")))

enum { EXIT_FAILED = 255 }; /* as LTSmin ends where it cannot go on */

VISIBLE char pins_plugin_name[] = "Tarry";
VISIBLE loader_record_t pins_loaders[] = {{"tarry", pins_load_file}, {NULL, NULL}};

typedef struct context {
    arena *memory;
    model model;
    footprints *footprints; /* of the program and all properties */
    partition *partition;
    int *actions;           /* by action: its number at LTSmin */
    pthread_mutex_t lock;
    VEC(partition_handle *) idle;
} context;

/* ---- Transitions and labels ---- */
static partition_handle *take(context *c)
{
    pthread_mutex_lock(&c->lock);
    partition_handle *h = c->idle.count ? vec_pop(&c->idle) : NULL;
    pthread_mutex_unlock(&c->lock);
    return h ? h : partition_open(c->partition);
}

static void give_back(context *c, partition_handle *h)
{
    pthread_mutex_lock(&c->lock);
    vec_push(&c->idle, h);
    pthread_mutex_unlock(&c->lock);
}

typedef struct call {
    const context *context;
    TransitionCB *tell;
    void *data;
    int group;
} call;

static void tell(void *data, const int32_t *to, uint32_t action)
{
    const call *k = data;
    int number = k->context->actions[action];
    transition_info_t info = {.labels = &number, .group = k->group};
    k->tell(k->data, &info, (int *)to, NULL); /* who is told does not change it */
}

static int next(model_t self, int group, int *from, TransitionCB *told, void *data)
{
    context *c = GBgetContext(self);
    call k = {c, told, data, group};
    partition_handle *h = take(c);
    int count = (int)partition_next(h, (uint32_t)group, from, tell, &k);
    give_back(c, h);
    return count;
}

static int label_of(model_t self, int which, int *state)
{
    context *c = GBgetContext(self);
    partition_handle *h = take(c);
    int value = partition_holds(h, (uint32_t)which, state);
    give_back(c, h);
    return value;
}

static void end(model_t self)
{
    context *c = GBgetContext(self);
    for (size_t i = 0; i < c->idle.count; i++)
        partition_close(c->idle.data[i]);
    vec_release(&c->idle);
    partition_free(c->partition);
    footprints_free(c->footprints);
    model_release(&c->model);
    arena_free(c->memory);
}

/* ---- What LTSmin is told at the start ---- */
static void tell_types(model_t self, context *c)
{
    const partition *p = c->partition;
    lts_type_t t = lts_type_create();
    int number = lts_type_add_type(t, "int", NULL), action = lts_type_add_type(t, "action", NULL), boolean = lts_type_add_type(t, "bool", NULL);
    lts_type_set_format(t, number, LTS_SIGNED);
    lts_type_set_format(t, action, LTS_CHUNK);
    lts_type_set_format(t, boolean, LTS_BOOL);
    lts_type_set_state_length(t, (int)p->length);
    for (uint32_t i = 0; i < p->length; i++) {
        lts_type_set_state_name(t, (int)i, p->slot_names[i]);
        lts_type_set_state_typeno(t, (int)i, number);
    }
    lts_type_set_edge_label_count(t, 1);
    lts_type_set_edge_label_name(t, 0, "action");
    lts_type_set_edge_label_typeno(t, 0, action);
    lts_type_set_state_label_count(t, (int)p->labels.count);
    for (size_t i = 0; i < p->labels.count; i++) {
        lts_type_set_state_label_name(t, (int)i, p->labels.data[i].name);
        lts_type_set_state_label_typeno(t, (int)i, boolean);
    }
    GBsetLTStype(self, t);
    GBsetInitialState(self, p->initial);
    c->actions = ARENA_ARRAY(c->memory, int, p->actions.count + 1);
    for (size_t i = 0; i < p->actions.count; i++)
        c->actions[i] = pins_chunk_put(self, action, (chunk){(uint32_t)strlen(p->actions.data[i]), arena_strdup(c->memory, p->actions.data[i])});
}

/* LTSmin owns it. */
static matrix_t *matrix_new(size_t lines, uint32_t columns)
{
    matrix_t *m = calloc(1, sizeof *m);
    if (!m)
        exit(EXIT_FAILED);
    dm_create(m, (int)lines, (int)columns);
    return m;
}

static void fill_row(matrix_t *m, size_t line, const uint8_t *depends, dependency how, uint32_t columns)
{
    for (uint32_t i = 0; i < columns; i++)
        if (depends[i] & how)
            dm_set(m, (int)line, (int)i);
}

/* What is written is read too: so whoever takes a slot that a group may write, and does not, finds its old value in it. */
static void tell_dependencies(model_t self, const partition *p)
{
    matrix_t *both = matrix_new(p->groups.count, p->length), *read = matrix_new(p->groups.count, p->length);
    matrix_t *written = matrix_new(p->groups.count, p->length), *labels = matrix_new(p->labels.count, p->length);
    for (size_t i = 0; i < p->groups.count; i++) {
        fill_row(both, i, p->groups.data[i].depends, DEPENDS_READ, p->length);
        fill_row(read, i, p->groups.data[i].depends, DEPENDS_READ, p->length);
        fill_row(written, i, p->groups.data[i].depends, DEPENDS_WRITE, p->length);
    }
    for (size_t i = 0; i < p->labels.count; i++)
        fill_row(labels, i, p->labels.data[i].depends, DEPENDS_READ, p->length);
    GBsetDMInfo(self, both);
    GBsetDMInfoRead(self, read);
    GBsetDMInfoMayWrite(self, written);
    GBsetDMInfoMustWrite(self, matrix_new(p->groups.count, p->length));
    GBsetStateLabelInfo(self, labels);
}

/* ---- Reading the model ---- */
static _Noreturn void fail(const char *what, const char *why)
{
    fprintf(stderr, "tarry: error: %s: %s\n", what, why);
    exit(EXIT_FAILED);
}

static void read_model(context *c, const char *path, const char *text, size_t length)
{
    strbuf said = {0};
    bool good = payload_read(text, length, c->memory, &c->model, &said);
    const char *why = good ? partition_refuses(c->model.footprints, model_machine(&c->model)) : strbuf_text(&said);
    if (why)
        fail(path, why);
    c->footprints = property_footprints(&c->model.properties, c->model.program);
    if (!(c->partition = partition_new(c->footprints, &c->model.properties, model_machine(&c->model))))
        fail(path, "creating the first state fails at run time");
    strbuf_release(&said);
}

/* The preprocessor of Promela knows no threads. */
static pthread_mutex_t reading = PTHREAD_MUTEX_INITIALIZER;

static void load(model_t self, const char *path, const char *text, size_t length)
{
    arena *memory = arena_new();
    context *c = ARENA_NEW(memory, context);
    *c = (context){.memory = memory};
    pthread_mutex_init(&c->lock, NULL);
    pthread_mutex_lock(&reading);
    read_model(c, path, text, length);
    pthread_mutex_unlock(&reading);
    GBsetContext(self, c);
    tell_types(self, c);
    tell_dependencies(self, c->partition);
    GBsetNextStateLong(self, next);
    GBsetStateLabelLong(self, label_of);
    GBsetExit(self, end);
}

VISIBLE void pins_load_file(model_t self, const char *path)
{
    strbuf text = {0}, error = {0};
    if (!file_read(path, &text, &error))
        fail(path, strbuf_text(&error));
    load(self, path, strbuf_text(&text), text.length);
    strbuf_release(&text);
}

VISIBLE void pins_model_init(model_t self)
{
    Dl_info here;
    strbuf file = {0}, error = {0};
    size_t length;
    if (!dladdr(pins_plugin_name, &here) || !here.dli_fname)
        fail(pins_plugin_name, "the system does not say which file this is");
    if (!file_read(here.dli_fname, &file, &error))
        fail(here.dli_fname, strbuf_text(&error));
    const char *text = payload_find(&file, &length);
    if (!text)
        fail(here.dli_fname, "there is no model in this plugin: `tarry export --to pins -o FILE.so MODEL` makes one with a model, `--loader` takes it as it is");
    load(self, here.dli_fname, text, length);
    strbuf_release(&file);
}
