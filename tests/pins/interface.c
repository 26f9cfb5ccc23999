/* interface.c: what the plugin tells of its model is kept here, and checked: LTSmin would refuse the same. */
#include "interface.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void fail(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("pins: ", stdout);
    vprintf(format, arguments);
    putchar('\n');
    exit(1);
}

void *allocate(size_t size)
{
    void *block = calloc(1, size + 1);
    if (!block)
        fail("out of memory");
    return block;
}

static char *copy(const char *text)
{
    return strcpy(allocate(strlen(text)), text);
}

static void set_count(names *n, int count)
{
    n->count = count;
    n->name = allocate((size_t)count * sizeof *n->name);
}

static void set_name(names *n, int at, const char *name)
{
    if (at < 0 || at >= n->count)
        fail("there is no number %d to be named %s", at, name);
    n->name[at] = copy(name);
}

/* ---- Types ---- */
lts_type_t lts_type_create(void)
{
    return allocate(sizeof(struct lts_type_s));
}

int lts_type_add_type(lts_type_t t, const char *name, int *is_new)
{
    if (!name || is_new || t->types == 8)
        fail("a type that is not expected");
    t->format[t->types] = LTS_CHUNK;
    return t->types++;
}

void lts_type_set_format(lts_type_t t, int type, int format)
{
    t->format[type] = format;
}

void lts_type_set_state_length(lts_type_t t, int length)
{
    set_count(&t->slots, length);
    t->slot_type = allocate((size_t)length * sizeof *t->slot_type);
}

void lts_type_set_state_name(lts_type_t t, int slot, const char *name)
{
    set_name(&t->slots, slot, name);
}

void lts_type_set_state_typeno(lts_type_t t, int slot, int type)
{
    t->slot_type[slot] = type;
}

void lts_type_set_state_label_count(lts_type_t t, int count)
{
    set_count(&t->labels, count);
    t->label_type = allocate((size_t)count * sizeof *t->label_type);
}

void lts_type_set_state_label_name(lts_type_t t, int label, const char *name)
{
    set_name(&t->labels, label, name);
}

void lts_type_set_state_label_typeno(lts_type_t t, int label, int type)
{
    t->label_type[label] = type;
}

void lts_type_set_edge_label_count(lts_type_t t, int count)
{
    set_count(&t->edges, count);
}

void lts_type_set_edge_label_name(lts_type_t t, int label, const char *name)
{
    set_name(&t->edges, label, name);
}

void lts_type_set_edge_label_typeno(lts_type_t t, int label, int type)
{
    if (label)
        fail("edge label %d", label);
    t->edge_type = type;
}

/* ---- Matrices ---- */
const bits *bits_of(const matrix_t *m)
{
    return m->room[0];
}

bool is_set(const matrix_t *m, int row, int column)
{
    const bits *b = bits_of(m);
    return b->set[(size_t)row * (size_t)b->columns + (size_t)column];
}

void dm_create(matrix_t *m, const int rows, const int columns)
{
    bits *b = allocate(sizeof *b);
    *b = (bits){rows, columns, allocate((size_t)rows * (size_t)columns)};
    m->room[0] = b;
}

void dm_set(matrix_t *m, const int row, const int column)
{
    bits *b = m->room[0];
    if (row < 0 || row >= b->rows || column < 0 || column >= b->columns)
        fail("a matrix of %d rows and %d columns has no place %d, %d", b->rows, b->columns, row, column);
    b->set[(size_t)row * (size_t)b->columns + (size_t)column] = true;
}

/* ---- Models ---- */
int pins_chunk_put(model_t model, int type, const chunk value)
{
    if (!model->type || model->type->format[type] != LTS_CHUNK)
        fail("values of type %d have no names", type);
    for (int i = 0; i < model->actions.count; i++)
        if (strlen(model->actions.name[i]) == value.length && !memcmp(model->actions.name[i], value.data, value.length))
            return i;
    model->actions.name = realloc(model->actions.name, ((size_t)model->actions.count + 1) * sizeof(char *));
    char *name = allocate(value.length);
    memcpy(name, value.data, value.length);
    model->actions.name[model->actions.count] = name;
    return model->actions.count++;
}

void GBsetContext(model_t model, void *context)
{
    model->context = context;
}

void *GBgetContext(model_t model)
{
    return model->context;
}

static void check_names(const names *n, const char *what)
{
    for (int i = 0; i < n->count; i++)
        if (!n->name[i])
            fail("%s %d has no name", what, i);
}

void GBsetLTStype(model_t model, lts_type_t type)
{
    check_names(&type->slots, "slot");
    check_names(&type->labels, "label");
    check_names(&type->edges, "edge label");
    for (int i = 0; i < type->slots.count; i++)
        if (type->format[type->slot_type[i]] != LTS_SIGNED)
            fail("slot %d is no number", i);
    for (int i = 0; i < type->labels.count; i++)
        if (type->format[type->label_type[i]] != LTS_BOOL)
            fail("label %d is no truth value", i);
    if (type->edges.count != 1 || strcmp(type->edges.name[0], "action") || type->format[type->edge_type] != LTS_CHUNK)
        fail("the label of edges is no action");
    model->type = type;
}

void GBsetInitialState(model_t model, int *state)
{
    size_t size = (size_t)model->type->slots.count * sizeof *state;
    model->initial = memcpy(allocate(size), state, size);
}

void GBsetDMInfo(model_t model, matrix_t *both)
{
    model->both = both;
}

void GBsetDMInfoRead(model_t model, matrix_t *read)
{
    model->read = read;
}

void GBsetDMInfoMayWrite(model_t model, matrix_t *written)
{
    model->may_write = written;
}

void GBsetDMInfoMustWrite(model_t model, matrix_t *written)
{
    model->must_write = written;
}

void GBsetStateLabelInfo(model_t model, matrix_t *read)
{
    model->label_read = read;
}

void GBsetNextStateLong(model_t model, next_method_grey_t *next)
{
    model->next = next;
}

void GBsetStateLabelLong(model_t model, get_label_method_t *label)
{
    model->label = label;
}

void GBsetExit(model_t model, ExitCB *end)
{
    model->end = end;
}
